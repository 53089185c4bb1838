/**
 * Sends the events of the log again to one endpoint, a page in each job.
 *
 * Decision: each endpoint has one such walk through the log at a time. A request that comes meanwhile widens it, or asks
 * for one more walk through what it has passed, so that a hundred requests cost as much as two.
 */
import { eq, sql } from 'drizzle-orm';
import { type Executor, rawRows } from '../../infrastructure/database/client.ts';
import { wakeAfterCommit } from '../../infrastructure/database/transact.ts';
import { readEvents } from '../../infrastructure/events/log.ts';
import { enqueue, type JobHandler } from '../../infrastructure/jobs/jobs.ts';
import { type Id, idOf, uuidOf } from '../../kernel/ids.ts';
import type { Ports } from '../../payments/ports.ts';
import type { WebhookEndpoint } from '../endpoints/endpoint.ts';
import { lockEndpointsForShare } from '../endpoints/endpoint-store.ts';
import { webhookRedeliveries } from '../tables.ts';
import { isPublished, type PublishedEvent, queueEvents } from './queue.ts';
import { isRetried } from './retry-schedule.ts';

export const redeliveryJob = 'redeliver-webhooks';

/** Begins deliveries again that are done, and lets those that wait for a retry go at once. */
export async function restartDeliveries(
  tx: Executor,
  deliveryUuids: readonly string[],
  now: Date,
): Promise<void> {
  if (deliveryUuids.length === 0) return;
  const at = now.toISOString();
  const lanes = sql`select endpoint_id, resource_id from webhook_deliveries where id in ${[...deliveryUuids]}`;
  const hasEarlier = sql`exists (
    select from webhook_deliveries e
    where e.endpoint_id = d.endpoint_id and e.resource_id = d.resource_id and e.status = 'PENDING'
      and e.position < d.position)`;
  // Oldest first, under the locks that a finishing attempt takes in the same order.
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
  // What waited for a retry waits for those before it now. Else the receiver would be told the old after the new.
  await tx.execute(
    sql`update webhook_deliveries d set next_attempt_at = null, begun_at = null
        where (endpoint_id, resource_id) in (${lanes}) and d.status = 'PENDING' and d.next_attempt_at is not null
          and ${hasEarlier}`,
  );
  await tx.execute(
    sql`update webhook_deliveries d set next_attempt_at = ${at}::timestamptz, attempts_made = 0,
          begun_at = ${at}::timestamptz
        where d.id in ${[...deliveryUuids]} and d.status = 'PENDING' and not ${hasEarlier}`,
  );
  wakeAfterCommit(tx);
}

/** Starts a walk for each endpoint, or widens the one that is under way. */
export async function requestWalks(
  tx: Executor,
  platformUuid: string,
  endpoints: readonly Pick<WebhookEndpoint, 'id'>[],
  { after, until, now }: { after: number; until: number; now: Date },
): Promise<void> {
  // In one order, so that two requests never wait for each other.
  for (const endpointUuid of endpoints.map(({ id }) => uuidOf(id)).sort()) {
    const [walk] = await rawRows<{ is_new: boolean }>(
      tx,
      sql`insert into webhook_redeliveries as w (endpoint_id, platform_id, position, until)
          values (${endpointUuid}, ${platformUuid}, ${after}::bigint, ${until}::bigint)
          on conflict (endpoint_id) do update set
            until = greatest(w.until, excluded.until),
            again_after = case when excluded.position < w.position
              then least(w.again_after, excluded.position) else w.again_after end,
            again_until = case when excluded.position < w.position
              then greatest(w.again_until, w.position) else w.again_until end
          returning xmax = 0 as is_new`,
    );
    if (walk?.is_new) await enqueueStep(tx, platformUuid, endpointUuid, now);
  }
}

const enqueueStep = (tx: Executor, platformUuid: string, endpointUuid: string, dueAt: Date): Promise<void> =>
  enqueue(tx, { kind: redeliveryJob, platformUuid, payload: { endpointUuid }, dueAt });

const eventsAtOnce = 100;

/** A job that an earlier version of the service enqueued: for several endpoints, without a walk. */
interface EarlierPayload {
  readonly after: number;
  readonly until: number;
  readonly endpointIds: readonly Id<'WebhookEndpoint'>[];
}

/** Sends one page of events again, and leaves the rest to the next job. */
export const redeliveryHandler =
  ({ funding }: Pick<Ports, 'funding'>): JobHandler =>
  async (tx, job, now) => {
    const { endpointUuid } = job.payload;
    const endpoints = await lockEndpointsForShare(tx, [idOf('Platform', job.platformUuid)]);
    if (typeof endpointUuid !== 'string') {
      const { after, until, endpointIds } = job.payload as unknown as EarlierPayload;
      const live = endpoints.filter(({ id }) => endpointIds.includes(id));
      await requestWalks(tx, job.platformUuid, live, { after, until, now });
      return;
    }
    const endpoint = endpoints.find(({ id }) => uuidOf(id) === endpointUuid);
    const [walk] = await tx
      .select()
      .from(webhookRedeliveries)
      .where(eq(webhookRedeliveries.endpointId, endpointUuid))
      .for('update');
    if (!endpoint || !walk) return;
    const page = await readEvents(tx, walk.position, eventsAtOnce, job.platformUuid);
    await sendAgain(
      tx,
      { funding },
      endpoint,
      page.filter(isPublished).filter(({ position }) => position <= walk.until),
      now,
    );
    const last = page.at(-1);
    const isEnd = !last || page.length < eventsAtOnce || last.position >= walk.until;
    const mine = eq(webhookRedeliveries.endpointId, endpointUuid);
    if (isEnd && walk.againAfter === null) {
      await tx.delete(webhookRedeliveries).where(mine);
      return;
    }
    const next = isEnd
      ? { position: walk.againAfter ?? 0, until: walk.againUntil ?? 0, againAfter: null, againUntil: null }
      : { position: last.position };
    await tx.update(webhookRedeliveries).set(next).where(mine);
    await enqueueStep(tx, job.platformUuid, endpointUuid, now);
  };

/** Begins the deliveries of events again, and makes those that the endpoint never had. */
async function sendAgain(
  tx: Executor,
  ports: Pick<Ports, 'funding'>,
  endpoint: WebhookEndpoint,
  published: readonly PublishedEvent[],
  now: Date,
): Promise<void> {
  const events = published.filter(({ type }) => isRetried(type));
  if (events.length === 0) return;
  const made = await rawRows<{ id: string; event_id: string }>(
    tx,
    sql`select id, event_id from webhook_deliveries
        where endpoint_id = ${uuidOf(endpoint.id)} and event_id in ${events.map(({ uuid }) => uuid)}`,
  );
  const known = new Set(made.map((row) => row.event_id));
  // An endpoint that is younger than the event was never sent it.
  await queueEvents(
    tx,
    ports,
    [endpoint],
    events.filter(({ uuid }) => !known.has(uuid)),
  );
  await restartDeliveries(
    tx,
    made.map((row) => row.id),
    now,
  );
}
