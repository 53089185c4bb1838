/** SQL of redeliveries: restarting deliveries, and the range of the log that is redelivered to an endpoint. */
import { eq, sql } from 'drizzle-orm';
import { type Executor, rawRows } from '../../infrastructure/database/client.ts';
import { wakeAfterCommit } from '../../infrastructure/database/transact.ts';
import { type Id, idOf, uuidOf } from '../../kernel/ids.ts';
import type { EventType } from '../event-kinds.ts';
import { webhookRedeliveries } from '../tables.ts';
import { deliveryCursorId } from './queue-store.ts';

/** Restarts deliveries that are done, and makes those that wait for a retry due at once. */
export async function restartDeliveries(
  tx: Executor,
  ids: readonly Id<'Delivery'>[],
  now: Date,
): Promise<void> {
  if (ids.length === 0) return;
  const uuids = ids.map(uuidOf);
  const at = now.toISOString();
  const partitions = sql`select endpoint_id, resource_id from webhook_deliveries where id in ${uuids}`;
  const hasEarlier = sql`exists (
    select from webhook_deliveries e
    where e.endpoint_id = d.endpoint_id and e.resource_id = d.resource_id and e.status = 'PENDING'
      and e.position < d.position)`;
  // A finishing attempt takes these locks in the same order.
  await tx.execute(
    sql`select id from webhook_deliveries
        where id in (
          select id from webhook_deliveries where id in ${uuids}
          union
          select e.id from webhook_deliveries e join webhook_deliveries d
            on e.endpoint_id = d.endpoint_id and e.resource_id = d.resource_id and e.status = 'PENDING'
          where d.id in ${uuids}
        )
        order by endpoint_id, resource_id, position for update`,
  );
  await tx.execute(
    sql`update webhook_deliveries set status = 'PENDING', attempts_made = 0, next_attempt_at = null, begun_at = null,
          is_out_of_order = false
        where id in ${uuids} and status <> 'PENDING'`,
  );
  // A delivery that waited for a retry now waits for earlier ones. Otherwise the receiver would get events out of order.
  await tx.execute(
    sql`update webhook_deliveries d set next_attempt_at = null, begun_at = null, is_out_of_order = false
        where (endpoint_id, resource_id) in (${partitions}) and d.status = 'PENDING' and d.next_attempt_at is not null
          and ${hasEarlier}`,
  );
  await tx.execute(
    sql`update webhook_deliveries d set next_attempt_at = ${at}::timestamptz, attempts_made = 0,
          begun_at = ${at}::timestamptz, is_out_of_order = false
        where d.id in ${uuids} and d.status = 'PENDING' and not ${hasEarlier}`,
  );
  wakeAfterCommit(tx);
}

/** Deliveries of these events to the endpoint, by the uuid of the event. */
export async function deliveriesOfEvents(
  tx: Executor,
  endpointId: Id<'WebhookEndpoint'>,
  eventUuids: readonly string[],
): Promise<Map<string, Id<'Delivery'>>> {
  const rows = await rawRows<{ id: string; event_id: string }>(
    tx,
    sql`select id, event_id from webhook_deliveries
        where endpoint_id = ${uuidOf(endpointId)} and event_id in ${[...eventUuids]}`,
  );
  return new Map(rows.map((row) => [row.event_id, idOf('Delivery', row.id)]));
}

/**
 * The events of a platform after a position that are queued for endpoints.
 *
 * @param maxCounted the maximum number that is counted.
 * @returns the number of events, and the position of the last queued event.
 */
export async function countQueuedEvents(
  tx: Executor,
  platformId: Id<'Platform'>,
  kinds: readonly EventType[],
  after: number,
  maxCounted: number,
): Promise<{ readonly events: number; readonly until: number }> {
  const [range] = await rawRows<{ events: string | number; until: string | number }>(
    tx,
    sql`with queued as materialized (
          select coalesce((select position from webhook_cursor where id = ${deliveryCursorId}), 0) as until
        )
        select until, (select count(*) from (
          select from events
          where platform_id = ${uuidOf(platformId)} and type in ${[...kinds]} and position > ${after}
            and position <= queued.until
          limit ${maxCounted}
        ) e) as events from queued`,
  );
  return { events: Number(range?.events ?? 0), until: Number(range?.until ?? 0) };
}

/** Locks the table as an insert does, before the position of archived events is read. */
export async function lockRedeliveries(tx: Executor): Promise<void> {
  await tx.execute(sql`lock table webhook_redeliveries in row exclusive mode`);
}

/** The payload of a redelivery job. It has the uuid, so that processes of earlier versions can run the job. */
export const redeliveryPayload = (endpointId: Id<'WebhookEndpoint'>) => ({
  endpointUuid: uuidOf(endpointId),
});

/** Starts a redelivery to the endpoint, or widens the one in progress. Returns whether it is new. */
export async function startOrWidenRedelivery(
  tx: Executor,
  platformId: Id<'Platform'>,
  endpointId: Id<'WebhookEndpoint'>,
  { after, until }: { after: number; until: number },
): Promise<boolean> {
  const [redelivery] = await rawRows<{ is_new: boolean }>(
    tx,
    sql`insert into webhook_redeliveries as w (endpoint_id, platform_id, position, until)
        values (${uuidOf(endpointId)}, ${uuidOf(platformId)}, ${after}::bigint, ${until}::bigint)
        on conflict (endpoint_id) do update set
          until = greatest(w.until, excluded.until),
          again_after = case when excluded.position < w.position
            then least(w.again_after, excluded.position) else w.again_after end,
          again_until = case when excluded.position < w.position
            then greatest(w.again_until, w.position) else w.again_until end
        returning xmax = 0 as is_new`,
  );
  return redelivery?.is_new ?? false;
}

type RedeliveryRow = typeof webhookRedeliveries.$inferSelect;

/** The range of a redelivery. */
type RedeliveryRange = Pick<RedeliveryRow, 'position' | 'until' | 'againAfter' | 'againUntil'>;

const ofEndpoint = (endpointId: Id<'WebhookEndpoint'>) =>
  eq(webhookRedeliveries.endpointId, uuidOf(endpointId));

export async function lockRedelivery(
  tx: Executor,
  endpointId: Id<'WebhookEndpoint'>,
): Promise<RedeliveryRange | undefined> {
  const [redelivery] = await tx
    .select()
    .from(webhookRedeliveries)
    .where(ofEndpoint(endpointId))
    .for('update');
  return redelivery;
}

export async function updateRedelivery(
  tx: Executor,
  endpointId: Id<'WebhookEndpoint'>,
  range: Partial<RedeliveryRange>,
): Promise<void> {
  await tx.update(webhookRedeliveries).set(range).where(ofEndpoint(endpointId));
}

export async function deleteRedelivery(tx: Executor, endpointId: Id<'WebhookEndpoint'>): Promise<void> {
  await tx.delete(webhookRedeliveries).where(ofEndpoint(endpointId));
}
