/** Transactions: one by its id, and lists of them. */

import { type Id, idSchema } from '../../src/kernel/ids.ts';
import { maxChoices } from '../../src/kernel/lists.ts';
import { jsonNumber, parseRatio } from '../../src/kernel/money/rate.ts';
import { TransactionFilterInput } from '../../src/payments/transactions/filters.ts';
import { stepsUntil } from '../../src/payments/transactions/past.ts';
import {
  countTransactions,
  findTransactions,
  listTransactions,
} from '../../src/payments/transactions/store.ts';
import { type LoggedStep, timelinesOf } from '../../src/payments/transactions/timeline.ts';
import type { Transaction } from '../../src/payments/transactions/transaction.ts';
import { maxSteps } from '../../src/payments/transactions/transaction.ts';
import { accepting } from '../core/accepting.ts';
import { builder } from '../core/builder.ts';
import { mapCost } from '../core/complexity.ts';
import { connectionOf, listing, pageArguments } from '../core/connections.ts';
import { batched, byId, visibleTo } from '../core/context.ts';
import { SortOrder } from '../core/enums.ts';
import { MoneyRef } from '../core/money.ts';
import { NodeRef, registerNode } from '../core/node.ts';
import { CustomerRef, customerById } from '../customers/customers.ts';
import { TransactionTypeEnum } from '../platforms/enums.ts';
import {
  EntryDirectionEnum,
  FailureReasonEnum,
  RateDetailsRef,
  ReconciliationRef,
  RefundRef,
  TransactionEventRef,
  TransactionPartyRef,
  TransactionStatusEnum,
} from './transaction-parts.ts';

export const transactionById = batched<Id<'Transaction'>, Transaction>(
  'transactionById',
  async (context, ids) => byId(await findTransactions(context.ports.db.orm, visibleTo(context), ids)),
);

const timelineOf = batched<Id<'Transaction'>, readonly LoggedStep[]>(
  'timelineOfTransaction',
  (context, ids) => timelinesOf(context.ports.db.orm, ids),
);

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
      complexity: mapCost,
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
      bound: maxSteps,
      description: 'What happened to it, oldest first.',
      resolve: async (transaction, _args, context) => [
        ...stepsUntil(transaction, (await timelineOf(context, transaction.id)) ?? []),
      ],
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
    status: t.field({ type: [TransactionStatusEnum], description: `Any of these. At most ${maxChoices}.` }),
    type: t.field({ type: TransactionTypeEnum, description: 'INCOMING or OUTGOING.' }),
    reference: t.string({ description: 'The reference of reconciliationInstructions.' }),
    agentId: t.id({ description: 'Agent:<uuid>: those that this agent began.' }),
    startDate: t.field({ type: 'DateTime', description: 'Inclusive, by createdAt.' }),
    endDate: t.field({ type: 'DateTime', description: 'Inclusive, by createdAt.' }),
    sortOrder: t.field({ type: SortOrder, defaultValue: 'DESC', description: 'By createdAt.' }),
  }),
});

export const TransactionConnection = connectionOf('Transaction', TransactionRef);

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
    ...listing('transactions', TransactionFilterInput, listTransactions, countTransactions),
  }),
}));
