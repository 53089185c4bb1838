/** SQL of the polls of rate feeds. The instants are real time. */
import { and, eq, isNull, lte, or, sql } from 'drizzle-orm';
import type { Executor } from '../../infrastructure/database/client.ts';
import { rateFeeds } from './tables.ts';

/**
 * Takes the lease of a feed that is due. Returns false if it is not due, or if another process polls it.
 *
 * @param leaseMs after this time another process repeats the poll of one that died.
 */
export async function claimPoll(db: Executor, source: string, now: Date, leaseMs: number): Promise<boolean> {
  await db.insert(rateFeeds).values({ source, nextPollAt: now }).onConflictDoNothing();
  const claimed = await db
    .update(rateFeeds)
    .set({ leasedUntil: new Date(now.getTime() + leaseMs) })
    .where(
      and(
        eq(rateFeeds.source, source),
        lte(rateFeeds.nextPollAt, now),
        or(isNull(rateFeeds.leasedUntil), lte(rateFeeds.leasedUntil, now)),
      ),
    )
    .returning({ source: rateFeeds.source });
  return claimed.length > 0;
}

/** Ends a poll. Locks the row of the feed, so that results of one feed are recorded one after the other. */
export async function endPoll(
  tx: Executor,
  source: string,
  { nextPollAt, hasFailed }: { nextPollAt: Date; hasFailed: boolean },
): Promise<void> {
  await tx
    .update(rateFeeds)
    .set({
      nextPollAt,
      leasedUntil: null,
      ...(hasFailed && { failedPolls: sql`${rateFeeds.failedPolls} + 1` }),
    })
    .where(eq(rateFeeds.source, source));
}

/** How many polls of the feed gave no rates, over all processes. */
export async function countFailedPolls(db: Executor, source: string): Promise<number> {
  const [row] = await db
    .select({ failedPolls: rateFeeds.failedPolls })
    .from(rateFeeds)
    .where(eq(rateFeeds.source, source));
  return row?.failedPolls ?? 0;
}
