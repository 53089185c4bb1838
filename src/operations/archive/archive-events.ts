/**
 * Moves partitions of past events to files. The steps of transactions and the sequence numbers of records remain in the
 * database.
 *
 * Decision: partitions are archived oldest first, so that the log has every event after one position. A cursor before it is
 * rejected with `CURSOR_EXPIRED`: the events after it are incomplete.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { lockUntilCommit } from '../../infrastructure/database/advisory-locks.ts';
import { type Database, type Executor, rawRows } from '../../infrastructure/database/client.ts';
import { isLockTimeout, transact } from '../../infrastructure/database/transact.ts';
import { deploymentUid } from '../../infrastructure/deployment.ts';
import { Conflict, invariant } from '../../kernel/errors.ts';
import { timeOfUuid } from '../../kernel/ids.ts';
import { type ArchiveTrailer, readArchive, writeArchive } from './archive-file.ts';
import {
  type ClosedPartition,
  closedPartitionsOfEvents,
  copySteps,
  isRedelivered,
  markArchived,
  redeliveryUse,
  rowsOfPartition,
  usesOf,
} from './archive-store.ts';

interface Archived {
  readonly partition: string;
  readonly file: string;
  readonly events: number;
}

class PartitionInUse extends Conflict {
  override readonly name = 'PartitionInUse';
  constructor(partition: string, use: string) {
    super(`${partition} cannot be archived: ${use}`);
  }
}

const lockAttempts = 50;

/**
 * Locks the table of events, which every statement on events then waits for, and that of redeliveries: a redelivery takes its
 * lock before it reads the last archived position. Each attempt is short, so a long read of the table stops nothing.
 */
async function lockTables(tx: Executor): Promise<boolean> {
  await tx.execute(sql`set local lock_timeout = '200ms'`);
  for (let attempt = 1; attempt <= lockAttempts; attempt += 1) {
    await tx.execute(sql`savepoint before_locks`);
    try {
      await tx.execute(sql`lock table events in access exclusive mode`);
      await tx.execute(sql`lock table webhook_redeliveries in share mode`);
      return true;
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      await tx.execute(sql`rollback to savepoint before_locks`);
      await delay(attempt * 20);
    }
  }
  return false;
}

/** Removes the partition from the database. All of it, or nothing, is one commit. */
async function detach(db: Database, partition: ClosedPartition, written: ArchiveTrailer) {
  const table = sql.identifier(partition.name);
  return transact<undefined | PartitionInUse>(db, async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    await lockUntilCommit(tx, 'partitions');
    const [count] = await rawRows<{ n: string | number }>(tx, sql`select count(*) as n from ${table}`);
    if (Number(count?.n) !== written.rows)
      return new PartitionInUse(partition.name, 'its events changed meanwhile');
    await copySteps(tx, partition.name);
    await markArchived(tx, partition.name, written);
    if (!(await lockTables(tx))) return new PartitionInUse(partition.name, 'the table of events is in use');
    if (await isRedelivered(tx, partition)) return new PartitionInUse(partition.name, redeliveryUse);
    await tx.execute(sql`alter table events detach partition ${table}`);
    await tx.execute(sql`drop table ${table}`);
    return undefined;
  });
}

/** Reads the file again and compares it with its checksum, before the rows are removed. */
async function verify(file: string, written: ArchiveTrailer): Promise<void> {
  const read = await readArchive(
    file,
    async () => undefined,
    async () => undefined,
  );
  invariant(read.sha256 === written.sha256, 'the file is the one that was written');
}

/**
 * Archives the closed partitions that end at or before an instant. Stops with an error at the first one that is in use; those
 * before it are archived.
 *
 * @param folder where the files are written: one for each partition.
 */
export async function archiveEvents(
  db: Database,
  { before, folder }: { readonly before: Date; readonly folder: string },
): Promise<readonly Archived[] | Conflict> {
  const deployment = await deploymentUid(db);
  const archived: Archived[] = [];
  for (const partition of await closedPartitionsOfEvents(db.orm)) {
    if (partition.isArchived) continue;
    const { name, startsAt, endsAt, lastPosition } = partition;
    if (timeOfUuid(endsAt) > before) break;
    if (!partition.isSettled) return new PartitionInUse(name, 'it was closed a few minutes ago');
    const [use] = await usesOf(db.orm, partition);
    if (use) return new PartitionInUse(name, use);
    const file = join(folder, `${name}.jsonl.gz`);
    const written = await writeArchive(
      file,
      {
        format: 'payments-platform-events',
        version: 1,
        deployment,
        partition: name,
        startsAt,
        endsAt,
        lastPosition,
      },
      rowsOfPartition(db.orm, name),
    );
    await verify(file, written);
    const error = await detach(db, partition, written);
    if (error) {
      // Nothing was committed. After an exception that is not certain, and the file remains.
      await rm(file);
      return error;
    }
    archived.push({ partition: name, file, events: written.rows });
  }
  return archived;
}
