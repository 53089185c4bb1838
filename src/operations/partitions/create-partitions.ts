/**
 * Makes partitions of entries, postings and events ahead of time, so that today and the next month have their own.
 *
 * Decision: after the partitions of months or years there is one without an end, not a default partition. No insert ever fails, and
 * PostgreSQL reads the partitions in the order of their ids, which it does not do beside a default partition.
 *
 * Decision: the locks are waited for briefly. A statement that waits for an exclusive lock makes all later statements wait too, so a long
 * read of the table would stop payments. The next attempt follows minutes later, and there is a month of them.
 */
import { sql } from 'drizzle-orm';
import { tryLockUntilCommit } from '../../infrastructure/database/advisory-locks.ts';
import type { Database } from '../../infrastructure/database/client.ts';
import { isLockTimeout, transact } from '../../infrastructure/database/transact.ts';
import { timeOfUuid } from '../../kernel/ids.ts';
import {
  addRangeCheck,
  divideOpenPartition,
  openPartition,
  rangeCheckEnd,
  readOpenRange,
  removeRangeCheck,
  validateRangeCheck,
} from './partition-store.ts';
import { nextEnd, type PartitionedTable, partitionedTables, partitionName } from './period.ts';

/** An attempt waits this long for the locks. */
const lockTimeout = '200ms';
/** A larger open partition is divided only by the operator's command, because its rows are read first. */
const defaultMaxBytesAtOnce = 64 * 1024 * 1024;
const hourMs = 60 * 60_000;

/** `locked`: the table was in use. `large`: the command must do it. `far-future`: a row has an id that is a year ahead. */
type Skipped = 'locked' | 'large' | 'far-future';

interface Created {
  /** The names of the new partitions. */
  readonly created: readonly string[];
  /** The tables that lack a partition, and why. */
  readonly skipped: Readonly<Partial<Record<PartitionedTable, Skipped>>>;
}

/** Divides the open partition once. Returns the name of the new partition, or `undefined` when none is needed. */
async function divide(
  db: Database,
  parent: PartitionedTable,
  now: Date,
  isChecked: boolean,
): Promise<{ readonly name: string } | { readonly skipped: Skipped } | undefined> {
  return transact(db, async (tx) => {
    if (!(await tryLockUntilCommit(tx, 'partitions'))) return { skipped: 'locked' as const };
    await tx.execute(sql`set local lock_timeout = ${sql.raw(`'${lockTimeout}'`)}`);
    // The table before its partition, as other statements lock them.
    await tx.execute(sql`lock table ${sql.identifier(parent)} in access exclusive mode`);
    const range = await readOpenRange(tx, parent);
    const endsAt = isChecked ? await rangeCheckEnd(tx, parent) : nextEnd(parent, range, now);
    if (endsAt === undefined) return undefined;
    if (endsAt === 'far-future') return { skipped: 'far-future' as const };
    const name = partitionName(parent, endsAt);
    await divideOpenPartition(tx, parent, { startsAt: range.startsAt, endsAt, name });
    if (isChecked) await removeRangeCheck(tx, name);
    return { name };
  }).catch((error: unknown) => {
    if (isLockTimeout(error)) return { skipped: 'locked' as const };
    throw error;
  });
}

/** Divides a large open partition: its rows are read before the locks are taken, while others read and write. */
async function divideLarge(db: Database, parent: PartitionedTable, endsAt: string, now: Date) {
  const { startsAt } = await readOpenRange(db.orm, parent);
  try {
    await removeRangeCheck(db.orm, openPartition(parent));
    await addRangeCheck(db.orm, parent, { startsAt, endsAt });
    await validateRangeCheck(db.orm, parent);
    for (let attempt = 1; ; attempt += 1) {
      const divided = await divide(db, parent, now, true);
      if (divided === undefined || 'name' in divided || attempt === 20) return divided;
    }
  } finally {
    // It is gone with a new partition.
    await removeRangeCheck(db.orm, openPartition(parent));
  }
}

/** Removes the range check that an interrupted command left, before it rejects rows of the next month. */
async function removeExpiringCheck(db: Database, parent: PartitionedTable, now: Date): Promise<void> {
  const end = await rangeCheckEnd(db.orm, parent);
  if (end !== undefined && timeOfUuid(end).getTime() - now.getTime() < 12 * hourMs) {
    await removeRangeCheck(db.orm, openPartition(parent));
  }
}

/**
 * @param large whether large open partitions are divided too. Then a statement may take minutes.
 * @param maxBytesAtOnce an open partition with more is large.
 */
export async function createPartitions(
  db: Database,
  now: Date,
  { large = false, maxBytesAtOnce = defaultMaxBytesAtOnce } = {},
): Promise<Created> {
  const created: string[] = [];
  const skipped: Partial<Record<PartitionedTable, Skipped>> = {};
  for (const parent of partitionedTables) {
    await removeExpiringCheck(db, parent, now);
    for (;;) {
      const range = await readOpenRange(db.orm, parent);
      const endsAt = nextEnd(parent, range, now);
      if (endsAt === undefined) break;
      const isLarge = range.bytes > maxBytesAtOnce;
      const divided =
        endsAt === 'far-future'
          ? { skipped: 'far-future' as const }
          : isLarge && !large
            ? { skipped: 'large' as const }
            : isLarge
              ? await divideLarge(db, parent, endsAt, now)
              : await divide(db, parent, now, false);
      if (divided && 'name' in divided) created.push(divided.name);
      else {
        if (divided) skipped[parent] = divided.skipped;
        break;
      }
    }
  }
  return { created, skipped };
}
