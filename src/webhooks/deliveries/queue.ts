/**
 * Copies events from the log to the queues of the endpoints. One process at a time reads from the cursor, inserts a
 * delivery for each subscribed endpoint, and moves the cursor. This is one commit, so a crash neither loses an event nor
 * queues it twice.
 *
 * Of the pending deliveries of one resource to one endpoint only the first has a due time. An insert locks the
 * pending ones, and a finished attempt schedules the next one after its own update, so neither misses the other.
 */
import { sql } from 'drizzle-orm';
import { type Database, type Executor, rawRows } from '../../infrastructure/database/client.ts';
import { readValues } from '../../infrastructure/database/row-decoding/rows.ts';
import { bulkInserter } from '../../infrastructure/database/statements.ts';
import { sqlState, transact, wakeAfterCommit } from '../../infrastructure/database/transact.ts';
import { unavailability } from '../../infrastructure/database/unavailable.ts';
import { type LoggedEvent, readEvents, sequenceEvents } from '../../infrastructure/events/log.ts';
import { newUuid, uuidOf } from '../../kernel/ids.ts';
import type { Ports } from '../../payments/ports.ts';
import { subscribesTo, type WebhookEndpoint } from '../endpoints/endpoint.ts';
import { lockEndpointsForShare } from '../endpoints/endpoint-store.ts';
import type { EventType } from '../event-kinds.ts';
import { webhookDeliveries } from '../tables.ts';
import { payloadText } from './payload.ts';
import { payloadData } from './payload-data.ts';

const eventsAtOnce = 200;
/** The id of the row in `webhook_cursor` that has the position up to which events are queued. */
export const deliveryCursorId = 'deliveries';

/** `behind`: the log has events that are not queued. `unsequenced`: it has events without a position. */
async function backlog(db: Database): Promise<{ behind: boolean; unsequenced: boolean }> {
  const [row] = await rawRows<{ behind: boolean; unsequenced: boolean }>(
    db.orm,
    sql`select coalesce((select max(position) from events), 0)
            > coalesce((select position from webhook_cursor where id = ${deliveryCursorId}), 0) as behind,
          exists (select from events where position is null) as unsequenced`,
  );
  return row ?? { behind: false, unsequenced: false };
}

/** An event with a published kind. Other events in the log are for subscriptions only. */
export type PublishedEvent = LoggedEvent & { readonly type: EventType };
export const isPublished = (event: LoggedEvent): event is PublishedEvent => event.type !== undefined;

type QueuePorts = Pick<Ports, 'db' | 'eventBus' | 'funding'>;

/**
 * Queues the next page of the log. The step is bounded, so that queued deliveries are sent between two pages.
 *
 * @param onDefect called for an event whose payload cannot be built. The event is skipped, so that other events are
 *   delivered. A redelivery builds it again. The receiver sees the gap in the `sequence` of the resource.
 * @returns 'taken' if another process holds the cursor; that process reads all events.
 */
export async function queueNextPage(
  ports: QueuePorts,
  onDefect: (error: unknown) => void,
): Promise<'taken' | 'more' | 'end'> {
  const { db } = ports;
  const { behind, unsequenced } = await backlog(db);
  if (unsequenced) await sequenceEvents(ports);
  else if (!behind) return 'end';
  return transact(db, (tx) => queuePage(tx, ports, onDefect));
}

async function queuePage(
  tx: Executor,
  ports: Pick<Ports, 'funding'>,
  onDefect: (error: unknown) => void,
): Promise<'taken' | 'more' | 'end'> {
  await tx.execute(
    sql`insert into webhook_cursor (id, position) values (${deliveryCursorId}, 0) on conflict do nothing`,
  );
  const [cursor] = await rawRows<{ position: string | number }>(
    tx,
    sql`select position from webhook_cursor where id = ${deliveryCursorId} for update skip locked`,
  );
  if (!cursor) return 'taken';
  const events = await readEvents(tx, Number(cursor.position), eventsAtOnce);
  const last = events.at(-1);
  if (!last) return 'end';
  const published = events.filter(isPublished);
  const platformIds = [...new Set(published.map(({ platformId }) => platformId))];
  const endpoints = platformIds.length > 0 ? await lockEndpointsForShare(tx, platformIds) : [];
  await queueEvents(tx, ports, endpoints, published, onDefect);
  await tx.execute(sql`update webhook_cursor set position = ${last.position} where id = ${deliveryCursorId}`);
  return 'more';
}

const deliveryColumns = [
  'id',
  'platformId',
  'endpointId',
  'eventId',
  'type',
  'resourceId',
  'sequence',
  'position',
  'body',
  'status',
  'startedAt',
  'nextAttemptAt',
  'createdAt',
] as const;

const insertDeliveries = bulkInserter(
  webhookDeliveries,
  deliveryColumns,
  sql`on conflict do nothing returning id`,
);

type NewDelivery = Required<Pick<typeof webhookDeliveries.$inferInsert, (typeof deliveryColumns)[number]>>;

/**
 * Queues events, oldest first, for the subscribed endpoints of their platforms. Existing deliveries do not change.
 *
 * @param onDefect called for an event whose payload cannot be built, which is then skipped. Without it the error is thrown.
 */
export async function queueEvents(
  tx: Executor,
  ports: Pick<Ports, 'funding'>,
  endpoints: readonly WebhookEndpoint[],
  events: readonly PublishedEvent[],
  onDefect?: (error: unknown) => void,
): Promise<void> {
  const rows: NewDelivery[] = [];
  for (const event of events) {
    const subscribers = endpoints.filter(
      (endpoint) => endpoint.platformId === event.platformId && subscribesTo(endpoint, event.type),
    );
    const body = subscribers.length > 0 ? await buildPayload(tx, ports, event, onDefect) : undefined;
    if (body === undefined) continue;
    for (const endpoint of subscribers) {
      rows.push({
        id: newUuid(),
        platformId: uuidOf(event.platformId),
        endpointId: uuidOf(endpoint.id),
        eventId: event.uuid,
        type: event.type,
        resourceId: event.resourceId,
        sequence: event.sequence ?? null,
        position: event.position,
        body,
        status: 'PENDING',
        startedAt: null,
        nextAttemptAt: null,
        createdAt: event.occurredAt,
      });
    }
  }
  await insertInOrder(tx, rows);
}

async function buildPayload(
  tx: Executor,
  ports: Pick<Ports, 'funding'>,
  event: PublishedEvent,
  onDefect?: (error: unknown) => void,
): Promise<string | undefined> {
  const { uuid: eventUuid, type, occurredAt: at, sequence } = event;
  try {
    return payloadText({ eventUuid, type, at, sequence, data: await payloadData(tx, ports, event) });
  } catch (error) {
    // A database error is no defect of the event, and it aborts the transaction.
    if (!onDefect || sqlState(error) !== undefined || unavailability(error)) throw error;
    onDefect(error);
    return undefined;
  }
}

const partitionKey = (row: { endpointId: string; resourceId?: string | null | undefined }): string =>
  `${row.endpointId} ${row.resourceId ?? ''}`;

async function insertInOrder(tx: Executor, rows: readonly NewDelivery[]): Promise<void> {
  if (rows.length === 0) return;
  const endpointIds = [...new Set(rows.map(({ endpointId }) => endpointId))];
  const resourceIds = [...new Set(rows.flatMap(({ resourceId }) => resourceId ?? []))];
  // Attempts lock in the same order, so the two cannot deadlock.
  const waiting = await rawRows<{ endpointId: string; resourceId: string }>(
    tx,
    sql`select endpoint_id as "endpointId", resource_id as "resourceId" from webhook_deliveries
        where status = 'PENDING' and endpoint_id in ${endpointIds} and resource_id in ${resourceIds}
        order by endpoint_id, resource_id, position for update`,
  );
  const busy = new Set(waiting.map(partitionKey));
  const scheduled = rows.map((row) => {
    if (busy.has(partitionKey(row))) return row;
    busy.add(partitionKey(row));
    return { ...row, startedAt: row.createdAt, nextAttemptAt: row.createdAt };
  });
  const inserted = await readValues(tx, insertDeliveries(scheduled));
  if (inserted.length > 0) wakeAfterCommit(tx);
  if (inserted.length < scheduled.length) {
    // Some existed already and may be done. A new delivery behind one of them would wait forever.
    for (const { endpointId, resourceId, createdAt } of scheduled) {
      await scheduleNext(tx, { endpointId, resourceId: resourceId ?? null }, createdAt);
    }
  }
}

/** The lease of a test that the caller sends itself. Longer than the request timeout. */
const testLeaseMs = 30_000;

/**
 * Inserts a TEST delivery for one endpoint. A test has no resource and is not in the event log.
 *
 * @param leasedAt real time, if the caller sends the test itself. Without it a deliverer sends the test.
 */
export async function insertTestDelivery(
  tx: Executor,
  endpoint: WebhookEndpoint,
  at: Date,
  leasedAt?: Date,
): Promise<{ readonly id: string; readonly leaseId: string; readonly body: string }> {
  const eventUuid = newUuid();
  const [id, leaseId] = [newUuid(), newUuid()];
  const body = payloadText({ eventUuid, type: 'TEST', at, sequence: undefined, data: {} });
  await tx.insert(webhookDeliveries).values({
    id,
    platformId: uuidOf(endpoint.platformId),
    endpointId: uuidOf(endpoint.id),
    eventId: eventUuid,
    type: 'TEST',
    position: 0,
    body,
    status: 'PENDING',
    startedAt: at,
    nextAttemptAt: at,
    createdAt: at,
    ...(leasedAt && { leasedUntil: new Date(leasedAt.getTime() + testLeaseMs), leaseId }),
  });
  wakeAfterCommit(tx);
  return { id, leaseId, body };
}

/** Makes the next delivery of the same resource due, after the one before it is done. */
export async function scheduleNext(
  tx: Executor,
  done: { readonly endpointId: string; readonly resourceId: string | null },
  now: Date,
): Promise<boolean> {
  if (done.resourceId === null) return false;
  const at = now.toISOString();
  const released = await rawRows(
    tx,
    sql`update webhook_deliveries set begun_at = ${at}::timestamptz, next_attempt_at = ${at}::timestamptz
        where id = (
          select id from webhook_deliveries
          where endpoint_id = ${done.endpointId} and resource_id = ${done.resourceId} and status = 'PENDING'
          order by position limit 1
        ) and next_attempt_at is null returning id`,
  );
  return released.length > 0;
}
