/** The setup before the first fault, and the settlement of all payments before the comparison. */
import type postgres from 'postgres';
import { eventTypes } from '../../src/webhooks/event-kinds.ts';
import { basic } from '../support/service.ts';
import { advanceClock } from './calls.ts';
import type { Client, Harness } from './client.ts';
import { pause } from './random.ts';
import type { Receiver } from './receiver.ts';
import { platformToken } from './servers.ts';

/** Without balances: a busy account has two balance events for each payment, which would take longer than the run. */
export const subscribedTypes: readonly string[] = eventTypes.filter((type) =>
  /^(OUTGOING|INCOMING)_PAYMENT|^CUSTOMER|^AGENT_ACTION/.test(type),
);

/** Registers the receiver of webhooks; returns the start cursor of every subscriber. */
export async function registerReceiver({ servers: [server] }: Harness, receiver: Receiver): Promise<string> {
  const response = await fetch(`${server?.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: basic(platformToken) },
    body: JSON.stringify({
      query: `mutation ($url: String!, $types: [String!]) {
        updatePlatformConfig(input: { webhookEndpoints: [{ url: $url, eventTypes: $types }] }) {
        ... on PlatformConfig { webhookPublicKeys } } }`,
      variables: { url: receiver.url, types: subscribedTypes },
    }),
  });
  const { data } = (await response.json()) as {
    data: { updatePlatformConfig: { webhookPublicKeys: string[] } };
  };
  receiver.trust(data.updatePlatformConfig.webhookPublicKeys);
  const cursorResponse = await fetch(`${server?.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: basic(platformToken) },
    body: JSON.stringify({ query: '{ eventCursor }' }),
  });
  return ((await cursorResponse.json()) as { data: { eventCursor: string } }).data.eventCursor;
}

const mostReplays = 300;
/** The maximum number of clock moves without progress. */
const mostMoves = 60;

/** Repeats some of the finished calls, then moves the clock until no payment is pending. */
export async function settleAll(
  sql: postgres.Sql,
  { record }: Harness,
  client: Client,
  receiver: Receiver,
): Promise<void> {
  receiver.recover();
  const responded = record.operations.filter(({ id }) => id !== undefined);
  // First the calls whose first attempts got no response, because they are the most error-prone.
  const risky = responded.filter(({ uncertain }) => uncertain);
  const others = responded.filter(({ uncertain }) => !uncertain);
  const every = Math.max(1, Math.ceil(others.length / mostReplays));
  for (const { call, id } of [...risky, ...others.filter((_, nth) => nth % every === 0)]) {
    await client.replay(call, id ?? '');
  }

  let least = Number.POSITIVE_INFINITY;
  for (let moves = 0; ; moves += 1) {
    const [open] = await sql<{ payments: number; deliveries: number; unread: number }[]>`
      select (select count(*)::int from transactions
          where status in ('CREATED', 'PENDING', 'PROCESSING') or refund_status = 'PENDING') as payments,
        (select count(*)::int from webhook_deliveries where status = 'PENDING') as deliveries,
        (select count(*)::int from events where position is null
          or type is not null and position > (select position from webhook_cursor)) as unread`;
    const left = open ? open.payments + open.deliveries + open.unread : 0;
    if (left === 0) return;
    if (left < least) moves = 0;
    least = Math.min(least, left);
    if (moves === mostMoves) {
      record.finding(`still under way in the end: ${JSON.stringify(open)}`);
      return;
    }
    await client.settle(advanceClock(400));
    await pause(500);
  }
}
