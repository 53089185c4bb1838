/** Faults of the updates of subscriptions, over server-sent events and sockets. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { TransferOut } from '../../support/documents.ts';
import { aFault, endFaults, faultsOf, secondServer } from '../../support/faults.ts';
import { sendQuery } from '../../support/graphql-client.ts';
import { aBankAccount, aPayer, type Payer } from '../../support/parties.ts';
import { restClient } from '../../support/rest.ts';
import { basic, type Service, startService } from '../../support/service.ts';
import {
  socketTo,
  subscribeOverSocket,
  subscribeOverSse,
  type UpdateSubscription,
} from '../../support/transaction-updates.ts';

let service: Service;
let payer: Payer;
let bank: string;

beforeAll(async () => {
  service = await startService({ server: true });
  payer = await aPayer(service);
  bank = await aBankAccount(service, payer.customerId);
});
afterAll(() => service.stop());
afterEach(async () => {
  await endFaults(service);
  // The updates of one test do not reach the streams of the next.
  await expect.poll(unsettled, { timeout: 20_000 }).toBe(0);
});

const unsettled = async (): Promise<number> =>
  (
    await sendQuery(
      service,
      '{ transactions(filter: { status: [PENDING, PROCESSING] }) { nodes { id } } eventCursor }',
    )
  ).body.data.transactions.nodes.length;

/** A payment has three updates: PENDING, PROCESSING and COMPLETED. */
async function pay(authorization?: string): Promise<string> {
  const input = { source: payer.accountId, destination: bank, amount: 1 };
  const { transferOut } = (await service.send(TransferOut, { input }, authorization)).data;
  if (transferOut.__typename !== 'Transaction') throw new Error(transferOut.__typename);
  return transferOut.id;
}
const steps = ['PENDING', 'PROCESSING', 'COMPLETED'];
const cursorNow = async (): Promise<string> =>
  (await sendQuery(service, '{ eventCursor }')).body.data.eventCursor;
const statuses = ({ updates }: UpdateSubscription) => updates.map(({ status }) => status);
const cursors = ({ updates }: UpdateSubscription) => updates.map(({ cursor }) => cursor);

interface Opened extends UpdateSubscription {
  /** What each message says of its fault. */
  readonly labels?: () => (string | undefined)[];
}

/** A stream over each transport. It can resume after a cursor. */
const transports: [string, (after: string, token?: string) => Promise<Opened>][] = [
  [
    'server-sent events',
    async (after, token = service.platform.token) => {
      const stream = await subscribeOverSse(service.url, token, { after });
      const labels = () =>
        stream.messages
          .filter(({ event, data }) => event === 'next' && data !== '')
          .map(({ data }) => JSON.parse(data).extensions?.sandboxFault);
      return { ...stream, updates: stream.updates, labels };
    },
  ],
  [
    'a socket',
    async (after, token = service.platform.token) =>
      subscribeOverSocket(socketTo(service.url, token), { after }),
  ],
];

const target = 'SUBSCRIPTIONS';

describe.each(transports)('over %s', (_, open) => {
  test('DUPLICATE sends an update twice, with the same cursor', async () => {
    const after = await cursorNow();
    const { id } = await aFault(service, { kind: 'DUPLICATE', target, count: 2 });
    const stream = await open(after);
    await pay();

    await stream.reached(5);

    expect(statuses(stream)).toEqual(['PENDING', 'PENDING', 'PROCESSING', 'PROCESSING', 'COMPLETED']);
    expect(new Set(cursors(stream)).size).toBe(3);
    const label = `DUPLICATE; id=${id}`;
    if (stream.labels) expect(stream.labels()).toEqual([label, label, label, label, undefined]);
    stream.stop();
  });

  test('REORDER sends an update again after the next one', async () => {
    const after = await cursorNow();
    await aFault(service, { kind: 'REORDER', target });
    const stream = await open(after);
    await pay();

    await stream.reached(4);

    expect(statuses(stream)).toEqual(['PENDING', 'PROCESSING', 'PENDING', 'COMPLETED']);
    // Whatever cursor a client stored last, every update up to it has arrived.
    const [first, , again] = cursors(stream);
    expect(again).toBe(first);
    stream.stop();
  });

  test('DELAY sends an update, and those after it, later and in order', async () => {
    const after = await cursorNow();
    await aFault(service, { kind: 'DELAY', target, delayMs: 500, hidden: true });
    const stream = await open(after);
    const startedAt = performance.now();
    await pay();

    await stream.reached(3);

    expect(performance.now() - startedAt).toBeGreaterThan(490);
    expect(statuses(stream)).toEqual(steps);
    if (stream.labels) expect(stream.labels()).toEqual([undefined, undefined, undefined]);
    stream.stop();
  });

  test('DROP breaks the connection before the update; nothing is lost after a resumption', async () => {
    const after = await cursorNow();
    await pay();
    await aFault(service, { kind: 'DROP', target, eventType: 'OUTGOING_PAYMENT.PROCESSING' });

    const broken = await open(after);
    await broken.over;
    const last = cursors(broken).at(-1) as string;
    const resumed = await open(last);
    await resumed.reached(2);

    expect(statuses(broken)).toEqual(['PENDING']);
    expect(statuses(resumed)).toEqual(['PROCESSING', 'COMPLETED']);
    expect(await faultsOf(service)).toMatchObject([{ remaining: 0, appliedCount: 1 }]);
    resumed.stop();
  });

  test('a fault that is made while the stream is open affects the updates that it causes later', async () => {
    const stream = await open(await cursorNow());
    await pay();
    await stream.reached(3);

    await aFault(service, { kind: 'DUPLICATE', target });
    await pay();
    await stream.reached(7);

    expect(statuses(stream)).toEqual([...steps, 'PENDING', ...steps]);
    await endFaults(service);
    await aFault(service, { kind: 'DUPLICATE', target, durationSeconds: 60 });
    await endFaults(service);
    await pay();
    await stream.reached(10);
    expect(statuses(stream).slice(7)).toEqual(steps);
    stream.stop();
  });

  test('a stream with another token, and another subscription, are not affected', async () => {
    const { body: other } = await restClient(service)('POST', '/tokens', {
      body: { name: 'other', permissions: ['VIEW'] },
    });
    const after = await cursorNow();
    await aFault(service, { kind: 'DUPLICATE', target, tokenId: other.id, durationSeconds: 60 });
    await aFault(service, { kind: 'DROP', target, operation: 'agentActionUpdated', durationSeconds: 60 });
    const mine = await open(after);
    const theirs = await open(after, `${other.clientId}:${other.clientSecret}`);
    await pay();

    await Promise.all([mine.reached(3), theirs.reached(6)]);

    expect(statuses(mine)).toEqual(steps);
    expect(statuses(theirs)).toEqual(steps.flatMap((status) => [status, status]));
    mine.stop();
    theirs.stop();
  });

  test('another platform is not affected', async () => {
    const other = await service.addPlatform();
    const authorization = basic(other.token);
    const theirs = await aPayer(service, 1_000, authorization);
    const theirBank = await aBankAccount(service, theirs.customerId, undefined, authorization);
    await aFault(service, { kind: 'DUPLICATE', target, durationSeconds: 60 });
    const stream = await open(await cursorNow(), other.token);

    const input = { source: theirs.accountId, destination: theirBank, amount: 1 };
    await service.send(TransferOut, { input }, authorization);
    await pay();
    await stream.reached(3);

    expect(statuses(stream)).toEqual(steps);
    stream.stop();
  });
});

test('"the next two" of many streams on two processes are two', async () => {
  const second = await secondServer(service);
  const after = await cursorNow();
  const urls = [service.url, second.url, service.url, second.url, service.url];
  const streams = urls.map((url) => subscribeOverSocket(socketTo(url, service.platform.token), { after }));
  await aFault(service, { kind: 'DUPLICATE', target, count: 2 });
  await pay();

  await Promise.all(streams.map((stream) => stream.reached(3)));
  await expect
    .poll(() => streams.reduce((sum, { updates }) => sum + updates.length, 0), { timeout: 10_000 })
    .toBe(17);

  expect(await faultsOf(service)).toMatchObject([{ remaining: 0, appliedCount: 2 }]);
  for (const stream of streams) stream.stop();
  await second.stop();
});
