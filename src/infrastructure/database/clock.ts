/**
 * Real time as the database's clock tells it, the same for every process that uses the database.
 *
 * Processes compare instants that others wrote: what rate limits counted, leases of deliveries, due times of jobs, ends
 * of sessions and tokens. A process whose own clock is wrong would stop limits from refilling, take leases that others
 * hold, or do jobs too early. So no process's clock is asked: the database's clock is read once, goes on by the
 * process's monotonic timer, and is read again from time to time.
 *
 * The embedded database has no clock but the process's, and no other process.
 */
import { sql } from 'drizzle-orm';
import type { Database } from './client.ts';
import { readValues } from './row-decoding/rows.ts';

const readEveryMs = 10_000;
/** A difference as small as this comes from scheduling: time does not jump for it. */
const toleranceMs = 5;

export interface DatabaseClock {
  now(): Date;
  /** How far the process's own clock was ahead when the database's was read last, in milliseconds. */
  readonly processAheadMs: number;
  /** Reads the database's clock now. Throws when the database is unavailable. */
  synchronize(): Promise<void>;
  close(): void;
}

export async function startDatabaseClock(
  db: Database,
  monotonicMs: () => number = () => performance.now(),
): Promise<DatabaseClock> {
  /** What the database's clock told, less what the timer told at the same moment. */
  let offsetMs = 0;
  /** By how much that may be wrong: nobody knows when within the round trip the clock was read. */
  let uncertaintyMs = Number.POSITIVE_INFINITY;
  let processAheadMs = 0;

  const synchronize = async () => {
    const sentAt = monotonicMs();
    const [row] = await readValues(db.orm, sql`select extract(epoch from clock_timestamp())::float8 * 1000`);
    const answeredAt = monotonicMs();
    const toldMs = Number(row?.[0]);
    const uncertainty = (answeredAt - sentAt) / 2;
    const offset = toldMs - (sentAt + answeredAt) / 2;
    processAheadMs = Date.now() - (offset + answeredAt);
    if (uncertainty >= uncertaintyMs && Math.abs(offset - offsetMs) <= uncertainty + toleranceMs) return;
    offsetMs = offset;
    uncertaintyMs = uncertainty;
  };
  await synchronize();
  // While the database is unavailable the timer alone goes on, which is exact for longer than that lasts.
  const timer = setInterval(() => void synchronize().catch(() => undefined), readEveryMs);
  timer.unref();

  return {
    now: () => new Date(offsetMs + monotonicMs()),
    get processAheadMs() {
      return processAheadMs;
    },
    synchronize,
    close: () => clearInterval(timer),
  };
}
