/** SQL of external accounts. */
import { and, count, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { customers } from '../../customers/tables.ts';
import type { Executor } from '../../infrastructure/database/client.ts';
import { pageSql } from '../../infrastructure/database/page-sql.ts';
import { readRows, rowReader } from '../../infrastructure/database/row-decoding/rows.ts';
import { statement } from '../../infrastructure/database/statements.ts';
import { type Id, idOf, uuidOf } from '../../kernel/ids.ts';
import { type Page, type PageRequest, pageOf } from '../../kernel/page.ts';
import type { Scope } from '../../platforms/access/principal.ts';
import { inScope, isOwnRecord, type ScopeName, scopeValues } from '../../platforms/access/scope-store.ts';
import { externalAccounts } from '../tables.ts';
import type { AccountInfo } from './account-info.ts';
import type { DirectDebitMandate, ExternalAccount } from './external-account.ts';

const externalReader = rowReader(externalAccounts);
type ExternalRow = typeof externalAccounts.$inferSelect;

const toExternal = (row: ExternalRow): ExternalAccount => ({
  id: idOf('ExternalAccount', row.id),
  customerId: row.customerId ? idOf('Customer', row.customerId) : undefined,
  status: row.status,
  currency: row.currency,
  accountInfo: row.accountInfo as unknown as AccountInfo,
  platformAccountId: row.platformAccountId ?? undefined,
  defaultUmaDepositAccount: row.defaultUmaDepositAccount,
  beneficiaryVerificationStatus: row.beneficiaryVerificationStatus ?? undefined,
  beneficiaryVerifiedData: row.beneficiaryVerifiedData ?? undefined,
  directDebitMandate: row.directDebitMandate ?? undefined,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});

const externalOf = (scope: Scope): SQL | undefined =>
  and(
    eq(externalAccounts.platformId, uuidOf(scope.platformId)),
    scope.customerId ? eq(externalAccounts.customerId, uuidOf(scope.customerId)) : undefined,
  );

export async function insertExternalAccount(
  tx: Executor,
  platformId: Id<'Platform'>,
  account: ExternalAccount,
  fingerprint: string,
): Promise<void> {
  const { id, customerId, accountInfo, platformAccountId, ...rest } = account;
  await tx.insert(externalAccounts).values({
    ...rest,
    id: uuidOf(id),
    platformId: uuidOf(platformId),
    customerId: customerId ? uuidOf(customerId) : null,
    accountType: accountInfo.accountType,
    accountInfo: { ...accountInfo },
    fingerprint,
    platformAccountId: platformAccountId ?? null,
    beneficiaryVerificationStatus: rest.beneficiaryVerificationStatus ?? null,
    beneficiaryVerifiedData: rest.beneficiaryVerifiedData ?? null,
    directDebitMandate: rest.directDebitMandate ?? null,
  });
}

/** The account that receives incoming UMA payments of the customer, if one is selected. */
export async function findDefaultDepositAccount(
  db: Executor,
  customerId: Id<'Customer'>,
): Promise<ExternalAccount | undefined> {
  const [row] = await db
    .select()
    .from(externalAccounts)
    .where(
      and(
        eq(externalAccounts.customerId, uuidOf(customerId)),
        eq(externalAccounts.defaultUmaDepositAccount, true),
        isNull(externalAccounts.deletedAt),
      ),
    );
  return row && toExternal(row);
}

/** Clears the customer's default deposit account, before a new one is inserted. */
export async function clearDefaultDepositAccount(
  tx: Executor,
  customerId: Id<'Customer'>,
  at: Date,
): Promise<void> {
  await tx
    .update(externalAccounts)
    .set({ defaultUmaDepositAccount: false, updatedAt: at })
    .where(
      and(
        eq(externalAccounts.customerId, uuidOf(customerId)),
        eq(externalAccounts.defaultUmaDepositAccount, true),
        isNull(externalAccounts.deletedAt),
      ),
    );
}

/**
 * External accounts by id.
 *
 * @param deleted includes deleted accounts, which transactions may refer to.
 */
export async function findExternalAccounts(
  db: Executor,
  scope: Scope,
  ids: readonly Id<'ExternalAccount'>[],
  { deleted = false }: { deleted?: boolean } = {},
): Promise<ExternalAccount[]> {
  const select = deleted ? selectWithDeleted : selectExisting;
  const rows = await readRows(db, externalReader, select({ ...scopeValues(scope), ids: ids.map(uuidOf) }));
  return rows.map(toExternal);
}

export async function findExternalAccount(
  db: Executor,
  scope: Scope,
  id: Id<'ExternalAccount'>,
  options?: { deleted?: boolean },
): Promise<ExternalAccount | undefined> {
  const [found] = await findExternalAccounts(db, scope, [id], options);
  return found;
}

/** Locks the account, `share` against deletion or `update` for deletion. */
export async function lockExternalAccount(
  tx: Executor,
  scope: Scope,
  id: Id<'ExternalAccount'>,
  strength: 'share' | 'update',
): Promise<ExternalAccount | undefined> {
  const found = and(
    externalOf(scope),
    eq(externalAccounts.id, uuidOf(id)),
    isNull(externalAccounts.deletedAt),
  );
  const [row] = await readRows(
    tx,
    externalReader,
    sql`select ${externalReader.columns()} from ${externalAccounts} where ${found} for ${sql.raw(strength)}`,
  );
  return row && toExternal(row);
}

const byIds = sql`
  select ${externalReader.columns()} from ${externalAccounts}
  where ${inScope(externalAccounts.platformId, externalAccounts.customerId)}
    and ${externalAccounts.id} = any(${sql.placeholder('ids')}::uuid[])`;
const selectWithDeleted = statement<ScopeName | 'ids'>(byIds);
const selectExisting = statement<ScopeName | 'ids'>(sql`${byIds} and ${externalAccounts.deletedAt} is null`);
const lockForShare = statement<ScopeName | 'ids'>(
  sql`${byIds} and ${externalAccounts.deletedAt} is null order by ${externalAccounts.id} for share`,
);

/** Locks accounts against deletion, in id order. Deleted ones are not found. */
export async function lockExternalAccountsForShare(
  tx: Executor,
  scope: Scope,
  ids: readonly Id<'ExternalAccount'>[],
): Promise<ExternalAccount[]> {
  const rows = await readRows(
    tx,
    externalReader,
    lockForShare({ ...scopeValues(scope), ids: ids.map(uuidOf) }),
  );
  return rows.map(toExternal);
}

export async function markExternalAccountDeleted(
  tx: Executor,
  id: Id<'ExternalAccount'>,
  at: Date,
): Promise<void> {
  await tx
    .update(externalAccounts)
    .set({ deletedAt: at, updatedAt: at, defaultUmaDepositAccount: false })
    .where(eq(externalAccounts.id, uuidOf(id)));
}

export interface ExternalAccountFilter {
  readonly customerId?: Id<'Customer'> | undefined;
  /** True: only accounts of the platform; false: only accounts of customers. */
  readonly platformOwned?: boolean | undefined;
  readonly currency?: string | undefined;
}

const externalMatching = (scope: Scope, filter: ExternalAccountFilter): SQL | undefined =>
  and(
    externalOf(scope),
    isNull(externalAccounts.deletedAt),
    filter.customerId
      ? isOwnRecord(externalAccounts.customerId, customers, scope, filter.customerId)
      : undefined,
    filter.platformOwned === true ? isNull(externalAccounts.customerId) : undefined,
    filter.platformOwned === false ? sql`${externalAccounts.customerId} is not null` : undefined,
    filter.currency ? eq(externalAccounts.currency, filter.currency) : undefined,
  );

/** Newest first. */
export async function listExternalAccounts(
  db: Executor,
  scope: Scope,
  filter: ExternalAccountFilter,
  page: PageRequest,
): Promise<Page<ExternalAccount>> {
  const { within, order, limit } = pageSql(externalAccounts.id, page);
  const rows = await db
    .select()
    .from(externalAccounts)
    .where(and(externalMatching(scope, filter), within))
    .orderBy(order)
    .limit(limit);
  return pageOf(page, rows.map(toExternal));
}

export async function countExternalAccounts(
  db: Executor,
  scope: Scope,
  filter: ExternalAccountFilter,
): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(externalAccounts)
    .where(externalMatching(scope, filter));
  return row?.total ?? 0;
}

/** A page of the external accounts of each customer, in one statement. */
export async function pagesOfExternalAccounts(
  db: Executor,
  scope: Scope,
  ids: readonly Id<'Customer'>[],
  page: PageRequest,
): Promise<Map<Id<'Customer'>, Page<ExternalAccount>>> {
  const { within, order, limit } = pageSql(externalAccounts.id, page);
  const onPage = sql`select found.id from unnest(${sql.param(ids.map(uuidOf))}::uuid[]) as parent (id)
    cross join lateral (
      select ${externalAccounts.id} from ${externalAccounts}
      where ${and(sql`${externalAccounts.customerId} = parent.id`, externalMatching(scope, {}), within)}
      order by ${order} limit ${limit}
    ) found`;
  const rows = await db
    .select()
    .from(externalAccounts)
    .where(sql`${externalAccounts.id} in (${onPage})`)
    .orderBy(order);
  const byCustomer = new Map<Id<'Customer'>, ExternalAccount[]>(ids.map((id) => [id, []]));
  for (const row of rows) {
    const account = toExternal(row);
    if (account.customerId) byCustomer.get(account.customerId)?.push(account);
  }
  return new Map([...byCustomer].map(([id, accounts]) => [id, pageOf(page, accounts)]));
}

/** The number of external accounts of each customer, in one statement. */
export async function countsOfExternalAccounts(
  db: Executor,
  scope: Scope,
  ids: readonly Id<'Customer'>[],
): Promise<Map<Id<'Customer'>, number>> {
  const rows = await db
    .select({ customerId: externalAccounts.customerId, total: count() })
    .from(externalAccounts)
    .where(and(externalMatching(scope, {}), inArray(externalAccounts.customerId, ids.map(uuidOf))))
    .groupBy(externalAccounts.customerId);
  const counts = new Map<Id<'Customer'>, number>(ids.map((id) => [id, 0]));
  for (const { customerId, total } of rows) if (customerId) counts.set(idOf('Customer', customerId), total);
  return counts;
}

/** Replaces the mandate of an account. */
export async function saveMandate(
  tx: Executor,
  id: Id<'ExternalAccount'>,
  directDebitMandate: DirectDebitMandate,
  at: Date,
): Promise<void> {
  await tx
    .update(externalAccounts)
    .set({ directDebitMandate, updatedAt: at })
    .where(eq(externalAccounts.id, uuidOf(id)));
}

const withUnusedMandate = (ids: readonly Id<'ExternalAccount'>[]) =>
  and(
    inArray(externalAccounts.id, ids.map(uuidOf)),
    sql`${externalAccounts.directDebitMandate} ->> 'isUsed' = 'false'`,
  );

/**
 * Locks the accounts whose mandates `markMandatesUsed` will change, in id order. To be called before the ledger is opened: a request
 * locks the external account for share and opens the ledger after that, so the other order would deadlock.
 */
export async function lockUnusedMandates(tx: Executor, ids: readonly Id<'ExternalAccount'>[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .select({ id: externalAccounts.id })
    .from(externalAccounts)
    .where(withUnusedMandate(ids))
    .orderBy(externalAccounts.id)
    .for('no key update');
}

/** Marks the mandates of accounts as used. `lockUnusedMandates` has locked them. */
export async function markMandatesUsed(tx: Executor, ids: readonly Id<'ExternalAccount'>[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(externalAccounts)
    .set({ directDebitMandate: sql`${externalAccounts.directDebitMandate} || '{"isUsed": true}'` })
    .where(withUnusedMandate(ids));
}
