/**
 * Copies events from the log to the queues of the endpoints. One process at a time reads from the cursor, inserts a
 * delivery for each subscribed endpoint, and moves the cursor. This is one commit, so a crash neither loses an event nor
 * queues it twice.
 *
 * Of the pending deliveries of one resource to one endpoint only the first has a due time. An insert locks the
 * pending ones, and a finished attempt schedules the next one after its own update, so neither misses the other.
 */
import type { Executor } from '../../infrastructure/database/client.ts';
import { sqlState, transact, wakeAfterCommit } from '../../infrastructure/database/transact.ts';
import { unavailability } from '../../infrastructure/database/unavailable.ts';
import { readEvents, readOpenEvents } from '../../infrastructure/events/event-store.ts';
import { type LoggedEvent, sequenceEvents } from '../../infrastructure/events/log.ts';
import { newUuid } from '../../kernel/ids.ts';
import type { Ports } from '../../payments/ports.ts';
import { subscribesTo, type WebhookEndpoint } from '../endpoints/endpoint.ts';
import { lockEndpointsForShare } from '../endpoints/endpoint-store.ts';
import type { EventType } from '../event-kinds.ts';
import { defaultLeaseMs } from './lease-store.ts';
import { payloadText } from './payload.ts';
import { payloadDataMaker } from './payload-data.ts';
import {
  insertPendingDeliveries,
  insertTest,
  lockDeliveryCursor,
  moveDeliveryCursor,
  type NewDelivery,
  readBacklog,
} from './queue-store.ts';

const eventsAtOnce = 200;
/** An event with a published kind. Other events in the log are for subscriptions only. */
export type PublishedEvent = LoggedEvent & { readonly type: EventType };
export const isPublished = (event: LoggedEvent): event is PublishedEvent => event.type !== undefined;

type QueuePorts = Pick<Ports, 'db' | 'eventBus' | 'funding'>;

/**
 * Queues the next page of the log. The step is bounded, so that queued deliveries are sent between two pages.
 *
 * @param onDefect called for an event whose payload cannot be built. The event is skipped, so that other events are
 *   delivered. A redelivery builds it again. The receiver sees the gap in the `sequence` of the resource.
 * @returns 'more' after a full page; 'taken' if another process holds the cursor; that process reads all events.
 */
export async function queueNextPage(
  ports: QueuePorts,
  onDefect: (error: unknown) => void,
): Promise<'taken' | 'more' | 'end'> {
  const { db } = ports;
  const { behind, unsequenced, lastClosed } = await readBacklog(db.orm);
  if (unsequenced) await sequenceEvents(ports);
  else if (!behind) return 'end';
  return transact(db, (tx) => queuePage(tx, ports, lastClosed, onDefect));
}

async function queuePage(
  tx: Executor,
  ports: Pick<Ports, 'funding'>,
  lastClosed: number,
  onDefect: (error: unknown) => void,
): Promise<'taken' | 'more' | 'end'> {
  const position = await lockDeliveryCursor(tx);
  if (position === undefined) return 'taken';
  const read = position >= lastClosed ? readOpenEvents : readEvents;
  const events = await read(tx, position, eventsAtOnce);
  const last = events.at(-1);
  if (!last) return 'end';
  const published = events.filter(isPublished);
  const platformIds = [...new Set(published.map(({ platformId }) => platformId))];
  const endpoints = platformIds.length > 0 ? await lockEndpointsForShare(tx, platformIds) : [];
  await queueEvents(tx, ports, endpoints, published, onDefect);
  await moveDeliveryCursor(tx, last.position);
  return events.length === eventsAtOnce ? 'more' : 'end';
}

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
  const deliveries: NewDelivery[] = [];
  const dataOf = payloadDataMaker(tx, ports);
  for (const event of events) {
    const subscribers = endpoints.filter(
      (endpoint) => endpoint.platformId === event.platformId && subscribesTo(endpoint, event.type),
    );
    const body = subscribers.length > 0 ? await buildPayload(dataOf, event, onDefect) : undefined;
    if (body === undefined) continue;
    for (const endpoint of subscribers) {
      deliveries.push({
        platformId: event.platformId,
        endpointId: endpoint.id,
        eventUuid: event.uuid,
        type: event.type,
        resourceId: event.resourceId,
        sequence: event.sequence,
        position: event.position,
        body,
        createdAt: event.occurredAt,
      });
    }
  }
  await insertPendingDeliveries(tx, deliveries);
}

async function buildPayload(
  dataOf: ReturnType<typeof payloadDataMaker>,
  event: PublishedEvent,
  onDefect?: (error: unknown) => void,
): Promise<string | undefined> {
  const { uuid: eventUuid, type, occurredAt: at, sequence } = event;
  try {
    return payloadText({ eventUuid, type, at, sequence, data: await dataOf(event) });
  } catch (error) {
    // A database error is no defect of the event, and it aborts the transaction.
    if (!onDefect || sqlState(error) !== undefined || unavailability(error)) throw error;
    onDefect(error);
    return undefined;
  }
}

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
  await insertTest(tx, endpoint, {
    id,
    eventUuid,
    body,
    at,
    lease: leasedAt && { id: leaseId, until: new Date(leasedAt.getTime() + defaultLeaseMs) },
  });
  wakeAfterCommit(tx);
  return { id, leaseId, body };
}
