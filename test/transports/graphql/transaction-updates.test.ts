import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import type { Client } from 'graphql-ws';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { rawRows } from '../../../src/infrastructure/database/client.ts';
import { readEvents } from '../../../src/infrastructure/events/event-store.ts';
import { eventCursor, parseEventCursor } from '../../../src/infrastructure/events/log.ts';
import { graphql } from '../../graphql/index.ts';
import { TransferOut } from '../../support/documents.ts';
import { aBankAccount, aPayer, type Payer } from '../../support/parties.ts';
import { type Service, startService } from '../../support/service.ts';
import {
  EventCursor,
  type SseSubscription,
  sendQuery,
  socketTo,
  subscribeOverSocket,
  subscribeOverSse,
  type UpdateSubscription,
} from '../../support/transaction-updates.ts';

const CreateToken = graphql(`
  mutation CreateTokenToDelete {
    createApiToken(input: { name: "short-lived", permissions: [VIEW] }) {
      __typename
      ... on ApiTokenCreated { token { id clientId } clientSecret }
    }
  }
`);

const DeleteToken = graphql(`
  mutation DeleteTokenOfStreams($tokenId: ID!) {
    deleteApiToken(id: $tokenId) { __typename }
  }
`);

let service: Service;
let payer: Payer;
let destination: string;
let client: Client;
/** An idle stream, opened first, to observe heartbeats. */
let idle: SseSubscription;
let idleSince: number;

const cursorNow = async () => (await service.send(EventCursor, {})).data.eventCursor;

async function transfer(from = payer, to = destination): Promise<string> {
  const input = { source: from.accountId, destination: to, amount: 1 };
  const { transferOut } = (await service.send(TransferOut, { input })).data;
  if (transferOut.__typename !== 'Transaction') throw new Error(transferOut.__typename);
  return transferOut.id;
}

beforeAll(async () => {
  service = await startService({ server: true });
  payer = await aPayer(service);
  destination = await aBankAccount(service, payer.customerId);
  client = socketTo(service.url, service.platform.token);
  const idleCustomer = await aPayer(service, 0);
  idleSince = Date.now();
  idle = await subscribeOverSse(service.url, service.platform.token, { customerId: idleCustomer.customerId });
});
afterAll(async () => {
  await client.dispose();
  await service.stop();
});

const transports = [
  [
    'over a socket',
    async (wanted: object): Promise<UpdateSubscription> => subscribeOverSocket(client, wanted),
  ],
  ['over SSE', (wanted: object) => subscribeOverSse(service.url, service.platform.token, wanted)],
] as const;

const open: UpdateSubscription[] = [];
afterEach(async () => {
  for (const following of open.splice(0)) following.stop();
  // Ends the subscriptions of one test before the next starts.
  const left = sql`select (select count(*) from jobs) + (select count(*) from events where position is null) as n`;
  const count = async () => Number((await rawRows<{ n: string }>(service.db.orm, left))[0]?.n);
  await expect.poll(count).toBe(0);
});

describe.each(transports)('%s', (_, start) => {
  const following = async (wanted: object) => {
    const one = await start(wanted);
    open.push(one);
    return one;
  };

  test('each step of a transfer is an update with the transaction in that state', async () => {
    const updates = await following({ after: await cursorNow() });
    const id = await transfer();
    await updates.reached(3);
    expect(updates.updates.map(({ cursor, ...update }) => update)).toEqual(
      [
        [null, 'PENDING'],
        ['PENDING', 'PROCESSING'],
        ['PROCESSING', 'COMPLETED'],
      ].map(([previousStatus, status]) => ({
        previousStatus,
        status,
        refundStatus: null,
        transaction: { id, status },
      })),
    );
  });

  test('filters by transaction, customer or either account', async () => {
    const other = await aPayer(service);
    const otherDestination = await aBankAccount(service, other.customerId);
    const after = await cursorNow();
    const wanted = await transfer(other, otherDestination);
    await transfer();
    const again = await transfer(other, otherDestination);
    const subscriptions = await Promise.all(
      [
        { transactionId: wanted },
        { customerId: other.customerId },
        { accountId: other.accountId },
        { accountId: otherDestination },
        { customerId: payer.customerId, accountId: other.accountId },
        {},
      ].map(async (filter) => following({ ...filter, after })),
    );
    const awaited = [3, 6, 6, 6, 0, 9];
    await Promise.all(subscriptions.map((one, index) => one.reached(awaited[index] ?? 0)));
    const ids = subscriptions.map(({ updates }) => [
      ...new Set(updates.map(({ transaction }) => transaction.id)),
    ]);
    expect(ids.slice(0, 5)).toEqual([[wanted], [wanted, again], [wanted, again], [wanted, again], []]);
    expect(subscriptions.map(({ updates }) => updates.length)).toEqual(awaited);
  });

  test('`after` resumes exactly after the update of the cursor', async () => {
    const after = await cursorNow();
    const whole = await following({ after });
    for (let nth = 0; nth < 6; nth += 1) await transfer();
    await whole.reached(18);
    const expected = whole.updates;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 4 }), async (lengths) => {
        const seen: typeof expected = [];
        for (const length of lengths) {
          const part = await following({ after: seen.at(-1)?.cursor ?? after });
          const wanted = Math.min(length, 18 - seen.length);
          await part.reached(wanted);
          part.stop();
          seen.push(...part.updates.slice(0, wanted));
        }
        const rest = await following({ after: seen.at(-1)?.cursor ?? after });
        await rest.reached(18 - seen.length);
        expect([...seen, ...rest.updates]).toEqual(expected);
      }),
      { numRuns: 15 },
    );
  });

  test('updates during the catch-up are sent once and in order', async () => {
    const after = await cursorNow();
    for (let nth = 0; nth < 5; nth += 1) await transfer();
    const late = Array.from({ length: 5 }, () => transfer());
    const updates = await following({ after });
    await Promise.all(late);
    await updates.reached(30);
    const cursors = updates.updates.map(({ cursor }) => cursor);
    expect(new Set(cursors).size).toBe(30);
    const positions = cursors.map((cursor) => Number(Buffer.from(cursor, 'base64url').toString().slice(2)));
    expect(positions).toEqual([...positions].sort((a, b) => a - b));
  });

  test('a cancelled subscription releases everything', async () => {
    // Read in each poll, because an event buffer without subscribers is discarded at the next event.
    const line = () => service.app.tail.bufferOf(service.platform.principal.platform.id);
    const one = await following({ customerId: payer.customerId });
    await expect.poll(() => line().subscriberCount).toBe(2);
    one.stop();
    // The remaining one is the idle stream.
    await expect.poll(() => line().subscriberCount).toBe(1);
    await transfer();
    expect(one.updates).toEqual([]);
  });
});

describe('an invalid `after`', () => {
  test.each([
    ['is no cursor', 'nonsense'],
    ['is empty', ''],
    ['is a cursor of a list', Buffer.from('c|1').toString('base64url')],
    ['names a place that the log has not reached', eventCursor(1_000_000)],
    ['is too long', 'x'.repeat(101)],
  ])('that %s is an error of its operation, and the socket stays open', async (_, after) => {
    const rejected = await subscribeOverSocket(client, { after }).over;
    expect(rejected).toEqual([
      expect.objectContaining({
        extensions: expect.objectContaining({
          code: 'INVALID_INPUT',
          fields: [expect.objectContaining({ path: 'after' })],
        }),
      }),
    ]);
    expect(await sendQuery(client, '{ viewer { __typename } }')).toMatchObject({
      data: { viewer: { __typename: 'Platform' } },
    });
  });

  test('over SSE is one message with the error, then the end', async () => {
    const rejected = await subscribeOverSse(service.url, service.platform.token, { after: 'nonsense' });
    expect(await rejected.over).toBeUndefined();
    expect(rejected.messages.map(({ event }) => event)).toEqual(['next', 'complete']);
    expect(JSON.parse(rejected.messages[0]?.data ?? '').errors[0].extensions.code).toBe('INVALID_INPUT');
  });
});

describe('SSE in distinct connections mode', () => {
  test.each(['GET', 'POST'] as const)('by %s, the id of each message is its cursor', async (method) => {
    const after = await cursorNow();
    const updates = await subscribeOverSse(service.url, service.platform.token, { after }, { method });
    open.push(updates);
    await transfer();
    await updates.reached(3);
    expect(updates.messages.map(({ event }) => event)).toEqual(['next', 'next', 'next']);
    expect(updates.messages.map(({ id }) => id)).toEqual(updates.updates.map(({ cursor }) => cursor));
  });

  test('Last-Event-ID resumes after its message; the later one of it and `after` applies', async () => {
    const first = await cursorNow();
    await transfer();
    const all = await subscribeOverSse(service.url, service.platform.token, { after: first });
    open.push(all);
    await all.reached(3);
    const [pending, processing] = all.updates.map(({ cursor }) => cursor);
    const starts: [object, string | undefined, string[]][] = [
      [{}, pending, ['PROCESSING', 'COMPLETED']],
      [{ after: first }, processing, ['COMPLETED']],
      [{ after: processing }, pending, ['COMPLETED']],
    ];
    for (const [wanted, seen, expected] of starts) {
      const headers = { 'Last-Event-ID': seen ?? '' };
      const resumed = await subscribeOverSse(service.url, service.platform.token, wanted, { headers });
      open.push(resumed);
      await resumed.reached(expected.length);
      expect(resumed.updates.map(({ status }) => status)).toEqual(expected);
    }
    const rejected = await subscribeOverSse(
      service.url,
      service.platform.token,
      {},
      { headers: { 'Last-Event-ID': 'nonsense' } },
    );
    await rejected.over;
    expect(rejected.messages[0]?.data).toContain('Last-Event-ID');
  });
});

test('the current cursor is after all steps of earlier responses', async () => {
  for (let nth = 0; nth < 20; nth += 1) {
    const id = await transfer();
    const position = parseEventCursor(await cursorNow()) ?? 0;
    const later = await readEvents(service.db.orm, position, 10);
    const pending = ({ data }: { data: object }) => 'status' in data && data.status === 'PENDING';
    expect(later.filter((event) => event.resourceId === id && pending(event))).toEqual([]);
  }
});

test('an idle stream has a heartbeat every 12 seconds and no messages', async () => {
  expect(idle.text().startsWith(':\n\n')).toBe(true);
  await expect.poll(() => idle.text()).toMatch(/^(:\n\n){2}/);
  expect(Date.now() - idleSince).toBeGreaterThan(11_500);
  expect(idle.messages).toEqual([]);
  idle.stop();
});

test('the deletion of a token closes its sockets with 4401 and ends its streams', async () => {
  const made = (await service.send(CreateToken, {})).data.createApiToken;
  if (made.__typename !== 'ApiTokenCreated') throw new Error(made.__typename);
  const token = `${made.token.clientId}:${made.clientSecret}`;
  const socket = subscribeOverSocket(socketTo(service.url, token));
  const stream = await subscribeOverSse(service.url, token);
  // Read in each poll, because an event buffer without subscribers is discarded at the next event.
  const line = () => service.app.tail.bufferOf(service.platform.principal.platform.id);
  await expect.poll(() => line().subscriberCount).toBe(2);
  await service.send(DeleteToken, { tokenId: made.token.id });
  expect(await socket.over).toMatchObject({ code: 4401 });
  expect(await stream.over).toBeUndefined();
  expect(stream.messages.at(-1)?.event).toBe('complete');
  await expect.poll(() => line().subscriberCount).toBe(0);
  expect((await subscribeOverSse(service.url, token)).status).toBe(401);
  expect(await subscribeOverSocket(socketTo(service.url, token)).over).toMatchObject({ code: 4401 });
});

test('when the server stops, a socket closes with 1012 and a stream ends without `complete`, so that clients reconnect', async () => {
  const going = await startService({ server: true });
  const socket = subscribeOverSocket(socketTo(going.url, going.platform.token));
  const stream = await subscribeOverSse(going.url, going.platform.token);
  // Read in each poll, because an event buffer without subscribers is discarded at the next event.
  const line = () => going.app.tail.bufferOf(going.platform.principal.platform.id);
  await expect.poll(() => line().subscriberCount).toBe(2);
  await going.stop();
  expect(await socket.over).toMatchObject({ code: 1012 });
  expect(await stream.over).toBeUndefined();
  expect(stream.messages).toEqual([]);
});
