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
import { inserter } from '../database/statements.ts';
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

/** Does one kind of job, in the transaction that deletes it. Must be idempotent. */
export type JobHandler = (tx: Executor, job: Job, now: Date) => Promise<void>;
export type JobHandlers = ReadonlyMap<string, JobHandler>;

const insertJob = inserter(jobs, ['id', 'platformId', 'kind', 'payload', 'dueAt']);

export async function enqueue(tx: Executor, job: NewJob): Promise<void> {
  const { kind, platformId, payload, dueAt } = job;
  await send(tx, insertJob({ id: newUuid(), platformId: uuidOf(platformId), kind, payload, dueAt }));
  wakeAfterCommit(tx);
}

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

/** Locks the platform's earliest due job that no other worker has locked. */
async function claimDue(tx: Executor, platformUuid: string, realNow: Date): Promise<JobRow | undefined> {
  const [due] = await rawRows<JobRow>(
    tx,
    sql`select ${claimed} from jobs j join platforms p on p.id = j.platform_id
        where ${isDueFor(
          platformUuid,
          sql`(select ${realNow.toISOString()}::timestamptz + clock_offset_ms * interval '1 millisecond'
              from platforms where id = ${platformUuid})`,
        )}
        order by ${inDueOrder} limit 1 for update of j skip locked`,
  );
  return due;
}

/** Locks a job, unless it is done or a worker has locked it. */
export async function lockJob(tx: Executor, uuid: string): Promise<Job | undefined> {
  const [row] = await rawRows<JobRow>(
    tx,
    sql`select ${claimed} from jobs j join platforms p on p.id = j.platform_id
        where j.id = ${uuid} for update of j skip locked`,
  );
  return row && fromRow(row);
}

/** Does a locked job and deletes it. */
export async function performJob(tx: Executor, handlers: JobHandlers, job: Job, now: Date): Promise<void> {
  const handler = handlers.get(job.kind);
  if (!handler) throw new Error(`Invariant broken: jobs of kind ${job.kind} have a handler`);
  await handler(tx, job, now);
  await tx.delete(jobs).where(eq(jobs.id, job.uuid));
}

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

/** Does the platform's earliest due job, if there is one. */
export async function performDueJobOf(
  db: Database,
  platformUuid: string,
  handlers: JobHandlers,
  realNow: () => Date,
  onError: (error: unknown, job: Job) => void,
  observe: WorkObserver = ignoreWork,
): Promise<JobOutcome> {
  const work = observeWork(db, 'job', observe, platformPartition(idOf('Platform', platformUuid)));
  let job: Job | undefined;
  let now = realNow();
  try {
    const performed = await transact(work.db, async (tx) => {
      const row = await claimDue(tx, platformUuid, realNow());
      if (!row) return 'nothing-due';
      job = fromRow(row);
      now = new Date(realNow().getTime() + Number(row.clock_offset_ms));
      await performJob(tx, handlers, job, now);
      return 'done';
    });
    if (job) work.end(job.kind, false);
    return performed;
  } catch (error) {
    // Not the job's failure, and it cannot be postponed while the database is unavailable.
    if (!job || unavailability(error)) throw error;
    work.end(job.kind, true);
    onError(error, job);
    await postponeJob(db.orm, job, now, error);
    return 'failed';
  }
}
