/**
 * Durable work with a due time. A job is enqueued in the transaction that makes it necessary, and claimed, done and
 * deleted in one other: a crash anywhere leaves it as it was, to be done again.
 *
 * Due times are on the platform's clock. A sandbox platform's clock may be ahead of real time, so what is due is
 * found in two steps: by real time for all, and for the few platforms that are ahead, by their own.
 */
import { eq, sql } from 'drizzle-orm';
import { type Database, type Executor, rawRows } from '../database/client.ts';
import { inserter } from '../database/statements.ts';
import { jobs } from '../database/tables/index.ts';
import { send, transact, wakeAfterCommit } from '../database/transact.ts';
import { unavailability } from '../database/unavailable.ts';
import { newUuid } from '../kernel/ids.ts';
import { ignoreWork, observedWork, type WorkObserver } from '../observability/work-record.ts';

export interface NewJob {
  readonly kind: string;
  readonly platformUuid: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly dueAt: Date;
}

export interface Job {
  readonly uuid: string;
  readonly kind: string;
  readonly platformUuid: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly dueAt: Date;
  readonly attempts: number;
}

/** Does one kind of work, within the transaction that deletes the job. Must be right when done twice. */
export type JobHandler = (tx: Executor, job: Job, now: Date) => Promise<void>;
export type JobHandlers = ReadonlyMap<string, JobHandler>;

const insertJob = inserter(jobs, ['id', 'platformId', 'kind', 'payload', 'dueAt']);

export async function enqueue(tx: Executor, job: NewJob): Promise<void> {
  const { kind, platformUuid: platformId, payload, dueAt } = job;
  await send(tx, insertJob({ id: newUuid(), platformId, kind, payload, dueAt }));
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
  platformUuid: row.platform_id,
  payload: typeof row.payload === 'string' ? JSON.parse(row.payload) : row.payload,
  dueAt: new Date(row.due_at),
  attempts: row.attempts,
});

const claimed = sql`j.id, j.kind, j.platform_id, j.payload, j.due_at, j.attempts, p.clock_offset_ms`;

/** Locks one job that is due and that no other worker has. */
async function claimDue(tx: Executor, realNow: Date): Promise<JobRow | undefined> {
  const at = realNow.toISOString();
  const [due] = await rawRows<JobRow>(
    tx,
    sql`select ${claimed} from jobs j join platforms p on p.id = j.platform_id
        where j.due_at <= ${at}::timestamptz
        order by j.due_at, j.id limit 1 for update of j skip locked`,
  );
  if (due) return due;
  const [ahead] = await rawRows<JobRow>(
    tx,
    sql`select ${claimed} from platforms p join jobs j on j.platform_id = p.id
        where p.clock_offset_ms > 0 and j.due_at <= ${at}::timestamptz + p.clock_offset_ms * interval '1 millisecond'
        order by j.due_at, j.id limit 1 for update of j skip locked`,
  );
  return ahead;
}

/**
 * The earliest job of a platform that is due at `until` on its clock, locked; waits for a worker that has it now.
 * 'taken': a worker did it meanwhile, and may have enqueued others: look again.
 */
export async function lockNextJobOf(
  tx: Executor,
  platformUuid: string,
  until: Date,
): Promise<Job | 'taken' | undefined> {
  const [next] = await rawRows<{ id: string }>(
    tx,
    sql`select id from jobs
        where platform_id = ${platformUuid} and due_at <= ${until.toISOString()}::timestamptz
        order by due_at, id limit 1`,
  );
  if (!next) return undefined;
  const [row] = await rawRows<JobRow>(
    tx,
    sql`select ${claimed} from jobs j join platforms p on p.id = j.platform_id
        where j.id = ${next.id} for update of j`,
  );
  return row ? fromRow(row) : 'taken';
}

/** Does a locked job and deletes it. */
export async function perform(tx: Executor, handlers: JobHandlers, job: Job, now: Date): Promise<void> {
  const handler = handlers.get(job.kind);
  if (!handler) throw new Error(`Invariant broken: jobs of kind ${job.kind} have a handler`);
  await handler(tx, job, now);
  await tx.delete(jobs).where(eq(jobs.id, job.uuid));
}

const retryBaseMs = 1_000;
const retryCapMs = 5 * 60_000;

/** Puts off a job that failed; it is tried again until it succeeds. */
export async function putOff(db: Executor, job: Job, now: Date, error: unknown): Promise<void> {
  const delayMs = Math.min(retryCapMs, retryBaseMs * 2 ** Math.min(job.attempts, 20));
  await db
    .update(jobs)
    .set({
      attempts: job.attempts + 1,
      // The name alone: a message may quote what must not be stored.
      lastError: error instanceof Error ? error.name : 'unknown',
      dueAt: new Date(now.getTime() + delayMs),
    })
    .where(eq(jobs.id, job.uuid));
}

export type Performed = 'nothing-due' | 'done' | 'failed';

/** Does one due job, if there is one. */
export async function performDue(
  db: Database,
  handlers: JobHandlers,
  realNow: () => Date,
  onError: (error: unknown, job: Job) => void,
  observe: WorkObserver = ignoreWork,
): Promise<Performed> {
  const work = observedWork(db, 'job', observe);
  let job: Job | undefined;
  let now = realNow();
  try {
    const performed = await transact(work.db, async (tx) => {
      const row = await claimDue(tx, realNow());
      if (!row) return 'nothing-due';
      job = fromRow(row);
      now = new Date(realNow().getTime() + Number(row.clock_offset_ms));
      await perform(tx, handlers, job, now);
      return 'done';
    });
    if (job) work.end(job.kind, false);
    return performed;
  } catch (error) {
    // While the database is away nothing can be put off, and the job is not to blame.
    if (!job || unavailability(error)) throw error;
    work.end(job.kind, true);
    onError(error, job);
    await putOff(db.orm, job, now, error);
    return 'failed';
  }
}
