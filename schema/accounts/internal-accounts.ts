/** Internal accounts: queries and types. */
import { InternalAccountFilterInput, isWideAccountFilter } from '../../src/accounts/filters.ts';
import { maxInstructions } from '../../src/accounts/internal/funding-instructions.ts';
import {
  type InternalAccount,
  internalAccountTypes,
  maxAccountsOfOwner,
} from '../../src/accounts/internal/internal-account.ts';
import {
  countInternalAccounts,
  findInternalAccounts,
  internalAccountsOfCustomers,
  listInternalAccounts,
  platformAccounts,
} from '../../src/accounts/internal/internal-account-store.ts';
import { type Id, idSchema } from '../../src/kernel/ids.ts';
import { oneOf, optional, text } from '../../src/kernel/parse.ts';
import { available } from '../../src/ledger/entry.ts';
import type { PlatformFunding } from '../../src/payments/ports.ts';
import { accepting } from '../core/accepting.ts';
import { builder } from '../core/builder.ts';
import { connectionOf, listing, pageArguments } from '../core/connections.ts';
import { batched, byId, principalOf, visibleIf, visibleTo } from '../core/context.ts';
import { MoneyRef } from '../core/money.ts';
import { NodeRef, registerNode } from '../core/node.ts';
import { CustomerRef, customerById } from '../customers/customers.ts';
import { InternalAccountStatusEnum, InternalAccountTypeEnum } from './enums.ts';
import { PaymentInstructionsRef } from './funding.ts';

export const internalAccountById = batched<Id<'InternalAccount'>, InternalAccount>(
  'internalAccountById',
  async (context, ids) =>
    byId(await findInternalAccounts(context.ports.db.orm, visibleIf(context, 'VIEW_TRANSACTIONS'), ids)),
);

const internalAccountsOf = batched<Id<'Customer'>, InternalAccount[]>(
  'internalAccountsOfCustomer',
  async (context, ids) => {
    const byCustomer = new Map<Id<'Customer'>, InternalAccount[]>(ids.map((id) => [id, []]));
    const scope = visibleIf(context, 'VIEW_TRANSACTIONS');
    for (const account of await internalAccountsOfCustomers(context.ports.db.orm, scope, ids)) {
      if (account.customerId) byCustomer.get(account.customerId)?.push(account);
    }
    return byCustomer;
  },
);

/** The directory of the caller's platform, opened once for the accounts of a level. */
const fundingOf = batched<Id<'InternalAccount'>, PlatformFunding>('funding', async (context, ids) => {
  const { platform } = principalOf(context);
  const funding = await context.ports.funding.open(platform, context.ports.db.orm, ids);
  return new Map(ids.map((id) => [id, funding]));
});

export const InternalAccountRef = builder.objectRef<InternalAccount>('InternalAccount');
InternalAccountRef.implement({
  description: 'A balance held by the service for a customer or for the platform.',
  interfaces: [NodeRef],
  fields: (t) => ({
    type: t.field({
      type: InternalAccountTypeEnum,
      description: 'Type of the account.',
      resolve: (a) => a.type,
    }),
    status: t.field({
      type: InternalAccountStatusEnum,
      description: 'Status of the account. Only an ACTIVE account can send or receive money.',
      resolve: (account) => account.status,
    }),
    availableBalance: t.field({
      type: MoneyRef,
      description: 'Available balance: the posted balance minus the amounts on hold.',
      resolve: (account) => ({ amount: available(account), currency: account.currency }),
    }),
    balance: t.field({
      type: MoneyRef,
      description: 'Posted balance: the sum of all ledger postings of the account.',
      resolve: (account) => ({ amount: account.posted, currency: account.currency }),
    }),
    privateEnabled: t.boolean({
      nullable: true,
      description: 'Whether the wallet is private; null for accounts that are not embedded wallets.',
      resolve: (account) => (account.type === 'EMBEDDED_WALLET' ? account.privateEnabled : null),
    }),
    fundingPaymentInstructions: t.field({
      type: [PaymentInstructionsRef],
      bound: maxInstructions,
      description: 'Ways to fund the account. Empty if the account does not accept deposits.',
      resolve: async (account, _args, context) => {
        const funding = await fundingOf(context, account.id);
        return [...(funding?.instructionsFor(account) ?? [])];
      },
    }),
    createdAt: t.field({ type: 'DateTime', description: 'Creation time.', resolve: (a) => a.createdAt }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'Time of the last update.',
      resolve: (a) => a.updatedAt,
    }),
    customer: t.field({
      type: CustomerRef,
      nullable: true,
      description: 'Owner of the account; null if the platform owns it.',
      resolve: (account, _args, context) =>
        account.customerId ? customerById(context, account.customerId).then((found) => found ?? null) : null,
    }),
  }),
});

registerNode('InternalAccount', 'InternalAccount', internalAccountById, 'VIEW_TRANSACTIONS');

const InternalAccountFilter = builder.inputType('InternalAccountFilter', {
  description: 'Filter for internal accounts. A record must match all given fields.',
  fields: (t) => ({
    customerId: t.id({ description: 'Customer:<uuid>' }),
    currency: t.string({ description: 'Currency code.' }),
    type: t.field({ type: InternalAccountTypeEnum, description: 'Type of the account.' }),
  }),
});

const InternalAccountConnection = connectionOf('InternalAccount', InternalAccountRef, {
  createdIn: 'internalAccounts',
  isListed: ({ customerId }) => customerId !== undefined,
});

builder.queryFields((t) => ({
  internalAccount: t.field({
    type: InternalAccountRef,
    nullable: true,
    authScopes: { permission: 'VIEW_TRANSACTIONS' },
    description: 'Returns one internal account; null if the caller can see no internal account with this id.',
    args: { id: t.arg.id({ required: true, description: 'InternalAccount:<uuid>' }) },
    ...accepting({ id: idSchema('InternalAccount') }, ({ id }, context) => internalAccountById(context, id)),
  }),
  internalAccounts: t.field({
    type: InternalAccountConnection,
    authScopes: { permission: 'VIEW_TRANSACTIONS' },
    description: 'Internal accounts of customers, newest first.',
    args: {
      ...pageArguments(t),
      filter: t.arg({ type: InternalAccountFilter, description: 'Filter for the list.' }),
    },
    ...listing(
      'internalAccounts',
      InternalAccountFilterInput,
      listInternalAccounts,
      countInternalAccounts,
      isWideAccountFilter,
    ),
  }),
  platformAccounts: t.field({
    type: [InternalAccountRef],
    bound: maxAccountsOfOwner,
    authScopes: { permission: 'VIEW_PLATFORM' },
    description: 'Internal accounts that the platform owns, by currency.',
    args: {
      currency: t.arg.string({ description: 'Currency code.' }),
      type: t.arg({ type: InternalAccountTypeEnum, description: 'Type of the account.' }),
    },
    ...accepting(
      { currency: optional(text(10)), type: optional(oneOf(internalAccountTypes)) },
      (filter, context) => platformAccounts(context.ports.db.orm, visibleTo(context), filter),
    ),
  }),
}));

builder.objectFields(CustomerRef, (t) => ({
  internalAccounts: t.field({
    type: [InternalAccountRef],
    bound: maxAccountsOfOwner,
    description: 'Internal accounts of the customer, oldest first.',
    resolve: async (customer, _args, context) => (await internalAccountsOf(context, customer.id)) ?? [],
  }),
}));
