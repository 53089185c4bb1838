/** SQL of internal accounts, read with their balances. */
import { and, count, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { customers } from '../../customers/tables.ts';
import type { Executor } from '../../infrastructure/database/client.ts';
import { pageSql } from '../../infrastructure/database/page-sql.ts';
import {
  isAnyOf,
  readValues,
  rowReader,
  type Values,
} from '../../infrastructure/database/row-decoding/rows.ts';
import { bulkInserter, statement } from '../../infrastructure/database/statements.ts';
import { send } from '../../infrastructure/database/transact.ts';
import { type Id, idOf, newUuid, uuidOf } from '../../kernel/ids.ts';
import { type Page, type PageRequest, pageOf } from '../../kernel/page.ts';
import { newReference } from '../../kernel/references.ts';
import { ledgerAccounts } from '../../ledger/tables.ts';
import type { Scope } from '../../platforms/access/principal.ts';
import { inScope, isOwnRecord, type ScopeName, scopeValues } from '../../platforms/access/scope-store.ts';
import { internalAccounts } from '../tables.ts';
import type { AccountKind, InternalAccount, InternalAccountType } from './internal-account.ts';

const internalReader = rowReader(internalAccounts);
const balanceReader = rowReader(ledgerAccounts, ['posted', 'held']);

type InternalRow = typeof internalAccounts.$inferSelect;
type BalanceRow = Pick<typeof ledgerAccounts.$inferSelect, 'posted' | 'held'>;

const toInternal = (row: InternalRow, { posted, held }: BalanceRow): InternalAccount => ({
  id: idOf('InternalAccount', row.id),
  customerId: row.customerId ? idOf('Customer', row.customerId) : undefined,
  type: row.type,
  status: row.status,
  currency: row.currency,
  posted: posted ?? 0n,
  held: held ?? 0n,
  privateEnabled: row.privateEnabled,
  reference: row.reference,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});

const internalOf = (scope: Scope): SQL | undefined =>
  and(
    eq(internalAccounts.platformId, uuidOf(scope.platformId)),
    scope.customerId ? eq(internalAccounts.customerId, uuidOf(scope.customerId)) : undefined,
  );

/** Accounts with their balances. `rest` is the condition and the clauses after it. */
async function selectInternal(db: Executor, rest: SQL): Promise<InternalAccount[]> {
  const rows = await readValues(
    db,
    sql`select ${internalReader.columns()}, ${balanceReader.columns()}
        from ${internalAccounts} join ${ledgerAccounts} on ${ledgerAccounts.id} = ${internalAccounts.id}
        where ${rest}`,
  );
  return rows.map(decode);
}

const decode = (values: Values): InternalAccount =>
  toInternal(internalReader.decode(values), balanceReader.decode(values, internalReader.width));

const selectByIds = statement<ScopeName | 'ids'>(sql`
  select ${internalReader.columns()}, ${balanceReader.columns()}
  from ${internalAccounts} join ${ledgerAccounts} on ${ledgerAccounts.id} = ${internalAccounts.id}
  where ${inScope(internalAccounts.platformId, internalAccounts.customerId)}
    and ${internalAccounts.id} = any(${sql.placeholder('ids')}::uuid[])`);

export async function findInternalAccounts(
  db: Executor,
  scope: Scope,
  ids: readonly Id<'InternalAccount'>[],
): Promise<InternalAccount[]> {
  const rows = await readValues(db, selectByIds({ ...scopeValues(scope), ids: ids.map(uuidOf) }));
  return rows.map(decode);
}

export async function findInternalAccount(
  db: Executor,
  scope: Scope,
  id: Id<'InternalAccount'>,
): Promise<InternalAccount | undefined> {
  const [found] = await findInternalAccounts(db, scope, [id]);
  return found;
}

/** The accounts of several customers in one statement, oldest first. */
export async function internalAccountsOfCustomers(
  db: Executor,
  scope: Scope,
  ids: readonly Id<'Customer'>[],
): Promise<InternalAccount[]> {
  const theirs = and(internalOf(scope), isAnyOf(internalAccounts.customerId, ids.map(uuidOf)));
  return selectInternal(db, sql`${theirs} order by ${internalAccounts.id}`);
}

export interface InternalAccountFilter {
  readonly customerId?: Id<'Customer'> | undefined;
  readonly currency?: string | undefined;
  readonly type?: InternalAccountType | undefined;
}

const internalMatching = (scope: Scope, filter: InternalAccountFilter): SQL | undefined =>
  and(
    internalOf(scope),
    sql`${internalAccounts.customerId} is not null`,
    filter.customerId
      ? isOwnRecord(internalAccounts.customerId, customers, scope, filter.customerId)
      : undefined,
    filter.currency ? eq(internalAccounts.currency, filter.currency) : undefined,
    filter.type ? eq(internalAccounts.type, filter.type) : undefined,
  );

/** Customers' accounts, newest first. */
export async function listInternalAccounts(
  db: Executor,
  scope: Scope,
  filter: InternalAccountFilter,
  page: PageRequest,
): Promise<Page<InternalAccount>> {
  const { within, order, limit } = pageSql(internalAccounts.id, page);
  const found = await selectInternal(
    db,
    sql`${and(internalMatching(scope, filter), within)} order by ${order} limit ${limit}`,
  );
  return pageOf(page, found);
}

export async function countInternalAccounts(
  db: Executor,
  scope: Scope,
  filter: InternalAccountFilter,
): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(internalAccounts)
    .where(internalMatching(scope, filter));
  return row?.total ?? 0;
}

/** The accounts of the platform; none in the scope of a customer. */
export async function platformAccounts(
  db: Executor,
  scope: Scope,
  filter: Omit<InternalAccountFilter, 'customerId'>,
): Promise<InternalAccount[]> {
  if (scope.customerId) return [];
  const own = and(
    internalOf(scope),
    isNull(internalAccounts.customerId),
    filter.currency ? eq(internalAccounts.currency, filter.currency) : undefined,
    filter.type ? eq(internalAccounts.type, filter.type) : undefined,
  );
  return selectInternal(db, sql`${own} order by ${internalAccounts.currency}, ${internalAccounts.id}`);
}

/** The customer's oldest ACTIVE account of a currency. */
export async function findOldestActiveAccount(
  db: Executor,
  customerId: Id<'Customer'>,
  currency: string,
): Promise<InternalAccount | undefined> {
  const theirs = and(
    eq(internalAccounts.customerId, uuidOf(customerId)),
    eq(internalAccounts.currency, currency),
    eq(internalAccounts.status, 'ACTIVE'),
  );
  const [oldest] = await selectInternal(db, sql`${theirs} order by ${internalAccounts.id} limit 1`);
  return oldest;
}

/**
 * The kinds of account that an owner has.
 *
 * @param customerId absent for accounts of the platform.
 */
export async function kindsOfOwner(
  tx: Executor,
  platformId: Id<'Platform'>,
  customerId: Id<'Customer'> | undefined,
): Promise<AccountKind[]> {
  return tx
    .select({ currency: internalAccounts.currency, type: internalAccounts.type })
    .from(internalAccounts)
    .where(
      and(
        eq(internalAccounts.platformId, uuidOf(platformId)),
        customerId
          ? eq(internalAccounts.customerId, uuidOf(customerId))
          : isNull(internalAccounts.customerId),
      ),
    );
}

const insertRows = bulkInserter(internalAccounts);

/** Inserts active accounts. Their ledger accounts are opened by `ledger/account-store.ts`. */
export async function insertInternalAccounts(
  tx: Executor,
  platformId: Id<'Platform'>,
  customerId: Id<'Customer'> | undefined,
  kinds: readonly AccountKind[],
  at: Date,
): Promise<(AccountKind & Pick<InternalAccount, 'id'>)[]> {
  const rows = kinds.map((kind) => ({
    ...kind,
    id: newUuid(),
    platformId: uuidOf(platformId),
    customerId: customerId ? uuidOf(customerId) : null,
    status: 'ACTIVE' as const,
    privateEnabled: false,
    reference: newReference('IA'),
    createdAt: at,
    updatedAt: at,
  }));
  await send(tx, insertRows(rows));
  return rows.map(({ id, type, currency }) => ({ id: idOf('InternalAccount', id), type, currency }));
}
