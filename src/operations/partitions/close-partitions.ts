/**
 * Closes partitions of past events, so that the statements of payments read only the open ones, whatever the number of months.
 *
 * 1. A past partition without events that wait for a position rejects further rows, and its last position is recorded.
 * 2. The last sequence number of each of its records is copied to `event_sequences`, in small steps.
 * 3. Some minutes later `first_open_event_id()` moves to its end. By then every process has read the recorded position.
 */
import { sql } from 'drizzle-orm';
import { tryLockUntilCommit } from '../../infrastructure/database/advisory-locks.ts';
import { type Database, type Executor, rawRows } from '../../infrastructure/database/client.ts';
import { isLockTimeout, transact } from '../../infrastructure/database/transact.ts';
import { earliestUuidAt } from '../../kernel/ids.ts';
import { type Partition, partitionsOf, rejectRows } from './partition-store.ts';

const dayMs = 24 * 60 * 60_000;
/** The clocks of processes differ less than this, so no event gets an id in a partition that ended before. */
const minAgeMs = 2 * dayMs;
const rowsAtOnce = 20_000;
const settledAfter = '5 minutes';

interface ClosedRow {
  readonly name: string;
  readonly endsAt: string;
  readonly isCounted: boolean;
  readonly isSettled: boolean;
}

const closedRows = (db: Executor): Promise<ClosedRow[]> =>
  rawRows<ClosedRow>(
    db,
    sql`select name, ends_at as "endsAt", counted_at is not null as "isCounted",
          coalesce(counted_at < now() - ${settledAfter}::interval, false) as "isSettled"
        from closed_partitions where parent = 'events' order by ends_at`,
  );

/** Step 1. False if an event has no position yet or the partition is in use. */
async function closePartition(db: Database, { name, startsAt, endsAt }: Partition): Promise<boolean> {
  const table = sql.identifier(name);
  return transact(db, async (tx) => {
    if (!(await tryLockUntilCommit(tx, 'partitions'))) return false;
    await tx.execute(sql`set local lock_timeout = '1s'`);
    await tx.execute(sql`lock table ${table} in share row exclusive mode`);
    const [waiting] = await rawRows(tx, sql`select 1 from ${table} where position is null limit 1`);
    if (waiting) return false;
    await rejectRows(tx, name);
    await tx.execute(
      sql`insert into closed_partitions (name, parent, starts_at, ends_at, last_position)
          select ${name}, 'events', ${startsAt ?? null}::uuid, ${endsAt}::uuid, greatest(
            (select max(position) from ${table}),
            (select max(last_position) from closed_partitions where parent = 'events'), 0)`,
    );
    return true;
  }).catch((error: unknown) => {
    if (isLockTimeout(error)) return false;
    throw error;
  });
}

/** Step 2. Repeating a part of it changes nothing. */
async function copySequences(
  db: Database,
  name: string,
  canContinue: () => Promise<boolean>,
): Promise<boolean> {
  const table = sql.identifier(name);
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    if (!(await canContinue())) return false;
    const [part] = await rawRows<{ last: string | null }>(
      db.orm,
      sql`with part as materialized (
            select id, resource_id, sequence from ${table} where id > ${after}::uuid order by id limit ${rowsAtOnce}
          ), copied as (
            insert into event_sequences as s (resource_id, sequence)
            select resource_id, max(sequence) from part where sequence is not null group by 1 order by 1
            on conflict (resource_id) do update set sequence = excluded.sequence where s.sequence < excluded.sequence
          )
          select id as last from part order by id desc limit 1`,
    );
    if (!part?.last) break;
    after = part.last;
  }
  await db.orm.execute(sql`update closed_partitions set counted_at = now() where name = ${name}`);
  return true;
}

/** Step 3, for all closed partitions that have no open one before them. */
async function moveFirstOpenId(db: Database, partitions: readonly Partition[], closed: readonly ClosedRow[]) {
  let first: string | undefined;
  const settled = new Set(closed.filter(({ isSettled }) => isSettled).map(({ name }) => name));
  for (const { name, endsAt } of partitions) {
    if (!settled.has(name)) break;
    first = endsAt;
  }
  if (first === undefined) return;
  await transact(db, async (tx) => {
    if (!(await tryLockUntilCommit(tx, 'partitions'))) return;
    await tx.execute(
      sql.raw(`do $$ begin
        if first_open_event_id() < '${first}' then
          create or replace function first_open_event_id() returns uuid language sql immutable parallel safe as
            'select ''${first}''::uuid';
        end if; end $$`),
    );
  });
}

/** Returns the names of the partitions that were closed. */
export async function closePartitions(
  db: Database,
  now: Date,
  { canContinue = async () => true }: { canContinue?: () => Promise<boolean> } = {},
): Promise<readonly string[]> {
  const partitions = await partitionsOf(db.orm, 'events');
  const known = new Set((await closedRows(db.orm)).map(({ name }) => name));
  const latestEnd = earliestUuidAt(new Date(now.getTime() - minAgeMs));
  const closedNow: string[] = [];
  for (const partition of partitions) {
    if (known.has(partition.name)) continue;
    // In order, because the open partitions are those after an id.
    if (partition.endsAt === undefined || partition.endsAt > latestEnd) break;
    if (!(await closePartition(db, partition))) break;
    closedNow.push(partition.name);
  }
  for (const { name, isCounted } of await closedRows(db.orm)) {
    if (!isCounted && !(await copySequences(db, name, canContinue))) return closedNow;
  }
  await moveFirstOpenId(db, partitions, await closedRows(db.orm));
  return closedNow;
}
