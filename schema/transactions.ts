/** Transactions and the ledger's lines: reads, and transfers. */
import type { InternalAccount } from '../src/accounts/internal-account.ts';
import type { Customer } from '../src/customers/customer.ts';
import { eventsOfResources } from '../src/events/log.ts';
import { IdempotencyKey } from '../src/idempotency/once.ts';
import { Conflict, Forbidden, InvalidInput, NotFound } from '../src/kernel/errors.ts';
import { type Id, idSchema, uuidOf } from '../src/kernel/ids.ts';
import { listName, type Page, type PageRequest } from '../src/kernel/page.ts';
import { optional } from '../src/kernel/parse.ts';
import { InsufficientBalance } from '../src/ledger/entry.ts';
import { countsOfLedgerLines, type LedgerLine, pagesOfLedgerLines } from '../src/ledger/store.ts';
import { currencyOf } from '../src/money/currencies.ts';
import { jsonNumber, parseRatio } from '../src/money/rate.ts';
import { TransactionFilterInput } from '../src/transactions/filters.ts';
import type { TransactionStep } from '../src/transactions/record-step.ts';
import {
  countsOfTransactions,
  countTransactions,
  findTransactions,
  listTransactions,
  pagesOfTransactions,
  type TransactionFilter,
  type TransactionParent,
} from '../src/transactions/store.ts';
import {
  type RateDetails,
  type Refund,
  refundReasons,
  refundStatuses,
  type Transaction,
  type TransactionParty,
  transactionFailureReasons,
  transactionStatuses,
  transactionTypes,
} from '../src/transactions/transaction.ts';
import { TransferInInput, TransferOutInput } from '../src/transfers/transfer.ts';
import { transferIn } from '../src/transfers/transfer-in.ts';
import { transferOut } from '../src/transfers/transfer-out.ts';
import { accepting, acceptingOn } from './accepting.ts';
import { AccountRef, accountById, InternalAccountRef } from './accounts.ts';
import { builder } from './builder.ts';
import { connect, connectionOf, pageArguments, pageAsked, pageShape } from './connections.ts';
import { batched, byId, type Context, platformOf, visibleIf, visibleTo } from './context.ts';
import { CustomerRef, customerById } from './customers.ts';
import { describedEnum, SortOrder } from './enums.ts';
import { CurrencyRef, MoneyRef } from './money.ts';
import { NodeRef, registerNode } from './node.ts';

export const transactionById = batched<Id<'Transaction'>, Transaction>(
  'transactionById',
  async (context, ids) => byId(await findTransactions(context.ports.db.orm, visibleTo(context), ids)),
);

interface LoggedStep extends TransactionStep {
  readonly occurredAt: Date;
}

const timelineOf = batched<Id<'Transaction'>, readonly LoggedStep[]>(
  'timelineOfTransaction',
  async (context, ids) => {
    const logged = await eventsOfResources(context.ports.db.orm, ids);
    return new Map(
      ids.map((id) => [
        id,
        (logged.get(id) ?? []).map(({ data, occurredAt }) => ({
          ...(data as unknown as TransactionStep),
          occurredAt,
        })),
      ]),
    );
  },
);

export const TransactionStatusEnum = describedEnum(
  'TransactionStatus',
  'Where a transaction stands. An OUTGOING one never becomes REJECTED or REFUNDED: see refund.',
  transactionStatuses,
  {
    CREATED: 'A look-up was made.',
    PENDING: 'Accepted, not on its way yet.',
    PROCESSING: 'Debited or funded, and on its way.',
    COMPLETED: 'Delivered.',
    REJECTED: 'The receiving side refused it.',
    FAILED: 'It went wrong: see failureReason, and refund for the money.',
    REFUNDED: 'Sent back.',
    EXPIRED: 'Its quote was not executed in time.',
  },
);

export const TransactionTypeEnum = describedEnum(
  'TransactionType',
  'Direction of the money.',
  transactionTypes,
  {
    INCOMING: 'Into a customer account.',
    OUTGOING: 'Out of a customer account.',
  },
);

const FailureReasonEnum = describedEnum(
  'TransactionFailureReason',
  'Why a transaction failed.',
  transactionFailureReasons,
);

export const RefundStatusEnum = describedEnum('RefundStatus', 'Where a refund stands.', refundStatuses, {
  PENDING: 'Begun.',
  COMPLETED: 'The source account has the money back.',
  FAILED: 'The money could not be given back.',
});

const RefundReasonEnum = describedEnum('RefundReason', 'Why money is given back.', refundReasons, {
  TRANSACTION_FAILED: 'The payment failed.',
  USER_CANCELLATION: 'Somebody cancelled it.',
  TIMEOUT: 'It took too long.',
});

export const PartyTypeEnum = describedEnum(
  'PartyType',
  'What stands on one side of a payment.',
  ['ACCOUNT', 'UMA_ADDRESS', 'REALTIME_FUNDING'],
  {
    ACCOUNT: 'An internal or external account.',
    UMA_ADDRESS: 'A UMA address.',
    REALTIME_FUNDING: 'A deposit made for this payment.',
  },
);

export const EntryDirectionEnum = describedEnum(
  'EntryDirection',
  'Which way money moves.',
  ['DEBIT', 'CREDIT'],
  {
    DEBIT: 'Out of the account.',
    CREDIT: 'Into the account.',
  },
);

const TransactionPartyRef = builder.objectRef<TransactionParty>('TransactionParty').implement({
  description: 'One side of a transaction.',
  fields: (t) => ({
    type: t.field({ type: PartyTypeEnum, description: 'What it is.', resolve: (party) => party.type }),
    account: t.field({
      type: AccountRef,
      nullable: true,
      description: 'The account, where it is one.',
      resolve: async (party, _args, context) =>
        party.type === 'ACCOUNT' ? ((await accountById(context, party.accountId)) ?? null) : null,
    }),
    umaAddress: t.string({
      nullable: true,
      description: 'The UMA address, where it is one.',
      resolve: (party) => (party.type === 'UMA_ADDRESS' ? party.umaAddress : null),
    }),
    currency: t.field({
      type: CurrencyRef,
      nullable: true,
      description: 'Currency on this side.',
      resolve: (party) => currencyOf(party.currency),
    }),
  }),
});

export const RateDetailsRef = builder.objectRef<RateDetails>('RateDetails').implement({
  description: 'What a converted payment is priced by.',
  fields: (t) => ({
    counterpartyMultiplier: t.float({
      nullable: true,
      description: 'Milli-satoshi to receiving currency.',
      resolve: (rate) => rate.counterpartyMultiplier,
    }),
    counterpartyFixedFee: t.field({
      type: 'Amount',
      nullable: true,
      description: 'In the smallest unit of the receiving currency.',
      resolve: (rate) => rate.counterpartyFixedFee,
    }),
    serviceApiMultiplier: t.float({
      nullable: true,
      description: 'Sending currency to milli-satoshi, the variable fee included.',
      resolve: (rate) => rate.serviceApiMultiplier,
    }),
    serviceApiFixedFee: t.field({
      type: 'Amount',
      nullable: true,
      description: 'In the smallest unit of the sending currency.',
      resolve: (rate) => rate.serviceApiFixedFee,
    }),
    serviceApiVariableFeeRate: t.float({
      nullable: true,
      description: 'Fraction of the sending amount: 0.003 is 0.3 %.',
      resolve: (rate) => rate.serviceApiVariableFeeRate,
    }),
    serviceApiVariableFeeAmount: t.field({
      type: 'Amount',
      nullable: true,
      description: 'Amount times rate, in the smallest unit of the sending currency.',
      resolve: (rate) => rate.serviceApiVariableFeeAmount,
    }),
  }),
});

const RefundRef = builder.objectRef<Refund>('Refund').implement({
  description: 'Money that goes back to the source.',
  fields: (t) => ({
    reference: t.exposeString('reference', { description: 'What the refund carries.' }),
    status: t.field({ type: RefundStatusEnum, description: 'Where it stands.', resolve: (r) => r.status }),
    reason: t.field({
      type: RefundReasonEnum,
      nullable: true,
      description: 'Why.',
      resolve: (refund) => refund.reason,
    }),
    initiatedAt: t.field({ type: 'DateTime', description: 'When it began.', resolve: (r) => r.initiatedAt }),
    settledAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it ended; null while PENDING.',
      resolve: (refund) => refund.settledAt ?? null,
    }),
  }),
});

const ReconciliationRef = builder.objectRef<{ reference: string }>('ReconciliationInstructions').implement({
  description: 'How the payment is matched.',
  fields: (t) => ({
    reference: t.exposeString('reference', { description: 'What the payment carries.' }),
  }),
});

const TransactionEventRef = builder.objectRef<LoggedStep>('TransactionEvent').implement({
  description: 'One step of a transaction.',
  fields: (t) => ({
    status: t.field({
      type: TransactionStatusEnum,
      description: 'Status after it.',
      resolve: (s) => s.status,
    }),
    refundStatus: t.field({
      type: RefundStatusEnum,
      nullable: true,
      description: "The refund's status after it.",
      resolve: (step) => step.refundStatus ?? null,
    }),
    occurredAt: t.field({ type: 'DateTime', description: 'When.', resolve: (step) => step.occurredAt }),
    note: t.string({ nullable: true, description: 'More about it.', resolve: (step) => step.note ?? null }),
  }),
});

export const TransactionRef = builder.objectRef<Transaction>('Transaction');
TransactionRef.implement({
  description: 'One movement of money, from its acceptance to its end.',
  interfaces: [NodeRef],
  fields: (t) => ({
    status: t.field({
      type: TransactionStatusEnum,
      description: 'Where it stands.',
      resolve: (tx) => tx.status,
    }),
    type: t.field({
      type: TransactionTypeEnum,
      description: 'INCOMING or OUTGOING.',
      resolve: (tx) => tx.type,
    }),
    direction: t.field({
      type: EntryDirectionEnum,
      description: "Seen from the customer's account: OUTGOING debits it, INCOMING credits it.",
      resolve: (transaction) => (transaction.type === 'OUTGOING' ? 'DEBIT' : 'CREDIT'),
    }),
    source: t.field({
      type: TransactionPartyRef,
      description: 'Where it comes from.',
      resolve: (tx) => tx.source,
    }),
    destination: t.field({
      type: TransactionPartyRef,
      description: 'Where it goes.',
      resolve: (transaction) => transaction.destination,
    }),
    platformCustomerId: t.string({
      nullable: true,
      description: "The platform's own id of the customer.",
      resolve: (transaction) => transaction.platformCustomerId ?? null,
    }),
    sentAmount: t.field({
      type: MoneyRef,
      nullable: true,
      description: 'What leaves the source, fees included.',
      resolve: (transaction) => transaction.sent ?? null,
    }),
    receivedAmount: t.field({
      type: MoneyRef,
      nullable: true,
      description: 'What arrives, planned or final.',
      resolve: (transaction) => transaction.received ?? null,
    }),
    exchangeRate: t.float({
      nullable: true,
      description: 'Sending units per receiving unit, in major units; null for same-currency transfers.',
      resolve: ({ exchangeRate }) => {
        const rate = exchangeRate === undefined ? undefined : parseRatio(exchangeRate);
        return rate ? jsonNumber(rate) : null;
      },
    }),
    fees: t.field({
      type: 'Amount',
      nullable: true,
      description: 'In the smallest unit of the sending currency.',
      resolve: (transaction) => transaction.fees,
    }),
    rateDetails: t.field({
      type: RateDetailsRef,
      nullable: true,
      description: 'What it was priced by; null for same-currency transfers.',
      resolve: (transaction) => transaction.rateDetails ?? null,
    }),
    description: t.string({
      nullable: true,
      description: 'Memo of the caller.',
      resolve: (transaction) => transaction.description ?? null,
    }),
    counterpartyInformation: t.field({
      type: 'StringMap',
      nullable: true,
      description: 'What is known of the other side, for example {"FULL_NAME": "..."}.',
      resolve: (transaction) => transaction.counterpartyInformation ?? null,
    }),
    reconciliationInstructions: t.field({
      type: ReconciliationRef,
      nullable: true,
      description: 'How it is matched; null while CREATED.',
      resolve: ({ status, reference }) => (status === 'CREATED' ? null : { reference }),
    }),
    failureReason: t.field({
      type: FailureReasonEnum,
      nullable: true,
      description: 'Only when status is FAILED.',
      resolve: (transaction) => transaction.failureReason ?? null,
    }),
    refund: t.field({
      type: RefundRef,
      nullable: true,
      description: 'Money on its way back; null when none was begun.',
      resolve: (transaction) => transaction.refund ?? null,
    }),
    settledAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it was delivered.',
      resolve: (transaction) => transaction.settledAt ?? null,
    }),
    createdAt: t.field({ type: 'DateTime', description: 'When it was made.', resolve: (tx) => tx.createdAt }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'When it last changed.',
      resolve: (tx) => tx.updatedAt,
    }),
    customer: t.field({
      type: CustomerRef,
      nullable: true,
      description: "Whose payment it is; null for the platform's own.",
      resolve: async (transaction, _args, context) =>
        transaction.customerId ? ((await customerById(context, transaction.customerId)) ?? null) : null,
    }),
    timeline: t.field({
      type: [TransactionEventRef],
      description: 'What happened to it, oldest first.',
      resolve: async (transaction, _args, context) => (await timelineOf(context, transaction.id)) ?? [],
    }),
  }),
});

registerNode('Transaction', 'Transaction', transactionById, 'VIEW_TRANSACTIONS');

export const TransactionFilterArgs = builder.inputType('TransactionFilter', {
  description: 'All that is given must hold.',
  fields: (t) => ({
    customerId: t.id({
      description: "Customer:<uuid>, or the platform's own id for the platform's own movements.",
    }),
    platformCustomerId: t.string({ description: "The platform's own id of the customer." }),
    accountIdentifier: t.string({ description: 'Either side: an account id or a UMA address.' }),
    senderAccountIdentifier: t.string({ description: 'The sending side: an account id or a UMA address.' }),
    receiverAccountIdentifier: t.string({
      description: 'The receiving side: an account id or a UMA address.',
    }),
    status: t.field({ type: [TransactionStatusEnum], description: 'Any of these.' }),
    type: t.field({ type: TransactionTypeEnum, description: 'INCOMING or OUTGOING.' }),
    reference: t.string({ description: 'The reference of reconciliationInstructions.' }),
    agentId: t.id({ description: 'Agent:<uuid>: those that this agent began.' }),
    startDate: t.field({ type: 'DateTime', description: 'Inclusive, by createdAt.' }),
    endDate: t.field({ type: 'DateTime', description: 'Inclusive, by createdAt.' }),
    sortOrder: t.field({ type: SortOrder, defaultValue: 'DESC', description: 'By createdAt.' }),
  }),
});

const TransactionConnection = connectionOf('Transaction', TransactionRef);

builder.queryFields((t) => ({
  transaction: t.field({
    type: TransactionRef,
    nullable: true,
    authScopes: { permission: 'VIEW_TRANSACTIONS' },
    description: 'One transaction; null when there is none that the caller may see.',
    args: { id: t.arg.id({ required: true, description: 'Transaction:<uuid>' }) },
    ...accepting({ id: idSchema('Transaction') }, ({ id }, context) => transactionById(context, id)),
  }),
  transactions: t.field({
    type: TransactionConnection,
    authScopes: { permission: 'VIEW_TRANSACTIONS' },
    description: 'Transactions, newest first unless the filter says otherwise.',
    args: {
      ...pageArguments(t),
      filter: t.arg({ type: TransactionFilterArgs, description: 'What to narrow it by.' }),
    },
    ...accepting(
      { ...pageShape, filter: optional(TransactionFilterInput) },
      ({ filter = {}, ...page }, context) => {
        const { orm } = context.ports.db;
        const scope = visibleTo(context);
        return connect(
          'transactions',
          filter,
          page,
          (request) => listTransactions(orm, scope, filter, request),
          () => countTransactions(orm, scope, filter),
        );
      },
    ),
  }),
}));

/** The same page of every parent on a level, loaded together. */
const transactionPageOf = (
  context: Context,
  parent: TransactionParent,
  uuid: string,
  filter: TransactionFilter,
  page: PageRequest,
) =>
  batched<string, Page<Transaction>>(`transactionsOf ${parent} ${JSON.stringify(page)}`, (_context, uuids) =>
    pagesOfTransactions(
      context.ports.db.orm,
      visibleIf(context, 'VIEW_TRANSACTIONS'),
      parent,
      uuids,
      filter,
      page,
    ),
  )(context, uuid);

/** The counts of every parent on a level, made together. */
const transactionCountOf = (
  context: Context,
  parent: TransactionParent,
  uuid: string,
  filter: TransactionFilter,
) =>
  batched<string, number>(`transactionCountsOf ${listName(parent, filter)}`, (_context, uuids) =>
    countsOfTransactions(
      context.ports.db.orm,
      visibleIf(context, 'VIEW_TRANSACTIONS'),
      parent,
      uuids,
      filter,
    ),
  )(context, uuid);

const transactionsOf =
  <P extends { readonly id: Id<'Customer'> | Id<'InternalAccount'> }>(parent: TransactionParent) =>
  async (
    record: P,
    args: { filter?: TransactionFilter | undefined; first?: number | undefined; after?: string | undefined },
    context: Context,
  ) => {
    const { filter = {}, ...page } = args;
    const request = pageAsked(`${parent}.transactions`, filter, page);
    return {
      page: (await transactionPageOf(
        context,
        parent,
        uuidOf(record.id),
        filter,
        request,
      )) as Page<Transaction>,
      count: async () => (await transactionCountOf(context, parent, uuidOf(record.id), filter)) ?? 0,
    };
  };

const nestedShape = { ...pageShape, filter: optional(TransactionFilterInput) };

builder.objectField(CustomerRef, 'transactions', (t) =>
  t.field({
    type: TransactionConnection,
    description: "The customer's transactions, newest first unless the filter says otherwise.",
    args: {
      ...pageArguments(t),
      filter: t.arg({ type: TransactionFilterArgs, description: 'What to narrow it by.' }),
    },
    ...acceptingOn(nestedShape, transactionsOf<Customer>('customer')),
  }),
);

builder.objectField(InternalAccountRef, 'transactions', (t) =>
  t.field({
    type: TransactionConnection,
    description: 'Transactions from or to the account, newest first unless the filter says otherwise.',
    args: {
      ...pageArguments(t),
      filter: t.arg({ type: TransactionFilterArgs, description: 'What to narrow it by.' }),
    },
    ...acceptingOn(nestedShape, transactionsOf<InternalAccount>('internal-account')),
  }),
);

const LedgerEntryRef = builder.objectRef<LedgerLine>('LedgerEntry').implement({
  description: 'One double-entry line of an account.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'LedgerEntry:<uuid>' }),
    direction: t.field({
      type: EntryDirectionEnum,
      description: 'CREDIT makes the balance larger.',
      resolve: (line) => (line.amount.amount > 0n ? 'CREDIT' : 'DEBIT'),
    }),
    amount: t.field({
      type: MoneyRef,
      description: 'What moved, never negative.',
      resolve: ({ amount: { amount, currency } }) => ({ amount: amount < 0n ? -amount : amount, currency }),
    }),
    balanceAfter: t.field({
      type: MoneyRef,
      description: 'The posted balance after it.',
      resolve: (line) => line.balanceAfter,
    }),
    transaction: t.field({
      type: TransactionRef,
      nullable: true,
      description: 'The payment that it belongs to.',
      resolve: async (line, _args, context) =>
        line.transactionId ? ((await transactionById(context, line.transactionId)) ?? null) : null,
    }),
    description: t.exposeString('description', { description: 'For people.' }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When it was recorded.',
      resolve: (line) => line.createdAt,
    }),
  }),
});

const LedgerEntryConnection = connectionOf('LedgerEntry', LedgerEntryRef);

/** The same page of every account on a level, loaded together. */
const ledgerPageOf = (context: Context, id: Id<'InternalAccount'>, page: PageRequest) =>
  batched<Id<'InternalAccount'>, Page<LedgerLine>>(
    `ledgerEntriesOf ${JSON.stringify(page)}`,
    (_context, ids) =>
      pagesOfLedgerLines(context.ports.db.orm, visibleIf(context, 'VIEW_TRANSACTIONS'), ids, page),
  )(context, id);

const ledgerCountOf = batched<Id<'InternalAccount'>, number>('ledgerCountsOf', (context, ids) =>
  countsOfLedgerLines(context.ports.db.orm, visibleIf(context, 'VIEW_TRANSACTIONS'), ids),
);

builder.objectField(InternalAccountRef, 'ledgerEntries', (t) =>
  t.field({
    type: LedgerEntryConnection,
    description: 'Double-entry lines of this account, newest first.',
    args: pageArguments(t),
    resolve: async (account, args, context) => {
      // A cursor is good for this account alone; the page is loaded together with those of other accounts.
      const { list, ...place } = pageAsked(
        'ledgerEntries',
        { account: account.id },
        { first: args.first ?? undefined, after: args.after ?? undefined },
      );
      const page = (await ledgerPageOf(context, account.id, { ...place, list: '' })) as Page<LedgerLine>;
      return {
        page: { ...page, list },
        count: async () => (await ledgerCountOf(context, account.id)) ?? 0,
      };
    },
  }),
);

const TransferArgs = builder.inputType('TransferInput', {
  description: 'A movement between an internal and an external account of one owner and one currency.',
  fields: (t) => ({
    source: t.id({ required: true, description: 'In: ExternalAccount:<uuid>. Out: InternalAccount:<uuid>.' }),
    destination: t.id({
      required: true,
      description: 'In: InternalAccount:<uuid>. Out: ExternalAccount:<uuid>.',
    }),
    amount: t.field({ type: 'Amount', required: true, description: '1 to 9000000000000000, smallest unit.' }),
    description: t.string({ description: 'Memo, at most 255 characters.' }),
  }),
});

export { TransferArgs };

const replayed = 'Makes a repeated call answer the same transaction, 1 to 255 characters.';

builder.mutationFields((t) => ({
  transferIn: t.errorUnionField({
    description: 'Pulls money from an external account. Only accounts that allow ACH pulls.',
    authScopes: { permission: 'TRANSACT' },
    args: {
      input: t.arg({ type: TransferArgs, required: true, description: 'From where, to where, how much.' }),
      idempotencyKey: t.arg.string({ description: replayed }),
    },
    types: [TransactionRef, InvalidInput, Forbidden, NotFound, Conflict],
    union: {
      name: 'TransferInResult',
      description: 'What transferIn answers.',
      resolveType: () => TransactionRef,
    },
    ...accepting({ input: TransferInInput, idempotencyKey: IdempotencyKey }, (args, context) =>
      transferIn(context.ports, platformOf(context), args.input, args.idempotencyKey),
    ),
  }),
  transferOut: t.errorUnionField({
    description: 'Sends money to an external account.',
    authScopes: { permission: 'TRANSACT' },
    args: {
      input: t.arg({ type: TransferArgs, required: true, description: 'From where, to where, how much.' }),
      idempotencyKey: t.arg.string({ description: replayed }),
    },
    types: [TransactionRef, InsufficientBalance, InvalidInput, Forbidden, NotFound, Conflict],
    union: {
      name: 'TransferOutResult',
      description: 'What transferOut answers.',
      resolveType: () => TransactionRef,
    },
    ...accepting({ input: TransferOutInput, idempotencyKey: IdempotencyKey }, (args, context) =>
      transferOut(context.ports, platformOf(context), args.input, args.idempotencyKey),
    ),
  }),
}));
