/** External accounts: queries and types. */
import { maskedInfo } from '../../src/accounts/external/account-info.ts';
import type { DirectDebitMandate, ExternalAccount } from '../../src/accounts/external/external-account.ts';
import {
  countExternalAccounts,
  countsOfExternalAccounts,
  findExternalAccounts,
  listExternalAccounts,
  pagesOfExternalAccounts,
} from '../../src/accounts/external/external-account-store.ts';
import { ExternalAccountFilterInput, isWideAccountFilter } from '../../src/accounts/filters.ts';
import { type Id, idSchema } from '../../src/kernel/ids.ts';
import { masked } from '../../src/kernel/mask.ts';
import { listName, type Page, type PageRequest } from '../../src/kernel/page.ts';
import { accepting } from '../core/accepting.ts';
import { builder } from '../core/builder.ts';
import { mapCost } from '../core/complexity.ts';
import { connectionOf, listing, pageArguments, pageRequestOf } from '../core/connections.ts';
import { batched, byId, type Context, mayManage, visibleIf, visibleTo } from '../core/context.ts';
import { counted } from '../core/counts.ts';
import { NodeRef, registerNode } from '../core/node.ts';
import { CustomerRef, customerById } from '../customers/customers.ts';
import { AccountInfoRef } from './account-types.ts';
import { BeneficiaryVerificationStatusEnum, ExternalAccountStatusEnum } from './enums.ts';

export const externalAccountById = batched<Id<'ExternalAccount'>, ExternalAccount>(
  'externalAccountById',
  async (context, ids) =>
    byId(
      await findExternalAccounts(context.ports.db.orm, visibleIf(context, 'VIEW_EXTERNAL_ACCOUNTS'), ids, {
        deleted: true,
      }),
    ),
);

const DirectDebitMandateRef = builder.objectRef<DirectDebitMandate>('DirectDebitMandate').implement({
  description: 'Mandate by which the holder of an account allows SEPA direct debits.',
  fields: (t) => ({
    reference: t.string({
      description: 'Reference that the debtor signed. Masked for callers without MANAGE.',
      resolve: ({ reference }, _args, context) => (mayManage(context) ? reference : masked(reference)),
    }),
    signedOn: t.exposeString('signedOn', { description: 'Date of the signature, YYYY-MM-DD.' }),
    isOneOff: t.exposeBoolean('isOneOff', { description: 'Whether it is for one direct debit only.' }),
  }),
});

export const ExternalAccountRef = builder.objectRef<ExternalAccount>('ExternalAccount');
ExternalAccountRef.implement({
  description: 'A bank account or wallet at another institution that sends or receives money.',
  interfaces: [NodeRef],
  fields: (t) => ({
    status: t.field({
      type: ExternalAccountStatusEnum,
      description: 'Status of the account. Only an ACTIVE account can receive payments.',
      resolve: (account) => account.status,
    }),
    currency: t.exposeString('currency', { description: 'Currency of the account.' }),
    accountInfo: t.field({
      type: AccountInfoRef,
      description: 'Account details. Identifiers are masked unless the caller has the permission MANAGE.',
      resolve: (account, _args, context) =>
        mayManage(context) ? account.accountInfo : maskedInfo(account.accountInfo),
    }),
    platformAccountId: t.string({
      nullable: true,
      description: "The platform's own id of the account.",
      resolve: (account) => account.platformAccountId ?? null,
    }),
    defaultUmaDepositAccount: t.exposeBoolean('defaultUmaDepositAccount', {
      description:
        'Whether incoming UMA payments of the customer are deposited here. At most one account of a customer.',
    }),
    beneficiaryVerificationStatus: t.field({
      type: BeneficiaryVerificationStatusEnum,
      nullable: true,
      description: "Result of the check of the beneficiary's name; null for wallets.",
      resolve: (account) => account.beneficiaryVerificationStatus ?? null,
    }),
    beneficiaryVerifiedData: t.field({
      type: 'StringMap',
      complexity: mapCost,
      nullable: true,
      description: 'Beneficiary data returned by the receiving bank, for example {"fullName": "..."}.',
      resolve: (account) => account.beneficiaryVerifiedData ?? null,
    }),
    directDebitMandate: t.field({
      type: DirectDebitMandateRef,
      nullable: true,
      description: 'Mandate for SEPA direct debits; null without one.',
      resolve: ({ directDebitMandate }) => directDebitMandate ?? null,
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Creation time.',
      resolve: (a) => a.createdAt,
    }),
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

registerNode('ExternalAccount', 'ExternalAccount', externalAccountById, 'VIEW_EXTERNAL_ACCOUNTS');

const ExternalAccountFilter = builder.inputType('ExternalAccountFilter', {
  description: 'Filter for external accounts. A record must match all given fields.',
  fields: (t) => ({
    customerId: t.id({
      description: "Owner, Customer:<uuid>. Use platformOwned for the platform's own accounts.",
    }),
    platformOwned: t.boolean({
      description: 'true: only accounts of the platform. false: only accounts of customers.',
    }),
    currency: t.string({ description: 'Currency code.' }),
  }),
});

const ExternalAccountConnection = connectionOf('ExternalAccount', ExternalAccountRef, {
  createdIn: 'externalAccounts',
});

builder.queryFields((t) => ({
  externalAccount: t.field({
    type: ExternalAccountRef,
    nullable: true,
    authScopes: { permission: 'VIEW_EXTERNAL_ACCOUNTS' },
    description: 'Returns one external account; null if the caller can see no external account with this id.',
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
      filter: t.arg({ type: ExternalAccountFilter, description: 'Filter for the list.' }),
    },
    ...listing(
      'externalAccounts',
      ExternalAccountFilterInput,
      listExternalAccounts,
      countExternalAccounts,
      isWideAccountFilter,
    ),
  }),
}));

/** The same page of all customers of a response level, in one statement. */
const externalPageOf = (context: Context, id: Id<'Customer'>, page: PageRequest) =>
  batched<Id<'Customer'>, Page<ExternalAccount>>(
    `externalAccountsOfCustomer ${JSON.stringify(page)}`,
    (_context, ids) =>
      pagesOfExternalAccounts(context.ports.db.orm, visibleIf(context, 'VIEW_EXTERNAL_ACCOUNTS'), ids, page),
  )(context, id);

const externalCountOf = batched<Id<'Customer'>, number>('externalCountsOfCustomer', (context, ids) =>
  counted(context, (db) => countsOfExternalAccounts(db, visibleIf(context, 'VIEW_EXTERNAL_ACCOUNTS'), ids)),
);

builder.objectFields(CustomerRef, (t) => ({
  externalAccounts: t.field({
    type: ExternalAccountConnection,
    description: 'External accounts of the customer, newest first.',
    args: pageArguments(t),
    resolve: async (customer, args, context) => {
      const list = listName('customer.externalAccounts');
      const request = pageRequestOf(list, {}, args);
      return {
        page: (await externalPageOf(context, customer.id, request)) as Page<ExternalAccount>,
        count: async () => (await externalCountOf(context, customer.id)) ?? 0,
      };
    },
  }),
}));
