/** SQL of jobs: inserting, claiming, postponing and deleting them. */
import { eq, type SQL, sql } from 'drizzle-orm';
import { type Id, idOf, newUuid, uuidOf } from '../../kernel/ids.ts';
import { type Executor, rawRows } from '../database/client.ts';
import { bulkInserter, statement } from '../database/statements.ts';
import { send } from '../database/transact.ts';
import type { Job, NewJob } from './jobs.ts';
import { jobs } from './tables.ts';

const insert = bulkInserter(jobs, ['id', 'platformId', 'kind', 'payload', 'dueAt']);

/** Inserts jobs in one statement. */
export async function insertJobs(tx: Executor, newJobs: readonly NewJob[]): Promise<void> {
  const rows = newJobs.map(({ platformId, ...job }) => ({
    ...job,
    id: newUuid(),
    platformId: uuidOf(platformId),
  }));
  await send(tx, insert(rows));
}

export interface JobRow {
  id: string;
  kind: string;
  platform_id: string;
  payload: Record<string, unknown> | string;
  due_at: string | Date;
  attempts: number;
  clock_offset_ms: string | number;
}

export const jobFromRow = (row: JobRow): Job => ({
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

/** The instant on the platform's clock, for `isDueFor`. */
const nowOf = (platformUuid: string, realNow: Date): SQL => sql`
  (select ${realNow.toISOString()}::timestamptz + clock_offset_ms * interval '1 millisecond'
   from platforms where id = ${platformUuid})`;

/** How many jobs of the platform are due, at most `limit`. */
export async function countDueJobs(
  db: Executor,
  platformId: Id<'Platform'>,
  realNow: Date,
  limit: number,
): Promise<number> {
  const platformUuid = uuidOf(platformId);
  const [row] = await rawRows<{ due: string | number }>(
    db,
    sql`select count(*) as due from (
          select from jobs j where ${isDueFor(platformUuid, nowOf(platformUuid, realNow))} limit ${limit}) counted`,
  );
  return Number(row?.due);
}

/**
 * Locks the platform's earliest due jobs that no other worker has locked.
 *
 * @param kind only jobs of this kind.
 */
export async function claimDue(
  tx: Executor,
  platformUuid: string,
  realNow: Date,
  limit: number,
  kind?: string,
): Promise<JobRow[]> {
  return rawRows<JobRow>(
    tx,
    sql`select ${claimed} from jobs j join platforms p on p.id = j.platform_id
        where ${isDueFor(platformUuid, nowOf(platformUuid, realNow))} ${kind === undefined ? sql`` : sql`and j.kind = ${kind}`}
        order by ${inDueOrder} limit ${sql.raw(String(limit))} for update of j skip locked`,
  );
}

/** Locks a job; none if it is done or a worker has locked it. */
export const claimJob = (tx: Executor, uuid: string): Promise<JobRow[]> =>
  rawRows<JobRow>(
    tx,
    sql`select ${claimed} from jobs j join platforms p on p.id = j.platform_id
        where j.id = ${uuid} for update of j skip locked`,
  );

/** Locks a job, unless it is done or a worker has locked it. */
export async function lockJob(tx: Executor, uuid: string): Promise<Job | undefined> {
  const [row] = await claimJob(tx, uuid);
  return row && jobFromRow(row);
}

const deleteAll = statement<'jobs'>(sql`delete from jobs where id = any(${sql.placeholder('jobs')}::uuid[])`);

export const deleteJobs = (tx: Executor, uuids: readonly string[]): Promise<void> =>
  send(tx, deleteAll({ jobs: uuids }));

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
