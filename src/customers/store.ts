/** SQL of customers. */
import { and, eq, gt, gte, isNull, lte, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../infrastructure/database/client.ts';
import { pageSql } from '../infrastructure/database/page-sql.ts';
import { isAnyOf, readRows, readValues, rowReader } from '../infrastructure/database/row-decoding/rows.ts';
import { statement } from '../infrastructure/database/statements.ts';
import { type Id, idOf, uuidOf } from '../kernel/ids.ts';
import { type Page, type PageRequest, pageOf } from '../kernel/page.ts';
import type { Scope } from '../platforms/access/principal.ts';
import { inScope, type ScopeName, scopeValues } from '../platforms/access/scope-store.ts';
import type { BusinessInfo, Customer, CustomerType } from './customer.ts';
import { readSearched, searchCondition } from './search-store.ts';
import { customers } from './tables.ts';

type Row = typeof customers.$inferSelect;

const toCustomer = (row: Row): Customer => ({
  id: idOf('Customer', row.id),
  platformCustomerId: row.platformCustomerId,
  customerType: row.customerType,
  umaAddress: row.umaAddress,
  region: row.region ?? undefined,
  currencies: row.currencies,
  email: row.email ?? undefined,
  kycStatus: row.kycStatus ?? undefined,
  kybStatus: row.kybStatus ?? undefined,
  fullName: row.fullName ?? undefined,
  birthDate: row.birthDate ?? undefined,
  nationality: row.nationality ?? undefined,
  address: row.address ?? undefined,
  businessInfo: (row.businessInfo as BusinessInfo | null) ?? undefined,
  isDeleted: row.deletedAt !== null,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});

const reader = rowReader(customers);

const visible = (scope: Scope): SQL | undefined =>
  and(
    eq(customers.platformId, uuidOf(scope.platformId)),
    scope.customerId ? eq(customers.id, uuidOf(scope.customerId)) : undefined,
  );

/** Uses the expression of the unique index. */
const hasAddress = (address: string): SQL => eq(sql`lower(${customers.umaAddress})`, address);

/** Finds deleted customers too, because their records can still be read. */
export async function findCustomer(
  db: Executor,
  scope: Scope,
  id: Id<'Customer'>,
): Promise<Customer | undefined> {
  const [found] = await findCustomers(db, scope, [id]);
  return found;
}

export async function findCustomers(
  db: Executor,
  scope: Scope,
  ids: readonly Id<'Customer'>[],
): Promise<Customer[]> {
  const found = and(visible(scope), isAnyOf(customers.id, ids.map(uuidOf)));
  const rows = await readRows(db, reader, sql`select ${reader.columns()} from ${customers} where ${found}`);
  return rows.map(toCustomer);
}

export async function lockCustomer(
  tx: Executor,
  scope: Scope,
  id: Id<'Customer'>,
): Promise<Customer | undefined> {
  const [row] = await tx
    .select()
    .from(customers)
    .where(and(visible(scope), eq(customers.id, uuidOf(id))))
    .for('update');
  return row && toCustomer(row);
}

/** Inserts or updates the customer. */
export async function saveCustomer(
  tx: Executor,
  platformId: Id<'Platform'>,
  customer: Customer,
): Promise<void> {
  const { id, isDeleted, currencies, businessInfo, ...rest } = customer;
  const orNull = <T>(value: T | undefined): T | null => value ?? null;
  const row: typeof customers.$inferInsert = {
    ...rest,
    id: uuidOf(id),
    platformId: uuidOf(platformId),
    currencies: [...currencies],
    region: orNull(rest.region),
    email: orNull(rest.email),
    kycStatus: orNull(rest.kycStatus),
    kybStatus: orNull(rest.kybStatus),
    fullName: orNull(rest.fullName),
    birthDate: orNull(rest.birthDate),
    nationality: orNull(rest.nationality),
    address: orNull(rest.address),
    businessInfo: businessInfo ? { ...businessInfo } : null,
    deletedAt: isDeleted ? rest.updatedAt : null,
  };
  await tx.insert(customers).values(row).onConflictDoUpdate({ target: customers.id, set: row });
}

interface CustomerFilter {
  /** Words of the name, the email address, the platform's id or the UMA address. */
  readonly query?: readonly string[] | undefined;
  readonly platformCustomerId?: string | undefined;
  readonly customerType?: CustomerType | undefined;
  readonly region?: string | undefined;
  /** Customers that have this currency. */
  readonly currency?: string | undefined;
  readonly umaAddress?: string | undefined;
  /** These four are inclusive. */
  readonly createdAfter?: Date | undefined;
  readonly createdBefore?: Date | undefined;
  readonly updatedAfter?: Date | undefined;
  readonly updatedBefore?: Date | undefined;
  readonly includeDeleted?: boolean | undefined;
}

/** Whether no index has the customers of the filter in the order of the list. */
export const isWideCustomerFilter = ({
  platformCustomerId,
  umaAddress,
  includeDeleted: _,
  ...others
}: CustomerFilter): boolean =>
  platformCustomerId === undefined &&
  umaAddress === undefined &&
  Object.values(others).some((value) => value !== undefined);

const matching = (scope: Scope, filter: CustomerFilter): SQL | undefined =>
  and(
    visible(scope),
    filter.includeDeleted ? undefined : isNull(customers.deletedAt),
    filter.platformCustomerId ? eq(customers.platformCustomerId, filter.platformCustomerId) : undefined,
    filter.customerType ? eq(customers.customerType, filter.customerType) : undefined,
    filter.region ? eq(customers.region, filter.region) : undefined,
    filter.currency ? sql`${filter.currency} = any(${customers.currencies})` : undefined,
    filter.umaAddress ? hasAddress(filter.umaAddress) : undefined,
    filter.createdAfter ? gte(customers.createdAt, filter.createdAfter) : undefined,
    filter.createdBefore ? lte(customers.createdAt, filter.createdBefore) : undefined,
    filter.updatedAfter ? gte(customers.updatedAt, filter.updatedAfter) : undefined,
    filter.updatedBefore ? lte(customers.updatedAt, filter.updatedBefore) : undefined,
  );

function selectPage(scope: Scope, filter: CustomerFilter, page: PageRequest): SQL {
  const { within, order, limit } = pageSql(customers.id, page);
  const found = and(matching(scope, filter), within);
  return sql`select ${reader.columns()} from ${customers} where ${found} order by ${order} limit ${limit}`;
}

/** Newest first. */
export async function listCustomers(
  db: Executor,
  scope: Scope,
  filter: CustomerFilter,
  page: PageRequest,
): Promise<Page<Customer>> {
  const { query, ...others } = filter;
  const read = (statement: SQL) => readRows(db, reader, statement);
  if (!query) return pageOf(page, (await read(selectPage(scope, filter, page))).map(toCustomer));
  // Deleted customers have no words, so this filter excludes nothing. GraphQL always sets it, to its default.
  const { includeDeleted: _, ...excluding } = others;
  const list = {
    columns: reader.columns(),
    matching: matching(scope, others),
    isFiltered: Object.values(excluding).some((value) => value !== undefined),
    page,
  };
  return pageOf(page, (await readSearched(db, scope, query, list, read)).map(toCustomer));
}

export async function countCustomers(db: Executor, scope: Scope, filter: CustomerFilter): Promise<number> {
  const { query, ...others } = filter;
  const found = query && (await searchCondition(db, scope, query));
  const [row] = await readValues(
    db,
    sql`select count(*) from ${customers} where ${and(matching(scope, others), found)}`,
  );
  return Number(row?.[0] ?? 0);
}

/** Reads the customer and locks it against deletion until commit. Other transactions can read it and lock it so too. */
export async function lockCustomerForShare(
  tx: Executor,
  scope: Scope,
  id: Id<'Customer'>,
): Promise<Customer | undefined> {
  const [found] = await lockCustomersForShare(tx, scope, [id]);
  return found;
}

const lockForShare = statement<ScopeName | 'ids'>(sql`
  select ${reader.columns()} from ${customers}
  where ${inScope(customers.platformId, customers.id)} and ${customers.id} = any(${sql.placeholder('ids')}::uuid[])
  order by ${customers.id} for key share`);

/** As `lockCustomerForShare`, for any number of customers, in id order. */
export async function lockCustomersForShare(
  tx: Executor,
  scope: Scope,
  ids: readonly Id<'Customer'>[],
): Promise<Customer[]> {
  if (ids.length === 0) return [];
  const rows = await readRows(tx, reader, lockForShare({ ...scopeValues(scope), ids: ids.map(uuidOf) }));
  return rows.map(toCustomer);
}

/** The customer with a UMA address, if it is not deleted. */
export async function findCustomerByUma(
  db: Executor,
  scope: Scope,
  address: string,
): Promise<Customer | undefined> {
  const [row] = await db
    .select()
    .from(customers)
    .where(and(visible(scope), hasAddress(address), isNull(customers.deletedAt)));
  return row && toCustomer(row);
}

/**
 * A batch of customers that are not deleted, oldest first, locked against deletion until commit.
 */
export async function lockCustomersAfterForShare(
  tx: Executor,
  scope: Scope,
  after: Id<'Customer'> | undefined,
  limit: number,
): Promise<Customer[]> {
  const rows = await tx
    .select()
    .from(customers)
    .where(
      and(visible(scope), isNull(customers.deletedAt), after ? gt(customers.id, uuidOf(after)) : undefined),
    )
    .orderBy(customers.id)
    .limit(limit)
    .for('key share');
  return rows.map(toCustomer);
}
