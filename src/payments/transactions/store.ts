/** SQL of transactions. */

import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import { type Executor, rawRows } from '../../infrastructure/database/client.ts';
import {
  isAnyOf,
  readRows,
  readValues,
  rowReader,
  type Values,
} from '../../infrastructure/database/row-decoding/rows.ts';
import { bulkInserter, bulkUpdater, statement } from '../../infrastructure/database/statements.ts';
import { send } from '../../infrastructure/database/transact.ts';
import { type Id, idOf, uuidOf } from '../../kernel/ids.ts';
import { type Page, type PageRequest, pageOf } from '../../kernel/page.ts';
import type { PaymentRail } from '../../ledger/payment-rails.ts';
import type { Scope } from '../../platforms/access/principal.ts';
import { inScope, type ScopeName, scopeValues } from '../../platforms/access/scope-store.ts';
import { transactions } from '../tables.ts';
import { disjointConditions, filterCondition, ofInternalAccount, visible } from './list-store.ts';
import { countDriven, selectDriven, selectPage } from './page-store.ts';
import { fromRow, summaryColumns, summaryFromRow, toRow } from './row.ts';
import { searchDrivers } from './search-store.ts';
import type { Transaction } from './transaction.ts';
import type { TransactionFilter } from './transaction-filter.ts';
import type { TransactionSummary } from './transaction-summary.ts';

export type { TransactionFilter } from './transaction-filter.ts';

const insertAll = bulkInserter(transactions);

export async function insertTransactions(tx: Executor, records: readonly Transaction[]): Promise<void> {
  if (records.length > 0) await send(tx, insertAll(records.map(toRow)));
}

const updateAll = bulkUpdater(transactions, [
  'status',
  'receivedAmount',
  'agentId',
  'failureReason',
  'refundReference',
  'refundStatus',
  'refundReason',
  'refundInitiatedAt',
  'refundSettledAt',
  'settledAt',
  'updatedAt',
]);

/** Writes all fields that can change after creation. */
export async function updateTransactions(tx: Executor, records: readonly Transaction[]): Promise<void> {
  if (records.length > 0) await send(tx, updateAll(records.map(toRow)));
}

const reader = rowReader(transactions);

export async function findTransactions(
  db: Executor,
  scope: Scope,
  ids: readonly Id<'Transaction'>[],
): Promise<Transaction[]> {
  const found = and(visible(scope), isAnyOf(transactions.id, ids.map(uuidOf)));
  const rows = await readRows(
    db,
    reader,
    sql`select ${reader.columns()} from ${transactions} where ${found}`,
  );
  return rows.map(fromRow);
}

export async function findTransaction(
  db: Executor,
  scope: Scope,
  id: Id<'Transaction'>,
): Promise<Transaction | undefined> {
  const [found] = await findTransactions(db, scope, [id]);
  return found;
}

/** The platform of a transaction, for operators, who act on every platform. API callers are limited by their scope. */
export async function platformOfTransaction(
  db: Executor,
  id: Id<'Transaction'>,
): Promise<Id<'Platform'> | undefined> {
  const [row] = await db
    .select({ platformId: transactions.platformId })
    .from(transactions)
    .where(eq(transactions.id, uuidOf(id)));
  return row && idOf('Platform', row.platformId);
}

export async function lockTransaction(
  tx: Executor,
  scope: Scope,
  id: Id<'Transaction'>,
): Promise<Transaction | undefined> {
  const [found] = await lockTransactions(tx, scope, [id]);
  return found;
}

const lockByIds = statement<ScopeName | 'ids'>(sql`
  select ${reader.columns()} from ${transactions}
  where ${inScope(transactions.platformId, transactions.customerId)}
    and ${transactions.id} = any(${sql.placeholder('ids')}::uuid[])
  order by ${transactions.id} for update`);

/** Locks the transactions in id order, so that two batches cannot deadlock. */
export async function lockTransactions(
  tx: Executor,
  scope: Scope,
  ids: readonly Id<'Transaction'>[],
): Promise<Transaction[]> {
  const rows = await readRows(tx, reader, lockByIds({ ...scopeValues(scope), ids: ids.map(uuidOf) }));
  return rows.map(fromRow);
}

/** Newest first unless the filter says otherwise. */
export async function listTransactions(
  db: Executor,
  scope: Scope,
  filter: TransactionFilter,
  page: PageRequest,
): Promise<Page<Transaction>> {
  const drivers = await searchDrivers(db, scope, filter);
  const statement = drivers
    ? selectDriven(reader.columns, drivers, filterCondition(scope, filter), filter, page)
    : selectPage(reader.columns, disjointConditions(scope, filter), filter, page);
  const rows = await readRows(db, reader, statement);
  return pageOf(page, rows.map(fromRow));
}

export async function countTransactions(
  db: Executor,
  scope: Scope,
  filter: TransactionFilter,
): Promise<number> {
  const condition = filterCondition(scope, filter);
  const drivers = await searchDrivers(db, scope, filter);
  const [row] = await rawRows<{ total: string | number }>(
    db,
    drivers
      ? countDriven(drivers, condition)
      : sql`select count(*) as total from ${transactions} where ${condition}`,
  );
  return Number(row?.total ?? 0);
}

/** The parent of a list: a customer, or an internal account that is the source or the destination. */
export type TransactionParent = 'customer' | 'internal-account';
export type TransactionParentId = Id<'Customer'> | Id<'InternalAccount'>;

const parentsOf = (parent: TransactionParent): (SQL | undefined)[] =>
  parent === 'customer' ? [sql`${transactions.customerId} = parent.id`] : ofInternalAccount(sql`parent.id`);

/** The number of transactions of each parent, in one statement. */
export async function countsOfTransactions(
  db: Executor,
  scope: Scope,
  parent: TransactionParent,
  ids: readonly TransactionParentId[],
  filter: TransactionFilter,
): Promise<Map<TransactionParentId, number>> {
  const total = sql.join(
    parentsOf(parent).map(
      (one) => sql`(select count(*) from ${transactions} where ${and(one, filterCondition(scope, filter))})`,
    ),
    sql` + `,
  );
  const rows = await rawRows<{ id: string; total: string | number }>(
    db,
    sql`select parent.id, ${total} as total from unnest(${sql.param(ids.map(uuidOf))}::uuid[]) as parent (id)`,
  );
  const totals = new Map(rows.map(({ id, total }) => [id, Number(total)]));
  return new Map(ids.map((id) => [id, totals.get(uuidOf(id)) ?? 0]));
}

const summaryReader = rowReader(transactions, summaryColumns);

export type TransactionExtent = 'whole' | 'summary';

const extents = {
  whole: {
    columns: reader.columns,
    decode: (values: Values): Transaction => fromRow(reader.decode(values, 1)),
  },
  summary: {
    columns: summaryReader.columns,
    decode: (values: Values): TransactionSummary => summaryFromRow(summaryReader.decode(values, 1)),
  },
} as const;

/** A page for each parent, in one statement. Each parent's rows are found through an index. */
export async function pagesOfTransactions(
  db: Executor,
  scope: Scope,
  parent: TransactionParent,
  ids: readonly TransactionParentId[],
  filter: TransactionFilter,
  page: PageRequest,
  extent: TransactionExtent,
): Promise<Map<TransactionParentId, Page<Transaction | TransactionSummary>>> {
  const { columns, decode } = extents[extent];
  const drivers = await searchDrivers(db, scope, filter);
  const select = drivers
    ? selectDriven(
        columns,
        drivers,
        and(or(...parentsOf(parent)), filterCondition(scope, filter)),
        filter,
        page,
      )
    : selectPage(columns, disjointConditions(scope, filter, parentsOf(parent)), filter, page);
  const rows = await readValues(
    db,
    sql`select parent.id, ${columns('found')}
        from unnest(${sql.param(ids.map(uuidOf))}::uuid[]) as parent (id)
        cross join lateral (
          ${select}
        ) found`,
  );
  const byParent = new Map<string, (Transaction | TransactionSummary)[]>(ids.map((id) => [uuidOf(id), []]));
  for (const values of rows) byParent.get(values[0] as string)?.push(decode(values));
  return new Map(ids.map((id) => [id, pageOf(page, byParent.get(uuidOf(id)) ?? [])]));
}

const chosenRails = statement<'quotes'>(sql`
  select id, payment_rail from quotes
  where id = any(${sql.placeholder('quotes')}::uuid[]) and payment_rail is not null`);

/** The rails that the callers chose for the quotes. */
export async function railsOfQuotes(
  tx: Executor,
  ids: readonly Id<'Quote'>[],
): Promise<Map<Id<'Quote'>, PaymentRail>> {
  if (ids.length === 0) return new Map();
  const rows = await readValues(tx, chosenRails({ quotes: ids.map(uuidOf) }));
  return new Map(rows.map(([id, rail]) => [idOf('Quote', id as string), rail as PaymentRail]));
}
