/** SQL that reads the postings of accounts. */
import { and, count, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../infrastructure/database/client.ts';
import { pageSql } from '../infrastructure/database/page-sql.ts';
import { type Id, idOf, uuidOf } from '../kernel/ids.ts';
import type { Money } from '../kernel/money/amount.ts';
import { type Page, type PageRequest, pageOf } from '../kernel/page.ts';
import type { Scope } from '../platforms/access/principal.ts';
import { entries, postings } from './tables.ts';

/** One posting on an account: a positive amount is a credit. */
export interface PostingRecord {
  readonly id: Id<'LedgerEntry'>;
  readonly accountId: Id<'InternalAccount'>;
  readonly amount: Money;
  readonly balanceAfter: Money;
  readonly transactionId: Id<'Transaction'> | undefined;
  readonly description: string;
  readonly createdAt: Date;
}

const selected = {
  id: postings.id,
  accountId: postings.accountId,
  amount: postings.amount,
  currency: postings.currency,
  balanceAfter: postings.balanceAfter,
  transactionId: entries.transactionId,
  description: entries.description,
  createdAt: postings.createdAt,
};

interface Row {
  id: string;
  accountId: string;
  amount: bigint;
  currency: string;
  balanceAfter: bigint | null;
  transactionId: string | null;
  description: string;
  createdAt: Date;
}

const toPosting = ({
  id,
  accountId,
  amount,
  currency,
  balanceAfter,
  transactionId,
  description,
  createdAt,
}: Row): PostingRecord => ({
  id: idOf('LedgerEntry', id),
  accountId: idOf('InternalAccount', accountId),
  amount: { amount, currency },
  balanceAfter: { amount: balanceAfter ?? 0n, currency },
  transactionId: transactionId ? idOf('Transaction', transactionId) : undefined,
  description,
  createdAt,
});

/** Postings that match a condition, oldest first. The caller checks that it may read their accounts. */
export async function postingsWhere(
  db: Executor,
  scope: Scope,
  condition: SQL | undefined,
): Promise<PostingRecord[]> {
  const rows = await db
    .select(selected)
    .from(postings)
    .innerJoin(entries, eq(entries.id, postings.entryId))
    .where(and(eq(postings.platformId, uuidOf(scope.platformId)), condition))
    .orderBy(postings.id);
  return rows.map(toPosting);
}

/** Postings by id. The caller checks that it may read their accounts. */
export const findPostings = (
  db: Executor,
  scope: Scope,
  ids: readonly Id<'LedgerEntry'>[],
): Promise<PostingRecord[]> => postingsWhere(db, scope, inArray(postings.id, ids.map(uuidOf)));

const onAccounts = (scope: Scope, accounts: readonly Id<'InternalAccount'>[]) =>
  and(eq(postings.platformId, uuidOf(scope.platformId)), inArray(postings.accountId, accounts.map(uuidOf)));

/**
 * A page of each account's postings, newest first, in one statement. The caller has checked that it may read the
 * accounts.
 */
export async function pagesOfPostings(
  db: Executor,
  scope: Scope,
  accounts: readonly Id<'InternalAccount'>[],
  page: PageRequest,
): Promise<Map<Id<'InternalAccount'>, Page<PostingRecord>>> {
  const { within, order, limit } = pageSql(postings.id, page);
  const onPage = sql`select found.id from unnest(${sql.param(accounts.map(uuidOf))}::uuid[]) as parent (id)
    cross join lateral (
      select ${postings.id} from ${postings} where ${and(sql`${postings.accountId} = parent.id`, within)}
      order by ${order} limit ${limit}
    ) found`;
  const rows = await db
    .select(selected)
    .from(postings)
    .innerJoin(entries, eq(entries.id, postings.entryId))
    .where(and(onAccounts(scope, accounts), sql`${postings.id} in (${onPage})`))
    .orderBy(order);
  const byAccount = new Map<Id<'InternalAccount'>, PostingRecord[]>(accounts.map((id) => [id, []]));
  for (const row of rows) byAccount.get(idOf('InternalAccount', row.accountId))?.push(toPosting(row));
  return new Map([...byAccount].map(([id, records]) => [id, pageOf(page, records)]));
}

/** The number of postings of each account, in one statement. */
export async function countsOfPostings(
  db: Executor,
  scope: Scope,
  accounts: readonly Id<'InternalAccount'>[],
): Promise<Map<Id<'InternalAccount'>, number>> {
  const rows = await db
    .select({ accountId: postings.accountId, total: count() })
    .from(postings)
    .where(onAccounts(scope, accounts))
    .groupBy(postings.accountId);
  const counts = new Map<Id<'InternalAccount'>, number>(accounts.map((id) => [id, 0]));
  for (const { accountId, total } of rows) counts.set(idOf('InternalAccount', accountId), total);
  return counts;
}
