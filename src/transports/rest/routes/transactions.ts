/** Lists of transactions, and decisions on incoming payments. Source: docs/behaviour/conventions.md#filters, docs/behaviour/endpoints.md#further-endpoints, docs/behaviour/webhooks.md#payment-approval. */
import { z } from 'zod';
import { maxChoices } from '../../../kernel/lists.ts';
import { limitAmount } from '../../../kernel/money/amount.ts';
import { oneOf, optional } from '../../../kernel/parse.ts';
import { explainTransaction } from '../../../operations/explanation/explain-transactions.ts';
import { explanationView } from '../../../operations/explanation/explanation-view.ts';
import {
  ApproveTransactionInput,
  approveTransaction,
} from '../../../payments/approvals/approve-transaction.ts';
import { RejectTransactionInput, rejectTransaction } from '../../../payments/approvals/reject-transaction.ts';
import { maxBuckets } from '../../../payments/statistics/intervals.ts';
import { statisticsView } from '../../../payments/statistics/statistics-view.ts';
import {
  TransactionStatisticsInput,
  transactionStatistics,
} from '../../../payments/statistics/transaction-statistics.ts';
import { TransactionNotFound } from '../../../payments/transactions/errors.ts';
import { TransactionFilterInput } from '../../../payments/transactions/filters.ts';
import {
  countTransactions,
  findTransaction,
  listTransactions,
  type TransactionFilter,
} from '../../../payments/transactions/store.ts';
import { transactionStatuses } from '../../../payments/transactions/transaction.ts';
import { isWideTransactionFilter } from '../../../payments/transactions/transaction-filter.ts';
import { transactionView } from '../../../payments/transactions/transaction-view.ts';
import { paymentCallerOf } from '../../../platforms/access/payment-caller.ts';
import { scopeOf } from '../../../platforms/access/principal.ts';
import { listOf, pageOf } from '../bodies/common.ts';
import { TransactionExplanation } from '../bodies/explanation.ts';
import { Transaction, TransactionStatistics } from '../bodies/payments.ts';
import { integerIn, listIn, pageView, paging, readPage, sortOrder } from '../query.ts';
import { type Call, found, idIn, routesFor } from '../route.ts';

const route = routesFor('platform', 'Payments');

const transactionId = { id: idIn('Transaction', TransactionNotFound) };

/** Filters of every list of transactions. */
export const transactionFilter = z.object({
  accountIdentifier: TransactionFilterInput.shape.accountIdentifier,
  senderAccountIdentifier: TransactionFilterInput.shape.senderAccountIdentifier,
  receiverAccountIdentifier: TransactionFilterInput.shape.receiverAccountIdentifier,
  status: optional(listIn(oneOf(transactionStatuses), maxChoices)),
  type: TransactionFilterInput.shape.type,
  reference: TransactionFilterInput.shape.reference,
  createdAfter: TransactionFilterInput.shape.createdAfter,
  createdBefore: TransactionFilterInput.shape.createdBefore,
  startDate: TransactionFilterInput.shape.startDate.meta({ deprecated: true }),
  endDate: TransactionFilterInput.shape.endDate.meta({ deprecated: true }),
  minAmount: optional(integerIn(limitAmount, {})),
  maxAmount: optional(integerIn(limitAmount, {})),
  currency: TransactionFilterInput.shape.currency,
  counterparty: TransactionFilterInput.shape.counterparty,
  query: TransactionFilterInput.shape.query,
  sortOrder: optional(sortOrder),
  ...paging,
});

const { customerId, platformCustomerId } = TransactionFilterInput.shape;

/** A page of the transactions that the caller may see. */
export function transactionPage(
  { ports, principal }: Call<'platform' | 'agent'>,
  { limit, cursor, ...filter }: TransactionFilter & { limit?: unknown; cursor?: string | undefined },
) {
  const scope = scopeOf(principal);
  return readPage(
    ports,
    'transactions',
    { limit, cursor, ...filter },
    (db, page) => listTransactions(db, scope, filter, page),
    (db) => countTransactions(db, scope, filter),
    { isWide: isWideTransactionFilter(filter) },
  );
}

export const transactionRoutes = [
  route({
    method: 'GET',
    path: '/transactions',
    name: 'listTransactions',
    graphql: 'transactions',
    summary: 'Transactions, newest first.',
    permission: 'VIEW',
    query: transactionFilter.extend({ customerId, platformCustomerId }),
    status: 200,
    response: pageOf(Transaction),
    run: (call, { query }) => transactionPage(call, query),
    view: (result) => pageView(result, result.page.items.map(transactionView)),
  }),
  route({
    method: 'GET',
    path: '/transaction-statistics',
    name: 'getTransactionStatistics',
    graphql: 'transactionStatistics',
    summary: `Numbers and volume of transactions for each day, week or month of a range, oldest first. At most ${maxBuckets} of them.`,
    permission: 'VIEW',
    query: TransactionStatisticsInput,
    status: 200,
    response: listOf(TransactionStatistics, maxBuckets),
    run: ({ ports, principal }, { query }) => transactionStatistics(ports, scopeOf(principal), query),
    view: (intervals) => ({ data: intervals.map(statisticsView) }),
  }),
  route({
    method: 'GET',
    path: '/transactions/{id}',
    name: 'getTransaction',
    graphql: 'transaction',
    summary: 'Returns one transaction with its current status.',
    permission: 'VIEW',
    params: transactionId,
    status: 200,
    response: Transaction,
    run: async ({ ports, principal }, { params }) =>
      found(
        await findTransaction(ports.db.orm, scopeOf(principal), params.id),
        () => new TransactionNotFound(params.id),
      ),
    view: transactionView,
  }),
  route({
    method: 'GET',
    path: '/transactions/{id}/explanation',
    name: 'explainTransaction',
    graphql: 'transaction',
    summary:
      'Returns the ordered story of a payment: requests, decisions, rates, postings, status changes and webhooks.',
    permission: 'VIEW',
    params: transactionId,
    status: 200,
    response: TransactionExplanation,
    run: ({ ports, principal }, { params }) => explainTransaction(ports, principal, params.id),
    view: explanationView,
  }),
  route({
    method: 'POST',
    path: '/transactions/{id}/approve',
    name: 'approveTransaction',
    graphql: 'approveTransaction',
    summary: 'Approves an incoming UMA payment that waits for a decision.',
    permission: 'TRANSACT',
    params: transactionId,
    body: ApproveTransactionInput.omit({ id: true }),
    status: 200,
    response: Transaction,
    errorStatuses: [409],
    run: ({ ports, principal }, { params, body }) =>
      approveTransaction(ports, paymentCallerOf(principal), { ...params, ...body }),
    view: transactionView,
  }),
  route({
    method: 'POST',
    path: '/transactions/{id}/reject',
    name: 'rejectTransaction',
    graphql: 'rejectTransaction',
    summary: 'Rejects an incoming UMA payment that waits for a decision.',
    permission: 'TRANSACT',
    params: transactionId,
    body: RejectTransactionInput.omit({ id: true }),
    status: 200,
    response: Transaction,
    errorStatuses: [409],
    run: ({ ports, principal }, { params, body }) =>
      rejectTransaction(ports, paymentCallerOf(principal), { ...params, ...body }),
    view: transactionView,
  }),
];
