/** Internal and external accounts: reads, and the operations on external ones. */

import { requirePermission } from '../src/access/principal.ts';
import { inGraphQLShape, maskedInfo } from '../src/accounts/account-info.ts';
import { graphqlAccountInfo } from '../src/accounts/account-info-input.ts';
import {
  createExternalAccount,
  createExternalAccountInput,
} from '../src/accounts/create-external-account.ts';
import { deleteExternalAccount } from '../src/accounts/delete-external-account.ts';
import type { ExternalAccount } from '../src/accounts/external-account.ts';
import { ExternalAccountFilterInput, InternalAccountFilterInput } from '../src/accounts/filters.ts';
import { type InternalAccount, internalAccountTypes } from '../src/accounts/internal-account.ts';
import {
  countExternalAccounts,
  countInternalAccounts,
  countsOfExternalAccounts,
  findExternalAccounts,
  findInternalAccounts,
  internalAccountsOfCustomers,
  listExternalAccounts,
  listInternalAccounts,
  pagesOfExternalAccounts,
  platformAccounts,
} from '../src/accounts/store.ts';
import { IdempotencyKey } from '../src/idempotency/once.ts';
import { Conflict, Forbidden, InvalidInput, NotFound } from '../src/kernel/errors.ts';
import { type Id, type IdType, idSchema } from '../src/kernel/ids.ts';
import { listName, type Page, type PageRequest } from '../src/kernel/page.ts';
import { oneOf, optional, text } from '../src/kernel/parse.ts';
import { available } from '../src/ledger/entry.ts';
import { accepting } from './accepting.ts';
import { AccountInfoInput, AccountInfoRef } from './account-types.ts';
import { builder } from './builder.ts';
import { connect, connectionOf, pageArguments, pageAsked, pageShape } from './connections.ts';
import { batched, byId, type Context, platformOf, principalOf, visibleIf, visibleTo } from './context.ts';
import { CustomerRef, customerById } from './customers.ts';
import {
  BeneficiaryVerificationStatusEnum,
  ExternalAccountStatusEnum,
  InternalAccountStatusEnum,
  InternalAccountTypeEnum,
} from './enums.ts';
import { PaymentInstructionsRef } from './funding.ts';
import { MoneyRef } from './money.ts';
import { NodeRef, registerNode, typeNameOf } from './node.ts';
import { DeletedRef } from './shared.ts';

export const internalAccountById = batched<Id<'InternalAccount'>, InternalAccount>(
  'internalAccountById',
  async (context, ids) =>
    byId(await findInternalAccounts(context.ports.db.orm, visibleIf(context, 'VIEW_TRANSACTIONS'), ids)),
);

export const externalAccountById = batched<Id<'ExternalAccount'>, ExternalAccount>(
  'externalAccountById',
  async (context, ids) =>
    byId(
      await findExternalAccounts(context.ports.db.orm, visibleIf(context, 'VIEW_EXTERNAL_ACCOUNTS'), ids, {
        deleted: true,
      }),
    ),
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

export const InternalAccountRef = builder.objectRef<InternalAccount>('InternalAccount');
InternalAccountRef.implement({
  description: "A balance that the service holds, a customer's or the platform's own.",
  interfaces: [NodeRef],
  fields: (t) => ({
    type: t.field({ type: InternalAccountTypeEnum, description: 'Kind of account.', resolve: (a) => a.type }),
    status: t.field({
      type: InternalAccountStatusEnum,
      description: 'Only ACTIVE can send or receive.',
      resolve: (account) => account.status,
    }),
    availableBalance: t.field({
      type: MoneyRef,
      description: 'Posted, less what is held.',
      resolve: (account) => ({ amount: available(account), currency: account.currency }),
    }),
    balance: t.field({
      type: MoneyRef,
      description: 'Posted: the sum of all ledger entries.',
      resolve: (account) => ({ amount: account.posted, currency: account.currency }),
    }),
    privateEnabled: t.boolean({
      nullable: true,
      description: 'Whether the wallet is private; null for other accounts.',
      resolve: (account) => (account.type === 'EMBEDDED_WALLET' ? account.privateEnabled : null),
    }),
    fundingPaymentInstructions: t.field({
      type: [PaymentInstructionsRef],
      description: 'How to fund it: several ways, or none where no deposit can be taken.',
      resolve: (account, _args, context) => [
        ...context.ports.funding.instructionsFor(principalOf(context).platform, account),
      ],
    }),
    createdAt: t.field({ type: 'DateTime', description: 'When it was opened.', resolve: (a) => a.createdAt }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'When it last changed.',
      resolve: (a) => a.updatedAt,
    }),
    customer: t.field({
      type: CustomerRef,
      nullable: true,
      description: "Whose it is; null for the platform's own.",
      resolve: (account, _args, context) =>
        account.customerId ? customerById(context, account.customerId).then((found) => found ?? null) : null,
    }),
  }),
});

/** Whether identifiers are shown whole. */
export const mayManage = (context: Context): boolean =>
  requirePermission(principalOf(context), 'MANAGE') === true;

export const ExternalAccountRef = builder.objectRef<ExternalAccount>('ExternalAccount');
ExternalAccountRef.implement({
  description: 'A bank account or wallet that money is paid to, or pulled from.',
  interfaces: [NodeRef],
  fields: (t) => ({
    status: t.field({
      type: ExternalAccountStatusEnum,
      description: 'Only ACTIVE can be paid.',
      resolve: (account) => account.status,
    }),
    currency: t.exposeString('currency', { description: 'Code of the currency that it holds.' }),
    accountInfo: t.field({
      type: AccountInfoRef,
      description: 'What identifies it; masked unless the caller may MANAGE.',
      resolve: (account, _args, context) =>
        mayManage(context) ? account.accountInfo : maskedInfo(account.accountInfo),
    }),
    platformAccountId: t.string({
      nullable: true,
      description: "The platform's own id of it.",
      resolve: (account) => account.platformAccountId ?? null,
    }),
    defaultUmaDepositAccount: t.exposeBoolean('defaultUmaDepositAccount', {
      description: "Whether the customer's incoming UMA payments go here; at most one.",
    }),
    beneficiaryVerificationStatus: t.field({
      type: BeneficiaryVerificationStatusEnum,
      nullable: true,
      description: "Result of the check of the beneficiary's name; null for wallets.",
      resolve: (account) => account.beneficiaryVerificationStatus ?? null,
    }),
    beneficiaryVerifiedData: t.field({
      type: 'StringMap',
      nullable: true,
      description: 'What the receiving bank told, for example {"fullName": "..."}.',
      resolve: (account) => account.beneficiaryVerifiedData ?? null,
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When it was registered.',
      resolve: (a) => a.createdAt,
    }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'When it last changed.',
      resolve: (a) => a.updatedAt,
    }),
    customer: t.field({
      type: CustomerRef,
      nullable: true,
      description: "Whose it is; null for the platform's own.",
      resolve: (account, _args, context) =>
        account.customerId ? customerById(context, account.customerId).then((found) => found ?? null) : null,
    }),
  }),
});

registerNode('InternalAccount', 'InternalAccount', internalAccountById, 'VIEW_TRANSACTIONS');
registerNode('ExternalAccount', 'ExternalAccount', externalAccountById, 'VIEW_EXTERNAL_ACCOUNTS');

export const AccountRef = builder.unionType('Account', {
  description: 'An account on either side of a payment.',
  types: [InternalAccountRef, ExternalAccountRef],
  resolveType: (account) => typeNameOf(account as { id: Id<IdType> }),
});

/** The account of an id of either kind. */
export const accountById = (context: Context, id: Id<'InternalAccount'> | Id<'ExternalAccount'>) =>
  id.startsWith('InternalAccount:')
    ? internalAccountById(context, id as Id<'InternalAccount'>)
    : externalAccountById(context, id as Id<'ExternalAccount'>);

const InternalAccountFilter = builder.inputType('InternalAccountFilter', {
  description: 'All that is given must hold.',
  fields: (t) => ({
    customerId: t.id({ description: 'Customer:<uuid>' }),
    currency: t.string({ description: 'Currency code.' }),
    type: t.field({ type: InternalAccountTypeEnum, description: 'Kind of account.' }),
  }),
});

const ExternalAccountFilter = builder.inputType('ExternalAccountFilter', {
  description: 'All that is given must hold.',
  fields: (t) => ({
    customerId: t.id({
      description: "Customer:<uuid>. Null in the record, and so absent here, for the platform's own.",
    }),
    platformOwned: t.boolean({ description: "True: the platform's own only. False: customers' only." }),
    currency: t.string({ description: 'Currency code.' }),
  }),
});

const InternalAccountConnection = connectionOf('InternalAccount', InternalAccountRef);
export const ExternalAccountConnection = connectionOf('ExternalAccount', ExternalAccountRef);

builder.queryFields((t) => ({
  internalAccount: t.field({
    type: InternalAccountRef,
    nullable: true,
    authScopes: { permission: 'VIEW_TRANSACTIONS' },
    description: 'One internal account; null when there is none that the caller may see.',
    args: { id: t.arg.id({ required: true, description: 'InternalAccount:<uuid>' }) },
    ...accepting({ id: idSchema('InternalAccount') }, ({ id }, context) => internalAccountById(context, id)),
  }),
  internalAccounts: t.field({
    type: InternalAccountConnection,
    authScopes: { permission: 'VIEW_TRANSACTIONS' },
    description: "Customers' internal accounts, newest first.",
    args: {
      ...pageArguments(t),
      filter: t.arg({ type: InternalAccountFilter, description: 'What to narrow it by.' }),
    },
    ...accepting(
      { ...pageShape, filter: optional(InternalAccountFilterInput) },
      ({ filter = {}, ...page }, context) => {
        const { orm } = context.ports.db;
        const scope = visibleTo(context);
        return connect(
          'internalAccounts',
          filter,
          page,
          (request) => listInternalAccounts(orm, scope, filter, request),
          () => countInternalAccounts(orm, scope, filter),
        );
      },
    ),
  }),
  platformAccounts: t.field({
    type: [InternalAccountRef],
    authScopes: { permission: 'VIEW_PLATFORM' },
    description: 'Accounts that the platform itself holds, by currency.',
    args: {
      currency: t.arg.string({ description: 'Currency code.' }),
      type: t.arg({ type: InternalAccountTypeEnum, description: 'Kind of account.' }),
    },
    ...accepting(
      { currency: optional(text(10)), type: optional(oneOf(internalAccountTypes)) },
      (filter, context) => platformAccounts(context.ports.db.orm, visibleTo(context), filter),
    ),
  }),
  externalAccount: t.field({
    type: ExternalAccountRef,
    nullable: true,
    authScopes: { permission: 'VIEW_EXTERNAL_ACCOUNTS' },
    description: 'One external account; null when there is none that the caller may see.',
    args: { id: t.arg.id({ required: true, description: 'ExternalAccount:<uuid>' }) },
    ...accepting({ id: idSchema('ExternalAccount') }, async ({ id }, context) => {
      const [found] = await findExternalAccounts(context.ports.db.orm, visibleTo(context), [id]);
      return found ?? null;
    }),
  }),
  externalAccounts: t.field({
    type: ExternalAccountConnection,
    authScopes: { permission: 'VIEW_EXTERNAL_ACCOUNTS' },
    description: 'External accounts, newest first.',
    args: {
      ...pageArguments(t),
      filter: t.arg({ type: ExternalAccountFilter, description: 'What to narrow it by.' }),
    },
    ...accepting(
      { ...pageShape, filter: optional(ExternalAccountFilterInput) },
      ({ filter = {}, ...page }, context) => {
        const { orm } = context.ports.db;
        const scope = visibleTo(context);
        return connect(
          'externalAccounts',
          filter,
          page,
          (request) => listExternalAccounts(orm, scope, filter, request),
          () => countExternalAccounts(orm, scope, filter),
        );
      },
    ),
  }),
}));

/** The same page of every customer on a level, loaded together. */
const externalPageOf = (context: Context, id: Id<'Customer'>, page: PageRequest) =>
  batched<Id<'Customer'>, Page<ExternalAccount>>(
    `externalAccountsOfCustomer ${JSON.stringify(page)}`,
    (_context, ids) =>
      pagesOfExternalAccounts(context.ports.db.orm, visibleIf(context, 'VIEW_EXTERNAL_ACCOUNTS'), ids, page),
  )(context, id);

const externalCountOf = batched<Id<'Customer'>, number>('externalCountsOfCustomer', (context, ids) =>
  countsOfExternalAccounts(context.ports.db.orm, visibleIf(context, 'VIEW_EXTERNAL_ACCOUNTS'), ids),
);

builder.objectFields(CustomerRef, (t) => ({
  internalAccounts: t.field({
    type: [InternalAccountRef],
    description: 'The accounts that the service holds for the customer, oldest first.',
    resolve: async (customer, _args, context) => (await internalAccountsOf(context, customer.id)) ?? [],
  }),
  externalAccounts: t.field({
    type: ExternalAccountConnection,
    description: "The customer's external accounts, newest first.",
    args: pageArguments(t),
    resolve: async (customer, args, context) => {
      const list = listName('customer.externalAccounts');
      const request = pageAsked(list, {}, { first: args.first ?? undefined, after: args.after ?? undefined });
      return {
        page: (await externalPageOf(context, customer.id, request)) as Page<ExternalAccount>,
        count: async () => (await externalCountOf(context, customer.id)) ?? 0,
      };
    },
  }),
}));

const CreateExternalAccountArgs = builder.inputType('CreateExternalAccountInput', {
  description: "An external account; the platform's own without customerId.",
  fields: (t) => ({
    customerId: t.id({ description: "Customer:<uuid>; absent for the platform's own." }),
    currency: t.string({ required: true, description: 'Code; must be one that the account type can hold.' }),
    accountInfo: t.field({ type: AccountInfoInput, required: true, description: 'What identifies it.' }),
    platformAccountId: t.string({ description: "The platform's own id of it, 1 to 255 characters." }),
    defaultUmaDepositAccount: t.boolean({
      defaultValue: false,
      description: "Sends the customer's incoming UMA payments here, instead of to the one before.",
    }),
  }),
});

export { CreateExternalAccountArgs };

export const CreateExternalAccountInput = createExternalAccountInput(graphqlAccountInfo);

builder.mutationFields((t) => ({
  createExternalAccount: t.errorUnionField({
    description: "Registers an external account and checks its beneficiary's name.",
    authScopes: { permission: 'MANAGE' },
    args: {
      input: t.arg({ type: CreateExternalAccountArgs, required: true, description: 'The account.' }),
      idempotencyKey: t.arg.string({ description: 'Makes a repeated call answer the same account.' }),
    },
    types: [ExternalAccountRef, InvalidInput, Forbidden, NotFound, Conflict],
    union: {
      name: 'CreateExternalAccountResult',
      description: 'What createExternalAccount answers.',
      resolveType: () => ExternalAccountRef,
    },
    ...accepting(
      { input: CreateExternalAccountInput, idempotencyKey: IdempotencyKey },
      async ({ input, idempotencyKey }, context) => {
        const answer = await createExternalAccount(context.ports, platformOf(context), input, idempotencyKey);
        return answer instanceof InvalidInput ? inGraphQLShape(answer, input.accountInfo) : answer;
      },
    ),
  }),
  deleteExternalAccount: t.errorUnionField({
    description: 'Removes an external account that no payment under way uses.',
    authScopes: { permission: 'MANAGE' },
    args: { id: t.arg.id({ required: true, description: 'ExternalAccount:<uuid>' }) },
    types: [DeletedRef, InvalidInput, Forbidden, NotFound, Conflict],
    union: {
      name: 'DeleteExternalAccountResult',
      description: 'What deleteExternalAccount answers.',
      resolveType: () => DeletedRef,
    },
    ...accepting({ id: idSchema('ExternalAccount') }, ({ id }, context) =>
      deleteExternalAccount(context.ports, platformOf(context).platform, visibleTo(context), id),
    ),
  }),
}));
