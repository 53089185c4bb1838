/** Compares the updates of subscribers and the webhook deliveries with the event log: complete, once, in order. */
import type postgres from 'postgres';
import { eventCursor, parseEventCursor } from '../../src/infrastructure/events/log.ts';
import { pause } from './random.ts';
import type { Receiver } from './receiver.ts';
import type { RunRecord } from './record.ts';
import { subscribedTypes } from './settle.ts';
import type { ReceivedUpdate, Subscriber } from './subscribers.ts';

interface EventRow {
  readonly uuid: string;
  readonly position: string | null;
  readonly topic: string;
  readonly type: string | null;
  readonly id: string;
  readonly status: string | null;
  readonly customer: string | null;
  readonly accounts: readonly (string | null)[];
}

const readLog = (sql: postgres.Sql) => sql<EventRow[]>`
  select e.id as uuid, e.position::text, e.topic, e.type, e.resource_id as id, e.data->>'status' as status,
    'Customer:' || t.customer_id as customer,
    jsonb_build_array('InternalAccount:' || t.source_internal_id, 'InternalAccount:' || t.destination_internal_id,
      'ExternalAccount:' || t.source_external_id, 'ExternalAccount:' || t.destination_external_id) as accounts
  from events e left join transactions t on e.topic = 'transaction' and e.resource_id = 'Transaction:' || t.id
  order by e.position`;

const topics = { transactionUpdated: 'transaction', agentActionUpdated: 'agent-action' } as const;

const isFor = ({ field, wanted, customer }: Subscriber, event: EventRow): boolean =>
  event.topic === topics[field] &&
  [wanted['customerId'], customer].every((one) => one === undefined || event.customer === one) &&
  (wanted['accountId'] === undefined || event.accounts.includes(wanted['accountId']));

/** The timeout for the last updates on a busy machine. */
const timeoutMs = 30_000;

export async function verifySubscribers(
  sql: postgres.Sql,
  record: RunRecord,
  subscribers: readonly Subscriber[],
  after: string,
): Promise<void> {
  const log = await readLog(sql);
  for (const [index, { position }] of log.entries()) {
    if (Number(position) === index + 1) continue;
    record.finding(`the log has ${position} where ${index + 1} comes next`);
    break;
  }
  const startPosition = parseEventCursor(after) ?? 0;
  const until = Date.now() + timeoutMs;
  for (const subscriber of subscribers) {
    const expected = log
      .filter((event) => Number(event.position) > startPosition && isFor(subscriber, event))
      .map(
        ({ position, status, id }): ReceivedUpdate => ({
          cursor: eventCursor(Number(position)),
          status: String(status),
          id,
        }),
      );
    while (subscriber.updates.length < expected.length && Date.now() < until) await pause(100);
    const { name, transport, updates } = subscriber;
    record.count(`updates over ${transport}`, updates.length);
    const wrong = expected.findIndex(
      (event, index) => JSON.stringify(updates[index]) !== JSON.stringify(event),
    );
    if (wrong >= 0 || updates.length !== expected.length) {
      record.finding(
        `${name} over ${transport} received ${updates.length} of ${expected.length} updates; the first difference is ` +
          `${JSON.stringify(updates[wrong])} where ${JSON.stringify(expected[wrong])} comes, at ${wrong}`,
      );
    }
  }
}

/** Every subscribed event was delivered and accepted, those of one object in order. */
export async function verifyWebhooks(
  sql: postgres.Sql,
  record: RunRecord,
  receiver: Receiver,
): Promise<void> {
  const published = (await readLog(sql)).filter(
    ({ type }) => type !== null && subscribedTypes.includes(type),
  );
  record.sameSet(
    'webhooks',
    receiver.taken.map(({ id }) => id),
    published.map(({ uuid }) => `Webhook:${uuid}`),
  );
  const next = new Map<string, number>();
  for (const { resourceId, sequence, id } of receiver.taken) {
    const expected = next.get(resourceId) ?? 1;
    if (sequence !== expected)
      record.finding(`${id} of ${resourceId} came as ${sequence} where ${expected} comes`);
    next.set(resourceId, (sequence ?? 0) + 1);
  }
  const [open] = await sql<{ n: string }[]>`
    select count(*) as n from webhook_deliveries where status <> 'DELIVERED'`;
  record.same('webhooks that are not delivered', Number(open?.n), 0);
  record.count('webhooks taken', receiver.taken.length);
}
