/**
 * SQL that reads what a transaction did to internal accounts: its postings and its hold.
 *
 * Decision: postings have no index by entry, which every payment would write. An entry and its postings are recorded with ids of one
 * time (`ledger-batch-store.ts`), so the postings are read from a range of the primary key that has only the rows of a few
 * milliseconds.
 */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Executor } from '../infrastructure/database/client.ts';
import { earliestUuidAt, type Id, idOf, latestUuidAt, timeOfUuid, uuidOf } from '../kernel/ids.ts';
import type { Money } from '../kernel/money/amount.ts';
import type { Scope } from '../platforms/access/principal.ts';
import { type PostingRecord, postingsWhere } from './posting-store.ts';
import { entries, holds, postings } from './tables.ts';

/** More than a transaction has: a debit and a credit, and those of its return. */
export const maxPostings = 20;

/** The maximum time between the ids of an entry and of its postings. They are the same since entries have partitions. */
const maxDistanceMs = 10;

/** The postings of each transaction on accounts of customers and platforms, oldest first. */
export async function postingsOfTransactions(
  db: Executor,
  scope: Scope,
  ids: readonly Id<'Transaction'>[],
): Promise<Map<Id<'Transaction'>, PostingRecord[]>> {
  const byTransaction = new Map<Id<'Transaction'>, PostingRecord[]>(ids.map((id) => [id, []]));
  const found = await db
    .select({ id: entries.id })
    .from(entries)
    .where(
      and(eq(entries.platformId, uuidOf(scope.platformId)), inArray(entries.transactionId, ids.map(uuidOf))),
    );
  if (found.length === 0) return byTransaction;
  const uuids = found.map(({ id }) => id);
  const from = uuids.map((id) => earliestUuidAt(timeOfUuid(id)));
  const to = uuids.map((id) => latestUuidAt(new Date(timeOfUuid(id).getTime() + maxDistanceMs)));
  const near = sql`${postings.id} in (
    select p.id from unnest(${sql.param(uuids)}::uuid[], ${sql.param(from)}::uuid[], ${sql.param(to)}::uuid[])
      as entry (id, first_posting, last_posting)
    cross join lateral (
      select ${postings.id} from ${postings} where ${postings.id} >= entry.first_posting
        and ${postings.id} <= entry.last_posting and ${postings.entryId} = entry.id
    ) p)`;
  for (const posting of await postingsWhere(
    db,
    scope,
    and(near, sql`${postings.balanceAfter} is not null`),
  )) {
    if (posting.transactionId) byTransaction.get(posting.transactionId)?.push(posting);
  }
  return byTransaction;
}

export const holdStatuses = ['PLACED', 'CAPTURED', 'RELEASED'] as const;

/** The reserved amount of a transaction. */
export interface HoldRecord {
  readonly accountId: Id<'InternalAccount'>;
  readonly amount: Money;
  readonly status: (typeof holdStatuses)[number];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The hold of each transaction that has one. */
export async function holdsOfTransactions(
  db: Executor,
  scope: Scope,
  ids: readonly Id<'Transaction'>[],
): Promise<Map<Id<'Transaction'>, HoldRecord>> {
  const rows = await db
    .select()
    .from(holds)
    .where(
      and(eq(holds.platformId, uuidOf(scope.platformId)), inArray(holds.transactionId, ids.map(uuidOf))),
    );
  return new Map(
    rows.map(({ transactionId, accountId, amount, currency, status, createdAt, updatedAt }) => [
      idOf('Transaction', transactionId),
      {
        accountId: idOf('InternalAccount', accountId),
        amount: { amount, currency },
        status,
        createdAt,
        updatedAt,
      },
    ]),
  );
}
