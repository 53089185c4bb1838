/**
 * Real time from the database's clock, the same for every process that uses the database.
 *
 * Processes compare instants that others wrote: rate limits, leases of deliveries, due times of jobs, expiry of sessions
 * and tokens. A process with a wrong clock would stop limits from refilling, take leases that others hold, or do jobs too
 * early. Therefore the system clock is not used. The database's clock is read at the start, advances with the process's
 * monotonic timer, and is read again every ten seconds.
 *
 * The embedded database uses the clock of the process, which is its only user.
 */
import { sql } from 'drizzle-orm';
import type { Database } from './client.ts';
import { readValues } from './row-decoding/rows.ts';

const readEveryMs = 10_000;
/** Smaller differences come from scheduling and do not change the time. */
const toleranceMs = 5;

interface DatabaseClock {
  now(): Date;
  /** How far the system clock was ahead of the database's clock at the last reading. */
  readonly processAheadMs: number;
  /** Reads the database's clock now. Throws when the database is unavailable. */
  synchronize(): Promise<void>;
  close(): void;
}

export async function startDatabaseClock(
  db: Database,
  monotonicMs: () => number = () => performance.now(),
): Promise<DatabaseClock> {
  /** The database's clock minus the monotonic timer at the same moment. */
  let offsetMs = 0;
  /** The possible error of the offset: the clock was read at an unknown moment within the round trip. */
  let uncertaintyMs = Number.POSITIVE_INFINITY;
  let processAheadMs = 0;

  const synchronize = async () => {
    const sentAt = monotonicMs();
    const [row] = await readValues(db.orm, sql`select extract(epoch from clock_timestamp())::float8 * 1000`);
    const receivedAt = monotonicMs();
    const databaseMs = Number(row?.[0]);
    const uncertainty = (receivedAt - sentAt) / 2;
    const offset = databaseMs - (sentAt + receivedAt) / 2;
    processAheadMs = Date.now() - (offset + receivedAt);
    if (uncertainty >= uncertaintyMs && Math.abs(offset - offsetMs) <= uncertainty + toleranceMs) return;
    offsetMs = offset;
    uncertaintyMs = uncertainty;
  };
  await synchronize();
  // During an outage the timer alone advances the time. It stays accurate for longer than an outage lasts.
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
