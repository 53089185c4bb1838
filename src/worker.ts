/**
 * Runs due jobs, a few at a time. Any number of processes may run a worker; each job is claimed by one of them. A worker
 * sleeps until a commit in any process wakes it, and polls twice a second for jobs that became due.
 *
 * Platforms take turns, so a long backlog of one does not delay the jobs of others. While other platforms use the database,
 * a platform has one worker: more of them would take the processor time that the requests of others need.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type Database, isShared } from './infrastructure/database/client.ts';
import { platformPartition } from './infrastructure/database/fair-queue.ts';
import { onWake } from './infrastructure/database/transact.ts';
import { platformsWithDueJobs } from './infrastructure/jobs/job-store.ts';
import { type Job, type JobHandlers, performDueJobsOf } from './infrastructure/jobs/jobs.ts';
import { RoundRobin } from './infrastructure/jobs/round-robin.ts';
import type { WorkObserver } from './infrastructure/observability/work-record.ts';
import { idOf } from './kernel/ids.ts';

const defaultPollMs = 500;
/** The pause after a poll in multiples of its duration: polls take at most a fifth of the time of one connection. */
const pausePerPoll = 4;
/** The minimum pause. Under load one poll handles the wake-ups of many commits. */
const minPauseMs = 20;
/** The maximum pause. After a poll that waited for an unavailable database, neither the next poll nor the stop is late. */
const maxPauseMs = 200;

/** The pause after a poll for platforms with due jobs. */
export const pauseAfter = (pollDurationMs: number): number =>
  Math.min(maxPauseMs, Math.max(minPauseMs, pausePerPoll * pollDurationMs));

export interface Worker {
  /** When the worker that is furthest behind last started a round, by `performance.now()`. */
  readonly lastRoundAt: number;
  /** Finishes running jobs and claims no new ones. */
  stop(): Promise<void>;
}

interface WorkerOptions {
  /** Called for every job. */
  readonly observe?: WorkObserver;
  /** The interval of polls without wake-ups. */
  readonly pollMs?: number;
}

export async function startWorker(
  db: Database,
  handlers: JobHandlers,
  realNow: () => Date,
  onError: (error: unknown, job?: Job) => void,
  { observe, pollMs = defaultPollMs }: WorkerOptions = {},
): Promise<Worker> {
  // The embedded database runs one transaction at a time, so more workers would only wait for each other.
  const workers = db.kind === 'embedded' ? 1 : 6;
  const maxPerPlatform = (uuid: string) => {
    const { key } = platformPartition(idOf('Platform', uuid));
    // A platform that is alone leaves two workers free for the platforms that come next.
    return isShared(db, key) ? 1 : Math.max(1, workers - 2);
  };
  const turns = new RoundRobin(maxPerPlatform, workers);
  let stopped = false;
  const waiters = new Set<() => void>();
  let wakeCount = 0;

  const resumeAll = () => {
    for (const resume of waiters) resume();
  };
  const wake = () => {
    wakeCount += 1;
    resumeAll();
  };
  const sleep = () =>
    new Promise<void>((resolve) => {
      const resume = () => {
        clearTimeout(timer);
        waiters.delete(resume);
        resolve();
      };
      const timer = setTimeout(resume, pollMs);
      waiters.add(resume);
    });

  const roundsStartedAt = Array.from({ length: workers }, () => performance.now());

  let polling: Promise<void> | undefined;
  let nextPollAt = 0;
  /** `wakeCount` at the start of the last poll. Later wake-ups need another poll. */
  let polledWakeCount = 0;
  /** Finds the platforms with due jobs. All workers share one poll. */
  const poll = async (): Promise<void> => {
    if (performance.now() < nextPollAt) return;
    polling ??= (async () => {
      const startedAt = performance.now();
      polledWakeCount = wakeCount;
      try {
        turns.offer(await platformsWithDueJobs(db.orm, realNow()));
      } finally {
        const endedAt = performance.now();
        nextPollAt = endedAt + pauseAfter(endedAt - startedAt);
        polling = undefined;
      }
    })();
    await polling;
  };

  /** Does due jobs of the platform whose turn it is; `false` when no platform has one. */
  const workOnce = async (): Promise<boolean> => {
    await poll();
    const platformUuid = turns.take();
    if (platformUuid === undefined) return false;
    const onMore = () => {
      turns.offer([platformUuid]);
      resumeAll();
    };
    try {
      const options = { db, handlers, realNow, onError, observe, onMore };
      // Jobs of another kind may be due, so the next poll does not wait for a wake-up.
      if ((await performDueJobsOf(platformUuid, options)) !== 'nothing-due') wakeCount += 1;
    } finally {
      turns.end(platformUuid);
    }
    return true;
  };

  const work = async (_: unknown, worker: number) => {
    while (!stopped) {
      roundsStartedAt[worker] = performance.now();
      let hasWorked = false;
      try {
        hasWorked = await workOnce();
      } catch (error) {
        // The database is unavailable, or this is a defect. Poll again later in both cases.
        onError(error);
        if (!stopped) await sleep();
      }
      if (hasWorked || stopped) continue;
      // After a wake-up since the last poll, do not sleep: poll again as soon as the pause ends.
      if (polledWakeCount === wakeCount) await sleep();
      else await delay(Math.max(1, nextPollAt - performance.now()));
    }
  };

  const stopListening = await onWake(db, wake);
  const working = Array.from({ length: workers }, work);
  return {
    get lastRoundAt() {
      return Math.min(...roundsStartedAt);
    },
    async stop() {
      stopped = true;
      wake();
      await stopListening();
      await Promise.all(working);
    },
  };
}
