/** The transaction type, and queries of one transaction and of lists. */

import { type Id, idSchema } from '../../src/kernel/ids.ts';
import { maxChoices } from '../../src/kernel/lists.ts';
import { jsonNumber } from '../../src/kernel/money/rate.ts';
import { searchLimits } from '../../src/kernel/search-query.ts';
import { stepsUpTo } from '../../src/payments/transactions/consistent-read.ts';
import { TransactionFilterInput } from '../../src/payments/transactions/filters.ts';
import {
  countTransactions,
  findTransactions,
  listTransactions,
} from '../../src/payments/transactions/store.ts';
import { type TimelineStep, timelinesOf } from '../../src/payments/transactions/timeline.ts';
import type { Transaction } from '../../src/payments/transactions/transaction.ts';
import { maxSteps } from '../../src/payments/transactions/transaction.ts';
import { isWideTransactionFilter } from '../../src/payments/transactions/transaction-filter.ts';
import { type TransactionSummary, whole } from '../../src/payments/transactions/transaction-summary.ts';
import { accepting } from '../core/accepting.ts';
import { builder } from '../core/builder.ts';
import { mapCost } from '../core/complexity.ts';
import { connectionOf, listing, pageArguments } from '../core/connections.ts';
import { batched, byId, principalOf, restrictedTo, visibleTo } from '../core/context.ts';
import { createdWithin, startAndEndDate } from '../core/date-range.ts';
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

const timelineOf = batched<Id<'Transaction'>, readonly TimelineStep[]>(
  'timelineOfTransaction',
  (context, ids) => timelinesOf(context.ports.db.orm, principalOf(context).platform, ids),
);

export const TransactionRef = builder.objectRef<Transaction | TransactionSummary>('Transaction');
TransactionRef.implement({
  description: 'A payment, transfer or deposit, with its status, amounts and history.',
  interfaces: [NodeRef],
  fields: (t) => ({
    status: t.field({
      type: TransactionStatusEnum,
      description: 'Status of the transaction.',
      resolve: (tx) => tx.status,
    }),
    type: t.field({
      type: TransactionTypeEnum,
      description: 'Type of the transaction: INCOMING or OUTGOING.',
      resolve: (tx) => tx.type,
    }),
    direction: t.field({
      type: EntryDirectionEnum,
      description:
        "Direction from the view of the customer: OUTGOING debits the customer's account, INCOMING credits it.",
      resolve: (transaction) => (transaction.type === 'OUTGOING' ? 'DEBIT' : 'CREDIT'),
    }),
    source: t.field({
      type: TransactionPartyRef,
      description: 'Source of the money.',
      resolve: (tx) => whole(tx).source,
    }),
    destination: t.field({
      type: TransactionPartyRef,
      description: 'Destination of the money.',
      resolve: (transaction) => whole(transaction).destination,
    }),
    platformCustomerId: t.string({
      nullable: true,
      description: "The platform's own id of the customer.",
      resolve: (transaction) => whole(transaction).platformCustomerId ?? null,
    }),
    sentAmount: t.field({
      type: MoneyRef,
      nullable: true,
      description: 'Amount debited from the source, including fees.',
      resolve: (transaction) => transaction.sent ?? null,
    }),
    receivedAmount: t.field({
      type: MoneyRef,
      nullable: true,
      description: 'Amount credited to the destination, planned or final.',
      resolve: (transaction) => transaction.received ?? null,
    }),
    exchangeRate: t.float({
      nullable: true,
      description:
        'Exchange rate: units of the sending currency per unit of the receiving currency, in major units. Null for a transfer in one currency.',
      resolve: (transaction) => {
        const { exchangeRate } = whole(transaction);
        return exchangeRate ? jsonNumber(exchangeRate) : null;
      },
    }),
    fees: t.field({
      type: 'Amount',
      nullable: true,
      description: 'Fees, in the smallest unit of the sending currency.',
      resolve: (transaction) => whole(transaction).fees,
    }),
    rateDetails: t.field({
      type: RateDetailsRef,
      nullable: true,
      description: 'Rate and fees in detail; null for a transfer in one currency.',
      resolve: (transaction) => whole(transaction).rateDetails ?? null,
    }),
    description: t.string({
      nullable: true,
      description: 'Memo given by the caller.',
      resolve: (transaction) => transaction.description ?? null,
    }),
    counterpartyInformation: t.field({
      type: 'StringMap',
      complexity: mapCost,
      nullable: true,
      description: 'Known data of the other party, for example {"FULL_NAME": "..."}.',
      resolve: restrictedTo(
        'VIEW_QUOTES',
        (transaction) => whole(transaction).counterpartyInformation ?? null,
      ),
    }),
    reconciliationInstructions: t.field({
      type: ReconciliationRef,
      nullable: true,
      description: 'Data that matches the payment in reconciliation; null while status is CREATED.',
      resolve: (transaction) => {
        const { status, reference } = whole(transaction);
        return status === 'CREATED' ? null : { reference };
      },
    }),
    failureReason: t.field({
      type: FailureReasonEnum,
      nullable: true,
      description: 'Reason for the failure. Only when status is FAILED.',
      resolve: (transaction) => transaction.failureReason ?? null,
    }),
    refund: t.field({
      type: RefundRef,
      nullable: true,
      description: 'Refund of the payment; null if no refund was started.',
      resolve: (transaction) => whole(transaction).refund ?? null,
    }),
    settledAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time of the delivery; null until the payment is delivered.',
      resolve: (transaction) => whole(transaction).settledAt ?? null,
    }),
    createdAt: t.field({ type: 'DateTime', description: 'Creation time.', resolve: (tx) => tx.createdAt }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'Time of the last update.',
      resolve: (tx) => whole(tx).updatedAt,
    }),
    customer: t.field({
      type: CustomerRef,
      nullable: true,
      description: 'Customer of the transaction; null for a transaction of the platform.',
      resolve: async (transaction, _args, context) => {
        const { customerId } = whole(transaction);
        return customerId ? ((await customerById(context, customerId)) ?? null) : null;
      },
    }),
    timeline: t.field({
      type: [TransactionEventRef],
      bound: maxSteps,
      description: 'Status changes, oldest first.',
      resolve: async (transaction, _args, context) => [
        ...stepsUpTo(whole(transaction), (await timelineOf(context, transaction.id)) ?? []),
      ],
    }),
  }),
});

registerNode('Transaction', 'Transaction', transactionById, 'VIEW_TRANSACTIONS');

export const TransactionFilterArgs = builder.inputType('TransactionFilter', {
  description: 'Filter for transactions. A record must match all given fields.',
  fields: (t) => ({
    customerId: t.id({
      description: "Customer:<uuid>, or the platform's own id for transactions of the platform.",
    }),
    platformCustomerId: t.string({ description: "The platform's own id of the customer." }),
    accountIdentifier: t.string({ description: 'Source or destination: an account id or a UMA address.' }),
    senderAccountIdentifier: t.string({ description: 'Source: an account id or a UMA address.' }),
    receiverAccountIdentifier: t.string({
      description: 'Destination: an account id or a UMA address.',
    }),
    status: t.field({
      type: [TransactionStatusEnum],
      description: `Any of these statuses. At most ${maxChoices}.`,
    }),
    type: t.field({
      type: TransactionTypeEnum,
      description: 'Type of the transaction: INCOMING or OUTGOING.',
    }),
    reference: t.string({ description: 'Reference in reconciliationInstructions.' }),
    agentId: t.id({ description: 'Only transactions that this agent initiated, Agent:<uuid>.' }),
    ...createdWithin(t),
    ...startAndEndDate(t),
    minAmount: t.field({
      type: 'Amount',
      description: 'Minimum amount of the sending side, in the smallest unit of its currency.',
    }),
    maxAmount: t.field({
      type: 'Amount',
      description: 'Maximum amount of the sending side, in the smallest unit of its currency.',
    }),
    currency: t.string({ description: 'Currency of the sending side.' }),
    counterparty: t.string({
      description: `The other party: an id of an external account, a UMA address, or words of a name. Each word may be the start of a word. ${searchLimits} Names are those of beneficiaries of external accounts that the caller may read and are not deleted, and names in counterpartyInformation.`,
    }),
    query: t.string({
      description: `Words of the description, the reference, the platform's own id of the customer, or the name of the counterparty. Each word may be the start of a word. ${searchLimits} References and ids are compared from their start.`,
    }),
    sortOrder: t.field({ type: SortOrder, defaultValue: 'DESC', description: 'Order by creation time.' }),
  }),
});

export const TransactionConnection = connectionOf('Transaction', TransactionRef, {
  createdIn: 'transactions',
});

builder.queryFields((t) => ({
  transaction: t.field({
    type: TransactionRef,
    nullable: true,
    authScopes: { permission: 'VIEW_TRANSACTIONS' },
    description: 'Returns one transaction; null if the caller can see no transaction with this id.',
    args: { id: t.arg.id({ required: true, description: 'Transaction:<uuid>' }) },
    ...accepting({ id: idSchema('Transaction') }, ({ id }, context) => transactionById(context, id)),
  }),
  transactions: t.field({
    type: TransactionConnection,
    authScopes: { permission: 'VIEW_TRANSACTIONS' },
    description: 'Transactions, newest first unless the filter sets another order.',
    args: {
      ...pageArguments(t),
      filter: t.arg({ type: TransactionFilterArgs, description: 'Filter for the list.' }),
    },
    ...listing(
      'transactions',
      TransactionFilterInput,
      listTransactions,
      countTransactions,
      isWideTransactionFilter,
    ),
  }),
}));
