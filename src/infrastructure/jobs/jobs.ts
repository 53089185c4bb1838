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
import { claimDue, deleteJobs, insertJobs, jobFromRow, lockRow, postponeJob } from './job-store.ts';

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
}

/** Does the platform's earliest due job, if there is one, and with it other due jobs of its kind if they are done in batches. */
export async function performDueJobsOf(platformUuid: string, runner: JobRunner): Promise<JobOutcome> {
  const { db, handlers, realNow, observe = ignoreWork } = runner;
  const work = observeWork(db, 'job', observe, platformPartition(idOf('Platform', platformUuid)));
  let locked: Job[] = [];
  let now = realNow();
  try {
    const outcome = await transact(work.db, async (tx) => {
      const [first] = await claimDue(tx, platformUuid, realNow(), 1);
      if (!first) return 'nothing-due';
      const handler = handlerOf(handlers, first.kind);
      const more =
        typeof handler === 'function'
          ? []
          : await claimDue(tx, platformUuid, realNow(), handler.maxJobs, first.kind);
      locked = more.length > 0 ? more.map(jobFromRow) : [jobFromRow(first)];
      now = new Date(realNow().getTime() + Number(first.clock_offset_ms));
      await performAll(tx, handler, locked, now);
      return 'done';
    });
    const [{ kind } = { kind: '' }] = locked;
    if (outcome === 'done') work.end(kind, false, locked.length);
    return outcome;
  } catch (error) {
    const [job] = locked;
    // Not the job's failure, and it cannot be postponed while the database is unavailable.
    if (!job || unavailability(error)) throw error;
    if (locked.length > 1) return performEach(runner, locked);
    work.end(job.kind, true);
    runner.onError(error, job);
    await postponeJob(db.orm, job, now, error);
    return 'failed';
  }
}

/** Does the jobs of a failed batch, each in a transaction of its own. */
async function performEach(runner: JobRunner, batch: readonly Job[]): Promise<JobOutcome> {
  const { db, handlers, realNow, onError, observe = ignoreWork } = runner;
  let outcome: JobOutcome = 'done';
  for (const { uuid, kind, platformId } of batch) {
    const work = observeWork(db, 'job', observe, platformPartition(platformId));
    let job: Job | undefined;
    let now = realNow();
    try {
      await transact(work.db, async (tx) => {
        const row = await lockRow(tx, uuid);
        if (!row) return;
        job = jobFromRow(row);
        now = new Date(realNow().getTime() + Number(row.clock_offset_ms));
        await performJob(tx, handlers, job, now);
      });
      if (job) work.end(kind, false);
    } catch (error) {
      if (!job || unavailability(error)) throw error;
      outcome = 'failed';
      work.end(kind, true);
      onError(error, job);
      await postponeJob(db.orm, job, now, error);
    }
  }
  return outcome;
}
