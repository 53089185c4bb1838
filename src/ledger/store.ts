/** Reads of the ledger: the double-entry lines of an account. */
import { and, count, desc, eq, lt } from 'drizzle-orm';
import type { Executor } from '../database/client.ts';
import { entries, postings } from '../database/tables/index.ts';
import { type Id, idOf, uuidOf } from '../kernel/ids.ts';
import { type Page, type PageRequest, pageOf } from '../kernel/page.ts';
import type { Money } from '../money/amount.ts';

/** One posting on an account: a positive amount is a credit. */
export interface LedgerLine {
  readonly id: Id<'LedgerEntry'>;
  readonly amount: Money;
  readonly balanceAfter: Money;
  readonly transactionId: Id<'Transaction'> | undefined;
  readonly description: string;
  readonly createdAt: Date;
}

/** Newest first. The caller has seen that the account is theirs to read. */
export async function listLedgerLines(
  db: Executor,
  account: Id<'InternalAccount'>,
  page: PageRequest,
): Promise<Page<LedgerLine>> {
  const rows = await db
    .select({
      id: postings.id,
      amount: postings.amount,
      currency: postings.currency,
      balanceAfter: postings.balanceAfter,
      transactionId: entries.transactionId,
      description: entries.description,
      createdAt: postings.createdAt,
    })
    .from(postings)
    .innerJoin(entries, eq(entries.id, postings.entryId))
    .where(and(eq(postings.accountId, uuidOf(account)), page.after ? lt(postings.id, page.after) : undefined))
    .orderBy(desc(postings.id))
    .limit(page.first + 1);
  return pageOf(
    page,
    rows.map(({ currency, ...row }) => ({
      id: idOf('LedgerEntry', row.id),
      amount: { amount: row.amount, currency },
      balanceAfter: { amount: row.balanceAfter ?? 0n, currency },
      transactionId: row.transactionId ? idOf('Transaction', row.transactionId) : undefined,
      description: row.description,
      createdAt: row.createdAt,
    })),
  );
}

export async function countLedgerLines(db: Executor, account: Id<'InternalAccount'>): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(postings)
    .where(eq(postings.accountId, uuidOf(account)));
  return row?.total ?? 0;
}
