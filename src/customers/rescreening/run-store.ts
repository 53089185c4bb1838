/** SQL of screening runs. */
import { eq, sql } from 'drizzle-orm';
import type { Executor } from '../../infrastructure/database/client.ts';
import { type Id, uuidOf } from '../../kernel/ids.ts';
import type { ScreeningList } from '../ports.ts';
import { screeningRuns } from '../tables.ts';

/**
 * Starts a run unless the platform has one with this version, or with a list that changed later. One statement, so that one of
 * several processes starts it.
 *
 * @returns whether it started.
 */
export async function startRun(
  tx: Executor,
  platformId: Id<'Platform'>,
  { version, changedAt }: ScreeningList,
  at: Date,
): Promise<boolean> {
  const run = {
    listVersion: version,
    listChangedAt: changedAt,
    customersScreened: 0,
    startedAt: at,
    finishedAt: null,
  };
  const started = await tx
    .insert(screeningRuns)
    .values({ platformId: uuidOf(platformId), ...run })
    .onConflictDoUpdate({
      target: screeningRuns.platformId,
      set: run,
      setWhere: sql`${screeningRuns.listVersion} <> excluded.list_version
        and ${screeningRuns.listChangedAt} <= excluded.list_changed_at`,
    })
    .returning({ platformId: screeningRuns.platformId });
  return started.length > 0;
}

/** Locks the run of a platform. Returns the version of its list. */
export async function lockRun(tx: Executor, platformId: Id<'Platform'>): Promise<string | undefined> {
  const [row] = await tx
    .select({ listVersion: screeningRuns.listVersion })
    .from(screeningRuns)
    .where(eq(screeningRuns.platformId, uuidOf(platformId)))
    .for('update');
  return row?.listVersion;
}

/** Counts the customers of a page. `finishedAt` is absent unless it was the last one. */
export async function countScreened(
  tx: Executor,
  platformId: Id<'Platform'>,
  customers: number,
  finishedAt?: Date,
): Promise<void> {
  await tx
    .update(screeningRuns)
    .set({
      customersScreened: sql`${screeningRuns.customersScreened} + ${customers}`,
      ...(finishedAt && { finishedAt }),
    })
    .where(eq(screeningRuns.platformId, uuidOf(platformId)));
}
