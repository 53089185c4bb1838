/**
 * Redelivers events of the log to one endpoint, one page per job.
 *
 * Decision: an endpoint has at most one redelivery at a time. A request that arrives meanwhile widens its range, or adds one
 * more pass through the part that is already done, so a hundred requests cost as much as two.
 */
import { eq, sql } from 'drizzle-orm';
import { type Executor, rawRows } from '../../infrastructure/database/client.ts';
import { wakeAfterCommit } from '../../infrastructure/database/transact.ts';
import { readEvents } from '../../infrastructure/events/log.ts';
import { enqueue, type JobHandler } from '../../infrastructure/jobs/jobs.ts';
import { type Id, uuidOf } from '../../kernel/ids.ts';
import type { Ports } from '../../payments/ports.ts';
import type { WebhookEndpoint } from '../endpoints/endpoint.ts';
import { lockEndpointsForShare } from '../endpoints/endpoint-store.ts';
import { webhookRedeliveries } from '../tables.ts';
import { isPublished, type PublishedEvent, queueEvents } from './queue.ts';
import { isRetried } from './retry-schedule.ts';

export const redeliveryJob = 'redeliver-webhooks';

/** Restarts deliveries that are done, and makes those that wait for a retry due at once. */
export async function restartDeliveries(
  tx: Executor,
  deliveryUuids: readonly string[],
  now: Date,
): Promise<void> {
  if (deliveryUuids.length === 0) return;
  const at = now.toISOString();
  const partitions = sql`select endpoint_id, resource_id from webhook_deliveries where id in ${[...deliveryUuids]}`;
  const hasEarlier = sql`exists (
    select from webhook_deliveries e
    where e.endpoint_id = d.endpoint_id and e.resource_id = d.resource_id and e.status = 'PENDING'
      and e.position < d.position)`;
  // A finishing attempt takes these locks in the same order.
  await tx.execute(
    sql`select id from webhook_deliveries
        where id in (
          select id from webhook_deliveries where id in ${[...deliveryUuids]}
          union
          select e.id from webhook_deliveries e join webhook_deliveries d
            on e.endpoint_id = d.endpoint_id and e.resource_id = d.resource_id and e.status = 'PENDING'
          where d.id in ${[...deliveryUuids]}
        )
        order by endpoint_id, resource_id, position for update`,
  );
  await tx.execute(
    sql`update webhook_deliveries set status = 'PENDING', attempts_made = 0, next_attempt_at = null, begun_at = null
        where id in ${[...deliveryUuids]} and status <> 'PENDING'`,
  );
  // A delivery that waited for a retry now waits for earlier ones. Otherwise the receiver would get events out of order.
  await tx.execute(
    sql`update webhook_deliveries d set next_attempt_at = null, begun_at = null
        where (endpoint_id, resource_id) in (${partitions}) and d.status = 'PENDING' and d.next_attempt_at is not null
          and ${hasEarlier}`,
  );
  await tx.execute(
    sql`update webhook_deliveries d set next_attempt_at = ${at}::timestamptz, attempts_made = 0,
          begun_at = ${at}::timestamptz
        where d.id in ${[...deliveryUuids]} and d.status = 'PENDING' and not ${hasEarlier}`,
  );
  wakeAfterCommit(tx);
}

/** Starts a redelivery for each endpoint, or widens the one in progress. */
export async function requestRedelivery(
  tx: Executor,
  platformId: Id<'Platform'>,
  endpoints: readonly Pick<WebhookEndpoint, 'id'>[],
  { after, until, now }: { after: number; until: number; now: Date },
): Promise<void> {
  // Sorted, so that two requests cannot deadlock.
  for (const endpointUuid of endpoints.map(({ id }) => uuidOf(id)).sort()) {
    const [redelivery] = await rawRows<{ is_new: boolean }>(
      tx,
      sql`insert into webhook_redeliveries as w (endpoint_id, platform_id, position, until)
          values (${endpointUuid}, ${uuidOf(platformId)}, ${after}::bigint, ${until}::bigint)
          on conflict (endpoint_id) do update set
            until = greatest(w.until, excluded.until),
            again_after = case when excluded.position < w.position
              then least(w.again_after, excluded.position) else w.again_after end,
            again_until = case when excluded.position < w.position
              then greatest(w.again_until, w.position) else w.again_until end
          returning xmax = 0 as is_new`,
    );
    if (redelivery?.is_new) await enqueueStep(tx, platformId, endpointUuid, now);
  }
}

const enqueueStep = (
  tx: Executor,
  platformId: Id<'Platform'>,
  endpointUuid: string,
  dueAt: Date,
): Promise<void> => enqueue(tx, { kind: redeliveryJob, platformId, payload: { endpointUuid }, dueAt });

const eventsAtOnce = 100;

/** The payload of jobs from earlier versions: several endpoints, no row in `webhook_redeliveries`. */
interface EarlierPayload {
  readonly after: number;
  readonly until: number;
  readonly endpointIds: readonly Id<'WebhookEndpoint'>[];
}

/** Redelivers one page of events and enqueues a job for the next page. */
export const redeliveryHandler =
  ({ funding }: Pick<Ports, 'funding'>): JobHandler =>
  async (tx, job, now) => {
    const { endpointUuid } = job.payload;
    const endpoints = await lockEndpointsForShare(tx, [job.platformId]);
    if (typeof endpointUuid !== 'string') {
      const { after, until, endpointIds } = job.payload as unknown as EarlierPayload;
      const live = endpoints.filter(({ id }) => endpointIds.includes(id));
      await requestRedelivery(tx, job.platformId, live, { after, until, now });
      return;
    }
    const endpoint = endpoints.find(({ id }) => uuidOf(id) === endpointUuid);
    const [redelivery] = await tx
      .select()
      .from(webhookRedeliveries)
      .where(eq(webhookRedeliveries.endpointId, endpointUuid))
      .for('update');
    if (!endpoint || !redelivery) return;
    const page = await readEvents(tx, redelivery.position, eventsAtOnce, job.platformId);
    await redeliverEvents(
      tx,
      { funding },
      endpoint,
      page.filter(isPublished).filter(({ position }) => position <= redelivery.until),
      now,
    );
    const last = page.at(-1);
    const isEnd = !last || page.length < eventsAtOnce || last.position >= redelivery.until;
    const ofEndpoint = eq(webhookRedeliveries.endpointId, endpointUuid);
    if (isEnd && redelivery.againAfter === null) {
      await tx.delete(webhookRedeliveries).where(ofEndpoint);
      return;
    }
    const next = isEnd
      ? {
          position: redelivery.againAfter ?? 0,
          until: redelivery.againUntil ?? 0,
          againAfter: null,
          againUntil: null,
        }
      : { position: last.position };
    await tx.update(webhookRedeliveries).set(next).where(ofEndpoint);
    await enqueueStep(tx, job.platformId, endpointUuid, now);
  };

/** Restarts the deliveries of the events, and queues events that the endpoint never received. */
async function redeliverEvents(
  tx: Executor,
  ports: Pick<Ports, 'funding'>,
  endpoint: WebhookEndpoint,
  published: readonly PublishedEvent[],
  now: Date,
): Promise<void> {
  const events = published.filter(({ type }) => isRetried(type));
  if (events.length === 0) return;
  const existing = await rawRows<{ id: string; event_id: string }>(
    tx,
    sql`select id, event_id from webhook_deliveries
        where endpoint_id = ${uuidOf(endpoint.id)} and event_id in ${events.map(({ uuid }) => uuid)}`,
  );
  const known = new Set(existing.map((row) => row.event_id));
  // An endpoint that was added after the event has no delivery of it.
  await queueEvents(
    tx,
    ports,
    [endpoint],
    events.filter(({ uuid }) => !known.has(uuid)),
  );
  await restartDeliveries(
    tx,
    existing.map((row) => row.id),
    now,
  );
}
