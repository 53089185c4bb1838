/** The transactions of customers and accounts. Parents on one level of a document load their pages together. */
import type { GraphQLResolveInfo } from 'graphql';
import type { InternalAccount } from '../../src/accounts/internal/internal-account.ts';
import type { Customer } from '../../src/customers/customer.ts';
import { readList } from '../../src/infrastructure/database/wide-reads.ts';
import { listName, type Page, type PageArguments, type PageRequest } from '../../src/kernel/page.ts';
import { optional } from '../../src/kernel/parse.ts';
import { TransactionFilterInput } from '../../src/payments/transactions/filters.ts';
import {
  countsOfTransactions,
  pagesOfTransactions,
  type TransactionExtent,
  type TransactionFilter,
  type TransactionParent,
  type TransactionParentId,
} from '../../src/payments/transactions/store.ts';
import type { Transaction } from '../../src/payments/transactions/transaction.ts';
import { isWideTransactionFilter } from '../../src/payments/transactions/transaction-filter.ts';
import type { TransactionSummary } from '../../src/payments/transactions/transaction-summary.ts';
import { InternalAccountRef } from '../accounts/internal-accounts.ts';
import { acceptingOn } from '../core/accepting.ts';
import { builder } from '../core/builder.ts';
import { pageArguments, pageRequestOf, pageShape } from '../core/connections.ts';
import { batched, type Context, visibleIf } from '../core/context.ts';
import { counted } from '../core/counts.ts';
import { selectsOnly } from '../core/selection.ts';
import { CustomerRef } from '../customers/customers.ts';
import { TransactionConnection, TransactionFilterArgs } from './transactions.ts';

/** Whether the document selects only fields that a summary has. */
const selectsSummaries = selectsOnly([
  'id',
  'type',
  'direction',
  'status',
  'failureReason',
  'description',
  'sentAmount',
  'receivedAmount',
  'createdAt',
]);

/** The same page of each parent on a level, in one statement. */
const transactionPageOf = (
  context: Context,
  parent: TransactionParent,
  id: TransactionParentId,
  filter: TransactionFilter,
  page: PageRequest,
  extent: TransactionExtent,
) =>
  batched<TransactionParentId, Page<Transaction | TransactionSummary>>(
    `transactionsOf ${parent} ${extent} ${JSON.stringify(page)}`,
    (_context, ids) =>
      readList(context.ports, isWideTransactionFilter(filter), (db) =>
        pagesOfTransactions(db, visibleIf(context, 'VIEW_TRANSACTIONS'), parent, ids, filter, page, extent),
      ),
  )(context, id);

/** The count of each parent on a level, in one statement. */
const transactionCountOf = (
  context: Context,
  parent: TransactionParent,
  id: TransactionParentId,
  filter: TransactionFilter,
) =>
  batched<TransactionParentId, number>(`transactionCountsOf ${listName(parent, filter)}`, (_context, ids) =>
    counted(context, (db) =>
      countsOfTransactions(db, visibleIf(context, 'VIEW_TRANSACTIONS'), parent, ids, filter),
    ),
  )(context, id);

const transactionsOf =
  <P extends { readonly id: TransactionParentId }>(parent: TransactionParent) =>
  async (
    record: P,
    args: PageArguments & { filter?: TransactionFilter | undefined },
    context: Context,
    info: GraphQLResolveInfo,
  ) => {
    const { filter = {}, ...page } = args;
    const request = pageRequestOf(`${parent}.transactions`, filter, page);
    return {
      page: (await transactionPageOf(
        context,
        parent,
        record.id,
        filter,
        request,
        selectsSummaries(info) ? 'summary' : 'whole',
      )) as Page<Transaction | TransactionSummary>,
      count: async () => (await transactionCountOf(context, parent, record.id, filter)) ?? 0,
    };
  };

const nestedShape = { ...pageShape, filter: optional(TransactionFilterInput) };

builder.objectField(CustomerRef, 'transactions', (t) =>
  t.field({
    type: TransactionConnection,
    description: 'Transactions of the customer, newest first unless the filter sets another order.',
    args: {
      ...pageArguments(t),
      filter: t.arg({ type: TransactionFilterArgs, description: 'Filter for the list.' }),
    },
    ...acceptingOn(nestedShape, transactionsOf<Customer>('customer')),
  }),
);

builder.objectField(InternalAccountRef, 'transactions', (t) =>
  t.field({
    type: TransactionConnection,
    description: 'Transactions from or to the account, newest first unless the filter sets another order.',
    args: {
      ...pageArguments(t),
      filter: t.arg({ type: TransactionFilterArgs, description: 'Filter for the list.' }),
    },
    ...acceptingOn(nestedShape, transactionsOf<InternalAccount>('internal-account')),
  }),
);
