/** SQL of transactions. */
import { and, asc, count, desc, eq, gt, gte, inArray, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Scope } from '../access/principal.ts';
import { type Executor, rawRows } from '../database/client.ts';
import { isAnyOf, readRows, readValues, rowReader } from '../database/rows.ts';
import { transactions } from '../database/tables/index.ts';
import { type Id, idOf, parseAnyId, typeOfId, uuidOf } from '../kernel/ids.ts';
import { type Page, type PageRequest, pageOf } from '../kernel/page.ts';
import { fromRow, toRow } from './row.ts';
import type { Transaction, TransactionStatus, TransactionType } from './transaction.ts';

const visible = (scope: Scope): SQL | undefined =>
  and(
    eq(transactions.platformId, uuidOf(scope.platformId)),
    scope.customerId ? eq(transactions.customerId, uuidOf(scope.customerId)) : undefined,
  );

export async function insertTransaction(tx: Executor, transaction: Transaction): Promise<void> {
  await tx.insert(transactions).values(toRow(transaction));
}

/** Writes every field that can change after creation. */
export async function updateTransaction(tx: Executor, transaction: Transaction): Promise<void> {
  const { id, platformId, createdAt, ...changing } = toRow(transaction);
  await tx.update(transactions).set(changing).where(eq(transactions.id, id));
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

/** Whose it is: for operators, who act for every platform. Callers of the API go by their scope. */
export async function platformOfTransaction(
  db: Executor,
  id: Id<'Transaction'>,
): Promise<Id<'PlatformConfig'> | undefined> {
  const [row] = await db
    .select({ platformId: transactions.platformId })
    .from(transactions)
    .where(eq(transactions.id, uuidOf(id)));
  return row && idOf('PlatformConfig', row.platformId);
}

export async function lockTransaction(
  tx: Executor,
  scope: Scope,
  id: Id<'Transaction'>,
): Promise<Transaction | undefined> {
  const [row] = await tx
    .select()
    .from(transactions)
    .where(and(visible(scope), eq(transactions.id, uuidOf(id))))
    .for('update');
  return row && fromRow(row);
}

export interface TransactionFilter {
  /** A customer's; with the platform's own id, the platform's own movements. */
  readonly customerId?: Id<'Customer'> | Id<'PlatformConfig'> | undefined;
  readonly platformCustomerId?: string | undefined;
  /** An account id or a UMA address, on either side. */
  readonly accountIdentifier?: string | undefined;
  readonly senderAccountIdentifier?: string | undefined;
  readonly receiverAccountIdentifier?: string | undefined;
  readonly status?: readonly TransactionStatus[] | undefined;
  readonly type?: TransactionType | undefined;
  readonly reference?: string | undefined;
  readonly agentId?: Id<'Agent'> | undefined;
  /** By createdAt, inclusive. */
  readonly startDate?: Date | undefined;
  readonly endDate?: Date | undefined;
  readonly sortOrder?: 'ASC' | 'DESC' | undefined;
}

const nothing = sql`false`;

function partyIs(side: 'source' | 'destination', identifier: string): SQL {
  const id = parseAnyId(identifier);
  const column = {
    source: {
      InternalAccount: transactions.sourceInternalId,
      ExternalAccount: transactions.sourceExternalId,
      uma: transactions.sourceUmaAddress,
    },
    destination: {
      InternalAccount: transactions.destinationInternalId,
      ExternalAccount: transactions.destinationExternalId,
      uma: transactions.destinationUmaAddress,
    },
  }[side];
  if (!id) return eq(column.uma, identifier.toLowerCase());
  const type = typeOfId(id);
  return type === 'InternalAccount' || type === 'ExternalAccount' ? eq(column[type], uuidOf(id)) : nothing;
}

function ofCustomer(scope: Scope, id: TransactionFilter['customerId']): SQL | undefined {
  if (!id) return undefined;
  if (typeOfId(id) === 'Customer') return eq(transactions.customerId, uuidOf(id));
  return id === scope.platformId ? isNull(transactions.customerId) : nothing;
}

const matching = (scope: Scope, filter: TransactionFilter): SQL | undefined =>
  and(
    visible(scope),
    ofCustomer(scope, filter.customerId),
    filter.platformCustomerId ? eq(transactions.platformCustomerId, filter.platformCustomerId) : undefined,
    filter.accountIdentifier
      ? or(partyIs('source', filter.accountIdentifier), partyIs('destination', filter.accountIdentifier))
      : undefined,
    filter.senderAccountIdentifier ? partyIs('source', filter.senderAccountIdentifier) : undefined,
    filter.receiverAccountIdentifier ? partyIs('destination', filter.receiverAccountIdentifier) : undefined,
    filter.status
      ? filter.status.length > 0
        ? inArray(transactions.status, [...filter.status])
        : nothing
      : undefined,
    filter.type ? eq(transactions.type, filter.type) : undefined,
    filter.reference ? eq(transactions.reference, filter.reference) : undefined,
    filter.agentId ? eq(transactions.agentId, uuidOf(filter.agentId)) : undefined,
    filter.startDate ? gte(transactions.createdAt, filter.startDate) : undefined,
    filter.endDate ? lte(transactions.createdAt, filter.endDate) : undefined,
  );

/** Newest first unless the filter says otherwise. */
export async function listTransactions(
  db: Executor,
  scope: Scope,
  filter: TransactionFilter,
  page: PageRequest,
): Promise<Page<Transaction>> {
  const rows = await readRows(
    db,
    reader,
    sql`select ${reader.columns()} from ${transactions}
        where ${matching(scope, filter)} ${onPage(filter, page)}`,
  );
  return pageOf(page, rows.map(fromRow));
}

/** What follows the conditions of a page: where it begins, its order, and one row more than it shows. */
function onPage({ sortOrder }: TransactionFilter, page: PageRequest): SQL {
  const rising = sortOrder === 'ASC';
  const begins = page.after ? sql`and ${(rising ? gt : lt)(transactions.id, page.after)}` : sql``;
  return sql`${begins} order by ${(rising ? asc : desc)(transactions.id)} limit ${page.first + 1}`;
}

export async function countTransactions(
  db: Executor,
  scope: Scope,
  filter: TransactionFilter,
): Promise<number> {
  const [row] = await db.select({ total: count() }).from(transactions).where(matching(scope, filter));
  return row?.total ?? 0;
}

/** What the parents of transactions are: customers, or internal accounts on either side. */
export type TransactionParent = 'customer' | 'internal-account';

const belongsTo = (parent: TransactionParent): SQL =>
  parent === 'customer'
    ? sql`${transactions.customerId} = parent.id`
    : sql`(${transactions.sourceInternalId} = parent.id or ${transactions.destinationInternalId} = parent.id)`;

/** How many each of several parents has, in one statement. */
export async function countsOfTransactions(
  db: Executor,
  scope: Scope,
  parent: TransactionParent,
  uuids: readonly string[],
  filter: TransactionFilter,
): Promise<Map<string, number>> {
  const rows = await rawRows<{ id: string; total: string | number }>(
    db,
    sql`select parent.id, (
          select count(*) from ${transactions} where ${belongsTo(parent)} and ${matching(scope, filter)}
        ) as total from unnest(${sql.param([...uuids])}::uuid[]) as parent (id)`,
  );
  return new Map(rows.map(({ id, total }) => [id, Number(total)]));
}

/** A page for each of several parents, in one statement: each parent's rows are found through its own index. */
export async function pagesOfTransactions(
  db: Executor,
  scope: Scope,
  parent: TransactionParent,
  uuids: readonly string[],
  filter: TransactionFilter,
  page: PageRequest,
): Promise<Map<string, Page<Transaction>>> {
  const rows = await readValues(
    db,
    sql`select parent.id, ${reader.columns('found')}
        from unnest(${sql.param([...uuids])}::uuid[]) as parent (id)
        cross join lateral (
          select * from ${transactions} where ${belongsTo(parent)} and ${matching(scope, filter)} ${onPage(filter, page)}
        ) found`,
  );
  const byParent = new Map<string, Transaction[]>(uuids.map((uuid) => [uuid, []]));
  for (const values of rows) byParent.get(values[0] as string)?.push(fromRow(reader.decode(values, 1)));
  return new Map([...byParent].map(([uuid, list]) => [uuid, pageOf(page, list)]));
}
