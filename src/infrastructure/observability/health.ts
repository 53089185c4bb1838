/**
 * Readiness: whether this process should get requests. Reasons against it: the database cannot be reached or lacks
 * migrations, the event tail is behind, or the worker of this process is stuck.
 *
 * Decision: a job is overdue when it has been due by real time for a minute. Jobs that a moved sandbox clock makes due are
 * due in the future of real time, so moving that clock does not affect readiness.
 */

import { startWatchdog } from '../../kernel/watchdog.ts';
import { type Database, rawRows } from '../database/client.ts';
import type { EventTail } from '../events/tail.ts';
import { createLagMeter, overdueJobs } from './backlog-gauges.ts';
import { cached } from './cached.ts';

/** Shorter than the connect timeout of the driver, because probes do not wait that long. */
const timeoutMs = 2_000;
/** The endpoint is public: frequent requests share one check. */
const cacheMs = 1_000;
const tailBehindSeconds = 5;
const maxRoundMs = 30_000;
const overdueMs = 60_000;

type Readiness =
  | 'ready'
  | 'database unreachable'
  | 'migrations missing'
  | 'event log behind'
  | 'worker stuck'
  | 'jobs overdue';

/** The progress of a worker. */
interface Heartbeat {
  /** When the slowest of its loops last completed a round, by `performance.now()`. */
  readonly lastRoundAt: number;
}

export interface Health {
  /** Makes readiness depend on the worker of this process. */
  watch(worker: Heartbeat): void;
  readiness(): Promise<Readiness>;
  close(): void;
}

interface HealthOptions {
  readonly db: Database;
  readonly tail: Pick<EventTail, 'position'>;
  readonly realNow: () => Date;
}

export function createHealth({ db, tail, realNow }: HealthOptions): Health {
  const lagSeconds = createLagMeter(db, tail);
  // Measured regularly, so that the first probe knows the duration of a lag.
  const timer = setInterval(() => void lagSeconds().catch(() => undefined), 1_000 * tailBehindSeconds);
  timer.unref();
  let worker: Heartbeat | undefined;

  const examine = async (): Promise<Readiness> => {
    if (!(await db.isCurrent())) return 'migrations missing';
    if ((await lagSeconds()) >= tailBehindSeconds) return 'event log behind';
    if (!worker) return 'ready';
    if (performance.now() - worker.lastRoundAt > maxRoundMs) return 'worker stuck';
    const [row] = await rawRows<{ n: string | number }>(db.orm, overdueJobs(realNow(), overdueMs));
    return Number(row?.n) > 0 ? 'jobs overdue' : 'ready';
  };

  return {
    close: () => clearInterval(timer),
    watch(one) {
      worker = one;
    },
    readiness: cached<Readiness>(
      () =>
        new Promise((resolve) => {
          const unreachable = () => resolve('database unreachable');
          const stopWatchdog = startWatchdog(timeoutMs, unreachable);
          examine().then(resolve, unreachable).finally(stopWatchdog);
        }),
      cacheMs,
    ),
  };
}
