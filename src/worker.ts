/**
 * Does due jobs, a few at a time. Any number of processes may run one: a job is claimed by one of them. It sleeps
 * until something is committed anywhere, and looks by itself twice a second for what became due meanwhile.
 *
 * Platforms take turns, and one has at most a share of the workers: a platform with a long backlog delays no other.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from './infrastructure/database/client.ts';
import { onWake } from './infrastructure/database/transact.ts';
import {
  type Job,
  type JobHandlers,
  performDueJobOf,
  platformsWithDueJobs,
} from './infrastructure/jobs/jobs.ts';
import { RoundRobin } from './infrastructure/jobs/round-robin.ts';
import type { WorkObserver } from './infrastructure/observability/work-record.ts';

const defaultPollMs = 500;
/** A look for platforms takes at most a tenth of the time, however many platforms there are. */
const restPerLook = 9;
/** Between two looks: under load, one look is for what many commits told. */
const restMs = 20;
/** A look that waited for a database which was unavailable holds back neither the next one nor the end of the worker. */
const maxRestMs = 500;

/** How long the worker rests after a look for platforms that took so long. */
export const restAfter = (lookMs: number): number =>
  Math.min(maxRestMs, Math.max(restMs, restPerLook * lookMs));

export interface Worker {
  /** When, by `performance.now()`, the hand that is slowest now last came round. */
  readonly lastRoundAt: number;
  /** Finishes what runs and takes nothing new. */
  stop(): Promise<void>;
}

export interface WorkerOptions {
  /** Told of every job. */
  readonly observe?: WorkObserver;
  /** Between two looks when nothing is committed anywhere. */
  readonly pollMs?: number;
}

export async function startWorker(
  db: Database,
  handlers: JobHandlers,
  realNow: () => Date,
  onError: (error: unknown, job?: Job) => void,
  { observe, pollMs = defaultPollMs }: WorkerOptions = {},
): Promise<Worker> {
  // The embedded database runs one transaction at a time: more hands would only wait for each other.
  const hands = db.kind === 'embedded' ? 1 : 6;
  /** Two workers remain for the other platforms, and one for a third while two are busy. */
  const turns = new RoundRobin(Math.max(1, hands - 2), hands);
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

  let looking: Promise<void> | undefined;
  let nextLookAt = 0;
  /** What woke the workers until the last look began: what came later was not looked for yet. */
  let wakesLookedFor = 0;
  /** Finds the platforms that have due jobs, for all workers together. */
  const look = async (): Promise<void> => {
    if (performance.now() < nextLookAt) return;
    looking ??= (async () => {
      const startedAt = performance.now();
      wakesLookedFor = wakes;
      try {
        turns.offer(await platformsWithDueJobs(db.orm, realNow()));
      } finally {
        const endedAt = performance.now();
        nextLookAt = endedAt + restAfter(endedAt - startedAt);
        looking = undefined;
      }
    })();
    await looking;
  };

  /** Does one job of the platform whose turn it is; `false` where none has any. */
  const workOnce = async (): Promise<boolean> => {
    await look();
    const platformUuid = turns.take();
    if (platformUuid === undefined) return false;
    let mayHaveMore = false;
    try {
      const performed = await performDueJobOf(db, platformUuid, handlers, realNow, onError, observe);
      mayHaveMore = performed !== 'nothing-due';
    } finally {
      turns.end(platformUuid, { mayHaveMore });
    }
    return true;
  };

  const work = async (_: unknown, hand: number) => {
    while (!stopped) {
      rounds[hand] = performance.now();
      let hasWorked = false;
      try {
        hasWorked = await workOnce();
      } catch (error) {
        // The database is away, or this is a defect: look again after a moment either way.
        onError(error);
        if (!stopped) await sleep();
      }
      if (hasWorked || stopped) continue;
      // A wake that came since the last look is not slept through: the next look is made as soon as it may be.
      if (wakesLookedFor === wakes) await sleep();
      else await delay(Math.max(1, nextLookAt - performance.now()));
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
