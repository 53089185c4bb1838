/**
 * Stops the service in the commit of a chosen step, so that a process is killed at that step and not somewhere near it. The service
 * has no hook for this: deferred triggers of the database under test wait for an advisory lock that the run holds.
 */
import type postgres from 'postgres';

/** Steps of files and entries. The commit that is held records that the step was done. */
export const steps = [
  { name: 'payment submitted', table: 'bank_payments', event: 'insert', when: "new.status = 'WAITING'" },
  { name: 'file recorded', table: 'bank_files', event: 'insert', when: "new.direction = 'OUT'" },
  {
    name: 'content stored',
    table: 'bank_files',
    event: 'update',
    when: "new.direction = 'OUT' and old.storage_key is null and new.storage_key is not null",
  },
  {
    name: 'file staged',
    table: 'bank_files',
    event: 'update',
    when: "old.status = 'READY' and new.status = 'STAGED'",
  },
  {
    name: 'file published',
    table: 'bank_files',
    event: 'update',
    when: "old.status = 'STAGED' and new.status = 'SENT'",
  },
  { name: 'file received', table: 'bank_files', event: 'insert', when: "new.direction = 'IN'" },
  {
    name: 'exchange ended',
    table: 'bank_connections',
    event: 'update',
    when: 'old.leased_until is not null and new.last_exchange_at > old.last_exchange_at',
  },
  {
    name: 'file recorded as entries',
    table: 'bank_files',
    event: 'update',
    when: "old.status = 'RECEIVED' and new.status = 'RECORDED'",
  },
  {
    name: 'file in quarantine',
    table: 'bank_files',
    event: 'update',
    when: "old.status = 'RECEIVED' and new.status = 'QUARANTINED'",
  },
  {
    name: 'report applied',
    table: 'bank_reports',
    event: 'update',
    when: 'old.applied_at is null and new.applied_at is not null',
  },
  {
    name: 'entry booked',
    table: 'bank_entries',
    event: 'update',
    when: 'old.kind is null and new.kind is not null',
  },
  {
    name: 'outcomes of an entry recorded',
    table: 'bank_payments',
    event: 'update',
    when: "old.status = 'IN_FILE' and new.status = 'CONFIRMED'",
  },
] as const;

export type Step = (typeof steps)[number];

/** The first key of the advisory locks; the second is the number of the step. */
const lockClass = 7_331;

/** Adds the triggers to the database under test. */
export async function installHolds(sql: postgres.Sql): Promise<void> {
  await sql.unsafe(`create function hold_commit() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock_shared(${lockClass}, tg_argv[0]::int); return null; end $$`);
  for (const [number, { table, event, when }] of steps.entries()) {
    await sql.unsafe(`create constraint trigger hold_${number} after ${event} on ${table}
      deferrable initially deferred for each row when (${when}) execute function hold_commit(${number})`);
  }
}

const pollMs = 5;

export interface Hold {
  /** Waits until a commit of the step waits. Returns false when there was none in time. */
  untilReached(timeoutMs: number): Promise<boolean>;
  release(): Promise<void>;
}

/** Holds the commits of a step from now on. The client has one connection, which owns the lock. */
export async function holdStep(owner: postgres.Sql, observer: postgres.Sql, step: Step): Promise<Hold> {
  const number = steps.indexOf(step);
  await owner`select pg_advisory_lock(${lockClass}, ${number})`;
  return {
    async untilReached(timeoutMs) {
      const until = Date.now() + timeoutMs;
      while (Date.now() < until) {
        const [row] = await observer<{ waiting: number }[]>`select count(*)::int as waiting from pg_locks
          where locktype = 'advisory' and not granted and classid = ${lockClass} and objid = ${number}
            and database = (select oid from pg_database where datname = current_database())`;
        if (row && row.waiting > 0) return true;
        await new Promise((resolve) => setTimeout(resolve, pollMs));
      }
      return false;
    },
    async release() {
      await owner`select pg_advisory_unlock(${lockClass}, ${number})`;
    },
  };
}
