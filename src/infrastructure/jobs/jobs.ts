/**
 * Durable jobs with a due time. A job is enqueued in the transaction that makes it necessary, and is claimed, done and
 * deleted in one later transaction: a crash leaves the job unchanged, and it is done again.
 *
 * Due times are on the platform's clock: a sandbox platform's may be ahead of real time.
 *
 * Jobs are claimed platform by platform, so that a backlog of one platform does not delay others (`round-robin.ts`).
 * Neither finding the platforms nor claiming reads a backlog: both use the index by platform and due time.
 */
import { eq, type SQL, sql } from 'drizzle-orm';
import { type Id, idOf, newUuid, uuidOf } from '../../kernel/ids.ts';
import { type Database, type Executor, rawRows } from '../database/client.ts';
import { platformPartition } from '../database/fair-queue.ts';
import { bulkInserter, statement } from '../database/statements.ts';
import { send, transact, wakeAfterCommit } from '../database/transact.ts';
import { unavailability } from '../database/unavailable.ts';
import { ignoreWork, observeWork, type WorkObserver } from '../observability/work-record.ts';
import { jobs } from '../tables.ts';

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

const insertJobs = bulkInserter(jobs, ['id', 'platformId', 'kind', 'payload', 'dueAt']);

/** Enqueues jobs in one statement. */
export async function enqueueAll(tx: Executor, newJobs: readonly NewJob[]): Promise<void> {
  if (newJobs.length === 0) return;
  const rows = newJobs.map(({ platformId, ...job }) => ({
    ...job,
    id: newUuid(),
    platformId: uuidOf(platformId),
  }));
  await send(tx, insertJobs(rows));
  wakeAfterCommit(tx);
}

export const enqueue = (tx: Executor, job: NewJob): Promise<void> => enqueueAll(tx, [job]);

interface JobRow {
  id: string;
  kind: string;
  platform_id: string;
  payload: Record<string, unknown> | string;
  due_at: string | Date;
  attempts: number;
  clock_offset_ms: string | number;
}

const fromRow = (row: JobRow): Job => ({
  uuid: row.id,
  kind: row.kind,
  platformId: idOf('Platform', row.platform_id),
  payload: typeof row.payload === 'string' ? JSON.parse(row.payload) : row.payload,
  dueAt: new Date(row.due_at),
  attempts: row.attempts,
});

const claimed = sql`j.id, j.kind, j.platform_id, j.payload, j.due_at, j.attempts, p.clock_offset_ms`;

/**
 * The platforms that have a job due on their clocks, the most overdue first. Reads one index entry for each platform that
 * has jobs.
 */
export async function platformsWithDueJobs(db: Executor, realNow: Date): Promise<string[]> {
  const rows = await rawRows<{ platform_id: string }>(
    db,
    sql`with recursive earliest as (
          (select platform_id, due_at from jobs order by platform_id, due_at, id limit 1)
          union all
          select following.platform_id, following.due_at from earliest cross join lateral (
            select platform_id, due_at from jobs where platform_id > earliest.platform_id
            order by platform_id, due_at, id limit 1
          ) following
        )
        select e.platform_id from earliest e join platforms p on p.id = e.platform_id
        where e.due_at - p.clock_offset_ms * interval '1 millisecond' <= ${realNow.toISOString()}::timestamptz
        order by e.due_at - p.clock_offset_ms * interval '1 millisecond'`,
  );
  return rows.map((row) => row.platform_id);
}

/**
 * Condition: jobs `j` of a platform that are due at an instant. It compares rows, and `inDueOrder` orders by platform too, so
 * that the planner must use the index by platform. An index by due time would read the backlogs of all other platforms.
 */
export const isDueFor = (platformUuid: string, until: SQL): SQL => sql`
  (j.platform_id, j.due_at) >= (${platformUuid}::uuid, '-infinity'::timestamptz)
  and (j.platform_id, j.due_at) <= (${platformUuid}::uuid, ${until})`;

export const inDueOrder = sql`j.platform_id, j.due_at, j.id`;

/**
 * Locks the platform's earliest due jobs that no other worker has locked.
 *
 * @param kind only jobs of this kind.
 */
async function claimDue(
  tx: Executor,
  platformUuid: string,
  realNow: Date,
  limit: number,
  kind?: string,
): Promise<JobRow[]> {
  return rawRows<JobRow>(
    tx,
    sql`select ${claimed} from jobs j join platforms p on p.id = j.platform_id
        where ${isDueFor(
          platformUuid,
          sql`(select ${realNow.toISOString()}::timestamptz + clock_offset_ms * interval '1 millisecond'
              from platforms where id = ${platformUuid})`,
        )} ${kind === undefined ? sql`` : sql`and j.kind = ${kind}`}
        order by ${inDueOrder} limit ${sql.raw(String(limit))} for update of j skip locked`,
  );
}

async function lockRow(tx: Executor, uuid: string): Promise<JobRow | undefined> {
  const [row] = await rawRows<JobRow>(
    tx,
    sql`select ${claimed} from jobs j join platforms p on p.id = j.platform_id
        where j.id = ${uuid} for update of j skip locked`,
  );
  return row;
}

/** Locks a job, unless it is done or a worker has locked it. */
export async function lockJob(tx: Executor, uuid: string): Promise<Job | undefined> {
  const row = await lockRow(tx, uuid);
  return row && fromRow(row);
}

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
  await send(tx, deleteJobs({ jobs: locked.map(({ uuid }) => uuid) }));
}

const deleteJobs = statement<'jobs'>(
  sql`delete from jobs where id = any(${sql.placeholder('jobs')}::uuid[])`,
);

/** Does a locked job and deletes it. */
export const performJob = (tx: Executor, handlers: JobHandlers, job: Job, now: Date): Promise<void> =>
  performAll(tx, handlerOf(handlers, job.kind), [job], now);

const retryBaseMs = 1_000;
const retryCapMs = 5 * 60_000;

/** Postpones a job that failed. It is retried until it succeeds. */
export async function postponeJob(db: Executor, job: Job, now: Date, error: unknown): Promise<void> {
  const delayMs = Math.min(retryCapMs, retryBaseMs * 2 ** Math.min(job.attempts, 20));
  await db
    .update(jobs)
    .set({
      attempts: job.attempts + 1,
      // Only the name: a message may contain data that must not be stored.
      lastError: error instanceof Error ? error.name : 'unknown',
      dueAt: new Date(now.getTime() + delayMs),
    })
    .where(eq(jobs.id, job.uuid));
}

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
      locked = more.length > 0 ? more.map(fromRow) : [fromRow(first)];
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
        job = fromRow(row);
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
