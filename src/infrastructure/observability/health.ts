/**
 * Whether this process should be sent requests, and if not, why: the database cannot be reached or lacks migrations, the
 * log's live end is behind, or the worker of this process does not do its work.
 *
 * Decision: a job is overdue when it has been due by real time for a minute. What a moved sandbox clock makes due lies in
 * the future of real time, so that moving it takes nobody out of service.
 */

import { startWatchdog } from '../../kernel/watchdog.ts';
import { type Database, rawRows } from '../database/client.ts';
import type { EventTail } from '../events/tail.ts';
import { cached } from './cached.ts';
import { createLagMeter, lateJobs } from './stats.ts';

/** A driver waits for a connection longer than whoever asks this does. */
const patienceMs = 2_000;
/** Anybody may ask, as often as they like: the database is asked once for all of them. */
const keptMs = 1_000;
const tailBehindSeconds = 5;
const silentWorkerMs = 30_000;
const overdueMs = 60_000;

export type Readiness =
  | 'ready'
  | 'database unreachable'
  | 'migrations missing'
  | 'event log behind'
  | 'worker stuck'
  | 'jobs overdue';

/** When, by `performance.now()`, each of a worker's hands last came round. */
export interface Heartbeat {
  readonly lastRoundAt: number;
}

export interface Health {
  /** From now on it depends on the worker of this process too. */
  watch(worker: Heartbeat): void;
  readiness(): Promise<Readiness>;
  close(): void;
}

export interface HealthOptions {
  readonly db: Database;
  readonly tail: Pick<EventTail, 'position'>;
  readonly realNow: () => Date;
}

export function createHealth({ db, tail, realNow }: HealthOptions): Health {
  const behind = createLagMeter(db, tail);
  // Looked at by itself too, so that the first question knows how long it has been so.
  const look = setInterval(() => void behind().catch(() => undefined), 1_000 * tailBehindSeconds);
  look.unref();
  let worker: Heartbeat | undefined;

  const examine = async (): Promise<Readiness> => {
    if (!(await db.isCurrent())) return 'migrations missing';
    if ((await behind()) >= tailBehindSeconds) return 'event log behind';
    if (!worker) return 'ready';
    if (performance.now() - worker.lastRoundAt > silentWorkerMs) return 'worker stuck';
    const [row] = await rawRows<{ n: string | number }>(db.orm, lateJobs(realNow(), overdueMs));
    return Number(row?.n) > 0 ? 'jobs overdue' : 'ready';
  };

  return {
    close: () => clearInterval(look),
    watch(one) {
      worker = one;
    },
    readiness: cached<Readiness>(
      () =>
        new Promise((resolve) => {
          const away = () => resolve('database unreachable');
          const answered = startWatchdog(patienceMs, away);
          examine().then(resolve, away).finally(answered);
        }),
      keptMs,
    ),
  };
}
