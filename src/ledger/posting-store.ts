/** SQL that reads the postings of accounts. */
import { and, count, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Executor } from '../infrastructure/database/client.ts';
import { type Id, idOf, uuidOf } from '../kernel/ids.ts';
import type { Money } from '../kernel/money/amount.ts';
import { type Page, type PageRequest, pageOf } from '../kernel/page.ts';
import type { Scope } from '../platforms/access/principal.ts';
import { entries, postings } from './tables.ts';

/** One posting on an account: a positive amount is a credit. */
export interface PostingRecord {
  readonly id: Id<'LedgerEntry'>;
  readonly amount: Money;
  readonly balanceAfter: Money;
  readonly transactionId: Id<'Transaction'> | undefined;
  readonly description: string;
  readonly createdAt: Date;
}

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
  const onPage = sql`select found.id from unnest(${sql.param(accounts.map(uuidOf))}::uuid[]) as parent (id)
    cross join lateral (
      select ${postings.id} from ${postings} where ${postings.accountId} = parent.id
        ${page.after ? sql`and ${postings.id} < ${page.after}` : sql``}
      order by ${postings.id} desc limit ${page.first + 1}
    ) found`;
  const rows = await db
    .select({
      id: postings.id,
      accountId: postings.accountId,
      amount: postings.amount,
      currency: postings.currency,
      balanceAfter: postings.balanceAfter,
      transactionId: entries.transactionId,
      description: entries.description,
      createdAt: postings.createdAt,
    })
    .from(postings)
    .innerJoin(entries, eq(entries.id, postings.entryId))
    .where(and(onAccounts(scope, accounts), sql`${postings.id} in (${onPage})`))
    .orderBy(desc(postings.id));
  const byAccount = new Map<Id<'InternalAccount'>, PostingRecord[]>(accounts.map((id) => [id, []]));
  for (const { accountId, currency, ...row } of rows) {
    byAccount.get(idOf('InternalAccount', accountId))?.push({
      id: idOf('LedgerEntry', row.id),
      amount: { amount: row.amount, currency },
      balanceAfter: { amount: row.balanceAfter ?? 0n, currency },
      transactionId: row.transactionId ? idOf('Transaction', row.transactionId) : undefined,
      description: row.description,
      createdAt: row.createdAt,
    });
  }
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
