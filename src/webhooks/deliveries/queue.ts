/**
 * From the event log to the endpoints' queues. One process at a time reads on from where the last one came to, makes a
 * delivery for each endpoint that takes the event, and moves the cursor: one commit, so that a crash anywhere neither
 * loses an event nor queues it twice.
 *
 * Of the events of one object that wait for one endpoint, only the first has a time for its attempt. Who queues a later
 * one locks those that are not done, and who finishes one looks for the next after it has let go: either sees the other.
 */
import { sql } from 'drizzle-orm';
import { type Database, type Executor, rawRows } from '../../infrastructure/database/client.ts';
import { sqlState, transact, wakeAfterCommit } from '../../infrastructure/database/transact.ts';
import { unavailability } from '../../infrastructure/database/unavailable.ts';
import { type LoggedEvent, readEvents, sequenceEvents } from '../../infrastructure/events/log.ts';
import { idOf, newUuid, uuidOf } from '../../kernel/ids.ts';
import type { Ports } from '../../payments/ports.ts';
import { subscribesTo, type WebhookEndpoint } from '../endpoints/endpoint.ts';
import { lockEndpointsForShare } from '../endpoints/endpoint-store.ts';
import type { EventType } from '../event-kinds.ts';
import { webhookDeliveries } from '../tables.ts';
import { bodyOf } from './body.ts';
import { envelopeText } from './envelope.ts';

const eventsAtOnce = 200;
/** The row of `webhook_cursor`: up to where the event log is queued. */
export const deliveryCursorId = 'deliveries';

/** Whether the log has something that was not queued yet; `unsequenced` says that it has no position yet either. */
async function backlog(db: Database): Promise<{ behind: boolean; unsequenced: boolean }> {
  const [row] = await rawRows<{ behind: boolean; unsequenced: boolean }>(
    db.orm,
    sql`select coalesce((select max(position) from events), 0)
            > coalesce((select position from webhook_cursor where id = ${deliveryCursorId}), 0) as behind,
          exists (select from events where position is null) as unsequenced`,
  );
  return row ?? { behind: false, unsequenced: false };
}

/** An event that is delivered: the log also has what only subscriptions are told. */
export type PublishedEvent = LoggedEvent & { readonly type: EventType };
export const isPublished = (event: LoggedEvent): event is PublishedEvent => event.type !== undefined;

/**
 * Queues whatever the log has and the queues have not.
 *
 * @param onDefect told of an event of which no body can be made. It is passed over, so that everybody else's go on, and is
 *   made when it is asked for again. Its object's next event tells of it by its number.
 */
export async function queueNewEvents(ports: QueuePorts, onDefect: (error: unknown) => void): Promise<void> {
  while ((await queueNextPage(ports, onDefect)) === 'more');
}

export type QueuePorts = Pick<Ports, 'db' | 'eventBus' | 'funding'>;

/**
 * Queues the next page of the log: a bounded step, so that what is queued already is sent between two.
 *
 * @param onDefect as of `queueNewEvents`.
 * @returns 'taken' where another process is queueing right now, which reads all that there is.
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
  const platformIds = [...new Set(published.map(({ platformUuid }) => idOf('Platform', platformUuid)))];
  const endpoints = platformIds.length > 0 ? await lockEndpointsForShare(tx, platformIds) : [];
  await queueEvents(tx, ports, endpoints, published, onDefect);
  await tx.execute(sql`update webhook_cursor set position = ${last.position} where id = ${deliveryCursorId}`);
  return 'more';
}

type NewDelivery = typeof webhookDeliveries.$inferInsert;

/**
 * Queues events, oldest first, for the endpoints of their platforms that take them. An event that an endpoint has in
 * its queue or log already stays as it is there.
 *
 * @param onDefect told of an event of which no body can be made, which is passed over; absent, that is thrown.
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
    const takers = endpoints.filter(
      (endpoint) => uuidOf(endpoint.platformId) === event.platformUuid && subscribesTo(endpoint, event.type),
    );
    const body = takers.length > 0 ? await textOf(tx, ports, event, onDefect) : undefined;
    if (body === undefined) continue;
    for (const endpoint of takers) {
      rows.push({
        id: newUuid(),
        platformId: event.platformUuid,
        endpointId: uuidOf(endpoint.id),
        eventId: event.uuid,
        type: event.type,
        resourceId: event.resourceId,
        sequence: event.sequence ?? null,
        position: event.position,
        body,
        status: 'PENDING',
        createdAt: event.occurredAt,
      });
    }
  }
  await insertInOrder(tx, rows);
}

async function textOf(
  tx: Executor,
  ports: Pick<Ports, 'funding'>,
  event: PublishedEvent,
  onDefect?: (error: unknown) => void,
): Promise<string | undefined> {
  const { uuid: eventUuid, type, occurredAt: at, sequence } = event;
  try {
    return envelopeText({ eventUuid, type, at, sequence, data: await bodyOf(tx, ports, event) });
  } catch (error) {
    // What the database refuses says nothing of the event, and leaves no transaction to go on with.
    if (!onDefect || sqlState(error) !== undefined || unavailability(error)) throw error;
    onDefect(error);
    return undefined;
  }
}

const lane = (row: { endpointId: string; resourceId?: string | null | undefined }): string =>
  `${row.endpointId} ${row.resourceId ?? ''}`;

async function insertInOrder(tx: Executor, rows: readonly NewDelivery[]): Promise<void> {
  if (rows.length === 0) return;
  const endpointIds = [...new Set(rows.map(({ endpointId }) => endpointId))];
  const resourceIds = [...new Set(rows.flatMap(({ resourceId }) => resourceId ?? []))];
  // In the order in which they are finished, so that this and a finishing attempt never wait for each other.
  const waiting = await rawRows<{ endpointId: string; resourceId: string }>(
    tx,
    sql`select endpoint_id as "endpointId", resource_id as "resourceId" from webhook_deliveries
        where status = 'PENDING' and endpoint_id in ${endpointIds} and resource_id in ${resourceIds}
        order by endpoint_id, resource_id, position for update`,
  );
  const taken = new Set(waiting.map(lane));
  const placed = rows.map((row) => {
    if (taken.has(lane(row))) return row;
    taken.add(lane(row));
    return { ...row, begunAt: row.createdAt, nextAttemptAt: row.createdAt };
  });
  const made = await tx
    .insert(webhookDeliveries)
    .values(placed)
    .onConflictDoNothing()
    .returning({ id: webhookDeliveries.id });
  if (made.length > 0) wakeAfterCommit(tx);
  if (made.length < placed.length) {
    // Some were there already, and may be done: whoever was to wait for them would wait forever.
    for (const { endpointId, resourceId, createdAt } of placed) {
      await releaseNext(tx, { endpointId, resourceId: resourceId ?? null }, createdAt);
    }
  }
}

/** How long a test that is sent by hand is nobody else's; longer than its call takes. */
const testLeaseMs = 30_000;

/**
 * Makes a TEST delivery for one endpoint. A test is of no object and not in the log.
 *
 * @param leasedAt real time, when the caller sends it itself; absent leaves it to whoever delivers.
 */
export async function insertTest(
  tx: Executor,
  endpoint: WebhookEndpoint,
  at: Date,
  leasedAt?: Date,
): Promise<{ readonly id: string; readonly leaseId: string; readonly body: string }> {
  const eventUuid = newUuid();
  const [id, leaseId] = [newUuid(), newUuid()];
  const body = envelopeText({ eventUuid, type: 'TEST', at, sequence: undefined, data: {} });
  await tx.insert(webhookDeliveries).values({
    id,
    platformId: uuidOf(endpoint.platformId),
    endpointId: uuidOf(endpoint.id),
    eventId: eventUuid,
    type: 'TEST',
    position: 0,
    body,
    status: 'PENDING',
    begunAt: at,
    nextAttemptAt: at,
    createdAt: at,
    ...(leasedAt && { leasedUntil: new Date(leasedAt.getTime() + testLeaseMs), leaseId }),
  });
  wakeAfterCommit(tx);
  return { id, leaseId, body };
}

/** Lets the next event of the same object begin, once the one before it is done. */
export async function releaseNext(
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
