/**
 * The gauges of jobs and of the event log: what waits. Every process reports the backlog of the whole database, and the lag
 * of its own reader.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/client.ts';
import { headPosition, isInOpenPartition, readLogHead } from '../events/event-store.ts';
import type { EventTail } from '../events/tail.ts';
import { type Gauge, gaugesOf, plainGauge, readNumbers } from './gauge.ts';

/** A job that has been due for this long is overdue. */
const overdueAfterMs = 30_000;

/**
 * Jobs that have been due by real time for at least `afterMs`. Jobs that a moved sandbox clock made due are never overdue by
 * this definition: the instant in real time when they became due is unknown.
 */
export const overdueJobs = (realNow: Date, afterMs: number): SQL =>
  sql`select count(*) as n from jobs where due_at <= ${new Date(realNow.getTime() - afterMs).toISOString()}::timestamptz`;

const readBacklog = ({ orm }: Database, realNow: Date) =>
  readNumbers(orm, {
    due: sql`select count(*) from jobs j join platforms p on p.id = j.platform_id
      where j.due_at <= ${realNow.toISOString()}::timestamptz + p.clock_offset_ms * interval '1 millisecond'`,
    overdue: overdueJobs(realNow, overdueAfterMs),
    failed: sql`select count(*) from jobs where attempts > 0`,
    unsequenced: sql`select count(*) from events where position is null and ${isInOpenPartition}`,
    head: sql`select ${headPosition}`,
  });

export function backlogGauges(db: Database, tail: EventTail, realNow: () => Date): readonly Gauge[] {
  const gauge = gaugesOf(() => readBacklog(db, realNow()));
  const lagSeconds = createLagMeter(db, tail);
  return [
    gauge('payments_jobs_due', 'Jobs that are due on the clock of their platform.', ({ due }) => due),
    gauge(
      'payments_jobs_late',
      `Jobs that have been due for ${overdueAfterMs / 1000} seconds.`,
      ({ overdue }) => overdue,
    ),
    gauge('payments_jobs_failed', 'Jobs that failed and will be retried.', ({ failed }) => failed),
    gauge(
      'payments_events_unsequenced',
      'Events without a position in the log.',
      ({ unsequenced }) => unsequenced,
    ),
    gauge(
      'payments_event_tail_lag_positions',
      'Positions of the log that this process has not dispatched.',
      ({ head }) => Math.max(0, head - tail.position),
    ),
    plainGauge(
      'payments_event_tail_lag_seconds',
      'How long this process has been behind the log, in seconds.',
      lagSeconds,
    ),
  ];
}

/** Returns a function for the number of seconds since the tail fell behind the log; 0 while it is not behind. */
export function createLagMeter(db: Database, tail: Pick<EventTail, 'position'>): () => Promise<number> {
  let since: { readonly at: number; readonly position: number } | undefined;
  return async () => {
    const { head, waiting } = await readLogHead(db.orm);
    // A tail that makes progress is not stuck, even if it is far behind.
    if ((!waiting && head <= tail.position) || (since && tail.position > since.position)) since = undefined;
    if (waiting || head > tail.position) since ??= { at: performance.now(), position: tail.position };
    return since ? (performance.now() - since.at) / 1000 : 0;
  };
}
