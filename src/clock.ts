/** The clocks of platforms: real time plus the offset of each platform. */
import type { Logger } from 'pino';
import type { Database } from './infrastructure/database/client.ts';
import { startDatabaseClock } from './infrastructure/database/clock.ts';
import type { Ports } from './sandbox/ports.ts';

/** A larger difference between the clocks of the process and the database is logged. */
const loggedSkewMs = 1_000;

/** A clock that adds a platform's offset to real time. */
const clockOn = (real: () => Date): Ports['clock'] => ({
  real,
  now: ({ clockOffsetMs }) => new Date(real().getTime() + clockOffsetMs),
});

/** The system clock of this process. Correct only if no other process uses the same database. */
export const systemClock: Ports['clock'] = clockOn(() => new Date());

export interface RunningClock {
  readonly clock: Ports['clock'];
  close(): void;
}

/** A clock that all processes on the same database share. */
export async function startClock(db: Database, log?: Logger): Promise<RunningClock> {
  if (db.kind === 'embedded') return { clock: systemClock, close: () => undefined };
  const { now, close, processAheadMs } = await startDatabaseClock(db);
  if (Math.abs(processAheadMs) > loggedSkewMs) {
    log?.warn(
      { processAheadMs: Math.round(processAheadMs) },
      'the clock of this process differs from the clock of the database',
    );
  }
  return { clock: clockOn(now), close };
}
