/**
 * Durable jobs with a due time. A job is enqueued in the transaction that makes it necessary, and is claimed, done and
 * deleted in one later transaction: a crash leaves the job unchanged, and it is done again.
 *
 * Due times are on the platform's clock: a sandbox platform's may be ahead of real time.
 *
 * Jobs are claimed platform by platform, so that a backlog of one platform does not delay others (`round-robin.ts`).
 * Neither finding the platforms nor claiming reads a backlog: both use the index by platform and due time.
 */
import { type Id, idOf } from '../../kernel/ids.ts';
import type { Database, Executor } from '../database/client.ts';
import { platformPartition } from '../database/fair-queue.ts';
import { transact, wakeAfterCommit } from '../database/transact.ts';
import { unavailability } from '../database/unavailable.ts';
import { ignoreWork, observeWork, type WorkObserver } from '../observability/work-record.ts';
import {
  claimDue,
  claimJob,
  deleteJobs,
  insertJobs,
  type JobRow,
  jobFromRow,
  postponeJob,
} from './job-store.ts';

export interface NewJob {
  readonly kind: string;
  readonly platformId: Id<'Platform'>;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly dueAt: Date;
}

export interface Job {
  readonly uuid: string;
  readonly kind: string;
  readonly platformId: Id<'Platform'>;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly dueAt: Date;
  readonly attempts: number;
}

/** Does one job, in the transaction that deletes it. Must be idempotent. */
export type JobHandler = (tx: Executor, job: Job, now: Date) => Promise<void>;

/**
 * Does several jobs of one kind and one platform in the transaction that deletes them. If it throws, each job is tried
 * alone, so that one that fails does not delay the others.
 */
export interface BatchHandler {
  readonly maxJobs: number;
  performAll(tx: Executor, jobs: readonly Job[], now: Date): Promise<void>;
}

export type JobHandlers = ReadonlyMap<string, JobHandler | BatchHandler>;

/** Enqueues jobs in one statement. */
export async function enqueueAll(tx: Executor, newJobs: readonly NewJob[]): Promise<void> {
  if (newJobs.length === 0) return;
  await insertJobs(tx, newJobs);
  wakeAfterCommit(tx);
}

export const enqueue = (tx: Executor, job: NewJob): Promise<void> => enqueueAll(tx, [job]);

function handlerOf(handlers: JobHandlers, kind: string): JobHandler | BatchHandler {
  const handler = handlers.get(kind);
  if (!handler) throw new Error(`Invariant broken: jobs of kind ${kind} have a handler`);
  return handler;
}

/** Does locked jobs of one kind and deletes them. */
async function performAll(
  tx: Executor,
  handler: JobHandler | BatchHandler,
  locked: readonly Job[],
  now: Date,
): Promise<void> {
  if (typeof handler !== 'function') await handler.performAll(tx, locked, now);
  else for (const job of locked) await handler(tx, job, now);
  await deleteJobs(
    tx,
    locked.map(({ uuid }) => uuid),
  );
}

/** Does a locked job and deletes it. */
export const performJob = (tx: Executor, handlers: JobHandlers, job: Job, now: Date): Promise<void> =>
  performAll(tx, handlerOf(handlers, job.kind), [job], now);

type JobOutcome = 'nothing-due' | 'done' | 'failed';

/** How a worker does the due jobs of a platform. */
interface JobRunner {
  readonly db: Database;
  readonly handlers: JobHandlers;
  readonly realNow: () => Date;
  readonly onError: (error: unknown, job: Job) => void;
  readonly observe?: WorkObserver | undefined;
  /**
   * Called before the claimed jobs are done, when the platform may have more due jobs: a batch has its maximum, or the kind is
   * not done in batches.
   */
  readonly onMore?: (() => void) | undefined;
}

/** Claims jobs of one kind and does them in one transaction. If a batch fails, each of its jobs is done alone. */
async function claimAndPerform(
  platformUuid: string,
  runner: JobRunner,
  claim: (tx: Executor) => Promise<readonly JobRow[]>,
): Promise<JobOutcome> {
  const { db, handlers, realNow, onError, observe = ignoreWork } = runner;
  const work = observeWork(db, 'job', observe, platformPartition(idOf('Platform', platformUuid)));
  let locked: readonly Job[] = [];
  let now = realNow();
  try {
    await transact(work.db, async (tx) => {
      const rows = await claim(tx);
      locked = rows.map(jobFromRow);
      const [first] = rows;
      if (!first) return;
      now = new Date(realNow().getTime() + Number(first.clock_offset_ms));
      await performAll(tx, handlerOf(handlers, first.kind), locked, now);
    });
    const [job] = locked;
    if (!job) return 'nothing-due';
    work.end(job.kind, false, locked.length);
    return 'done';
  } catch (error) {
    const [job] = locked;
    // Not the job's failure, and it cannot be postponed while the database is unavailable.
    if (!job || unavailability(error)) throw error;
    work.end(job.kind, true);
    if (locked.length > 1) {
      let outcome: JobOutcome = 'done';
      for (const { uuid } of locked) {
        const alone = await claimAndPerform(platformUuid, runner, (tx) => claimJob(tx, uuid));
        if (alone === 'failed') outcome = 'failed';
      }
      return outcome;
    }
    onError(error, job);
    await postponeJob(db.orm, job, now, error);
    return 'failed';
  }
}

/** Does the platform's earliest due job, if there is one, and with it other due jobs of its kind if they are done in batches. */
export const performDueJobsOf = (platformUuid: string, runner: JobRunner): Promise<JobOutcome> =>
  claimAndPerform(platformUuid, runner, async (tx) => {
    const now = runner.realNow();
    const earliest = await claimDue(tx, platformUuid, now, 1);
    const [first] = earliest;
    if (!first) return earliest;
    const handler = runner.handlers.get(first.kind);
    if (typeof handler !== 'object') {
      runner.onMore?.();
      return earliest;
    }
    const batch = await claimDue(tx, platformUuid, now, handler.maxJobs, first.kind);
    if (batch.length === handler.maxJobs) runner.onMore?.();
    return batch;
  });
