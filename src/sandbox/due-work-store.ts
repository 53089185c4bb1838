/** SQL that finds the work that is due next on a sandbox platform's clock: jobs and webhook deliveries in one order. */
import { sql } from 'drizzle-orm';
import { asDate, type Executor, rawRows } from '../infrastructure/database/client.ts';
import { isInOpenPartition } from '../infrastructure/events/event-store.ts';
import { inDueOrder, isDueFor } from '../infrastructure/jobs/job-store.ts';
import { type Id, uuidOf } from '../kernel/ids.ts';
import { deliveryCursorId } from '../webhooks/deliveries/queue-store.ts';
import type { EventType } from '../webhooks/event-kinds.ts';

export interface DueJob {
  readonly kind: 'job';
  readonly uuid: string;
  readonly dueAt: Date;
}

export interface DueDelivery {
  readonly kind: 'delivery';
  readonly uuid: string;
  readonly endpointUuid: string;
  readonly type: EventType;
  readonly dueAt: Date;
  /** Another process calls the endpoint, or it died and its lease has not ended. */
  readonly isLeased: boolean;
}

interface NextDueWork {
  /** The event log has published events of the platform that are not queued for endpoints. */
  readonly hasUnqueuedEvents: boolean;
  /** The earliest work. A delivery comes before a job with the same due time, because it does not depend on that job. */
  readonly work: DueJob | DueDelivery | undefined;
}

interface Row {
  unqueued: boolean;
  delivery_id: string | null;
  endpoint_id: string;
  type: EventType;
  delivery_due: string | Date;
  is_leased: boolean;
  job_id: string | null;
  job_due: string | Date;
}

/**
 * Finds the platform's earliest work that is due at `until` on its clock.
 *
 * @param excludedEndpoints endpoints whose deliveries are excluded.
 */
export async function findNextDueWork(
  db: Executor,
  platformId: Id<'Platform'>,
  {
    until,
    realNow,
    excludedEndpoints,
  }: { until: Date; realNow: Date; excludedEndpoints: ReadonlySet<string> },
): Promise<NextDueWork> {
  const platform = uuidOf(platformId);
  const latest = sql`${until.toISOString()}::timestamptz`;
  const excluded = excludedEndpoints.size > 0 ? sql`and e.id not in ${[...excludedEndpoints]}` : sql``;
  const published = sql`platform_id = ${platform} and type is not null`;
  const [row] = await rawRows<Row>(
    db,
    sql`select
          exists (select from webhook_endpoints where platform_id = ${platform}) and (
            exists (select from events where ${published} and position is null and ${isInOpenPartition})
            or exists (select from events where ${published} and position
              > coalesce((select position from webhook_cursor where id = ${deliveryCursorId}), 0))
          ) as unqueued,
          d.id as delivery_id, d.endpoint_id, d.type, d.next_attempt_at as delivery_due, d.is_leased,
          j.id as job_id, j.due_at as job_due
        from (select) one
        left join lateral (
          select d.* from webhook_endpoints e cross join lateral (
            select id, endpoint_id, type, next_attempt_at, position,
              coalesce(leased_until > ${realNow.toISOString()}::timestamptz, false) as is_leased
            from webhook_deliveries
            where endpoint_id = e.id and status = 'PENDING' and next_attempt_at is not null
              and next_attempt_at <= ${latest}
            order by next_attempt_at, position limit 1
          ) d
          where e.platform_id = ${platform} and not e.is_paused ${excluded}
          order by d.next_attempt_at, d.position limit 1
        ) d on true
        left join lateral (
          select id, due_at from jobs j where ${isDueFor(platform, latest)} order by ${inDueOrder} limit 1
        ) j on true`,
  );
  if (!row) return { hasUnqueuedEvents: false, work: undefined };
  const delivery: DueDelivery | undefined = row.delivery_id
    ? {
        kind: 'delivery',
        uuid: row.delivery_id,
        endpointUuid: row.endpoint_id,
        type: row.type,
        dueAt: asDate(row.delivery_due),
        isLeased: row.is_leased,
      }
    : undefined;
  const job: DueJob | undefined = row.job_id
    ? { kind: 'job', uuid: row.job_id, dueAt: asDate(row.job_due) }
    : undefined;
  const isDeliveryFirst = delivery && (!job || delivery.dueAt <= job.dueAt);
  return { hasUnqueuedEvents: row.unqueued, work: isDeliveryFirst ? delivery : job };
}
