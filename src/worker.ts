/**
 * Does due jobs, a few at a time. Any number of processes may run one: a job is claimed by one of them. It sleeps
 * until something is committed anywhere, and looks by itself twice a second for what became due meanwhile.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from './database/client.ts';
import { onWake } from './database/transact.ts';
import { type Job, type JobHandlers, performDue } from './jobs/jobs.ts';
import type { WorkObserver } from './observability/work-record.ts';

const pollMs = 500;
/** Between two looks of which the first found nothing: under load, one look is for what many commits told. */
const restMs = 20;

export interface Worker {
  /** When, by `performance.now()`, the hand that is slowest now last came round. */
  readonly lastRoundAt: number;
  /** Finishes what runs and takes nothing new. */
  stop(): Promise<void>;
}

export async function startWorker(
  db: Database,
  handlers: JobHandlers,
  realNow: () => Date,
  onError: (error: unknown, job?: Job) => void,
  observe?: WorkObserver,
): Promise<Worker> {
  // The embedded database runs one transaction at a time: more hands would only wait for each other.
  const hands = db.kind === 'embedded' ? 1 : 4;
  let stopped = false;
  const sleeping = new Set<() => void>();
  let wakes = 0;

  const wake = () => {
    wakes += 1;
    for (const rise of sleeping) rise();
  };
  const sleep = () =>
    new Promise<void>((resolve) => {
      const rise = () => {
        clearTimeout(timer);
        sleeping.delete(rise);
        resolve();
      };
      const timer = setTimeout(rise, pollMs);
      sleeping.add(rise);
    });

  const rounds = Array.from({ length: hands }, () => performance.now());

  const work = async (_: unknown, hand: number) => {
    while (!stopped) {
      rounds[hand] = performance.now();
      const seen = wakes;
      let performed: Awaited<ReturnType<typeof performDue>> = 'nothing-due';
      try {
        performed = await performDue(db, handlers, realNow, onError, observe);
      } catch (error) {
        // The database is away, or this is a defect: look again after a moment either way.
        onError(error);
        if (!stopped) await sleep();
      }
      if (performed === 'nothing-due' && !stopped) await (seen === wakes ? sleep() : delay(restMs));
    }
  };

  const stopListening = await onWake(db, wake);
  const working = Array.from({ length: hands }, work);
  return {
    get lastRoundAt() {
      return Math.min(...rounds);
    },
    async stop() {
      stopped = true;
      wake();
      await stopListening();
      await Promise.all(working);
    },
  };
}
