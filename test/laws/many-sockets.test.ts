/**
 * Many subscribers, some of which stop reading. The default run is small. `MANY_SOCKETS=full` runs it with 1,000
 * sockets, of which 200 stop reading, and 5,000 updates.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { rawRows } from '../../src/infrastructure/database/client.ts';
import { transact } from '../../src/infrastructure/database/transact.ts';
import { readEvents } from '../../src/infrastructure/events/event-store.ts';
import { appendEvents } from '../../src/infrastructure/events/log.ts';
import { TransferOut } from '../support/documents.ts';
import { aBankAccount, aPayer } from '../support/parties.ts';
import { basic, type Service, startService, type TestPlatform } from '../support/service.ts';
import {
  type ReceivedMessages,
  type SubscriberPlan,
  type SubscriberProcess,
  startSubscriberProcess,
} from '../support/subscriber-process.ts';

const full = process.env['MANY_SOCKETS'] === 'full';
if (full) vi.setConfig({ testTimeout: 400_000 });
const scale = full
  ? { reading: 800, stalled: 200, updates: 5_000 }
  : { reading: 40, stalled: 10, updates: 400 };
/** Long enough to fill the socket buffers of subscribers that do not read. */
const memoLength = full ? 2_000 : 16_000;
const tenants = 20;
const atOnce = 100;

let service: Service;
const subscriberProcesses: SubscriberProcess[] = [];
beforeAll(async () => {
  service = await startService({ server: true });
});
afterAll(async () => {
  await Promise.all(subscriberProcesses.map((subscribers) => subscribers.stop()));
  await service.stop();
});

const query = `subscription { transactionUpdated {
  cursor occurredAt previousStatus status
  transaction { id type status description sentAmount { amount } customer { id } }
} }`;

type Event = Awaited<ReturnType<typeof readEvents>>[number];

/** An event of a transaction of the tenant. The test publishes it many times, because publishing is what it measures. */
async function anEvent({ token, principal }: TestPlatform): Promise<Event> {
  const authorization = basic(token);
  const payer = await aPayer(service, 10, authorization);
  const destination = await aBankAccount(service, payer.customerId, undefined, authorization);
  const input = { source: payer.accountId, destination, amount: 1 };
  const made = await service.send(TransferOut, { input }, authorization);
  expect(made.data.transferOut.__typename).toBe('Transaction');
  const left = sql`select (select count(*) from jobs) + (select count(*) from events where position is null) as n`;
  await expect.poll(async () => Number((await rawRows<{ n: string }>(service.db.orm, left))[0]?.n)).toBe(0);
  const events = await readEvents(service.db.orm, 0, 1_000, principal.platform.id);
  const event = events.find(({ topic }) => topic === 'transaction');
  if (!event) throw new Error('a transfer publishes an event');
  const record = { ...(event.data['record'] as object), description: 'm'.repeat(memoLength) };
  return { ...event, data: { ...event.data, record } };
}

const append = (events: readonly Event[]) =>
  transact(service.db, (tx) =>
    appendEvents(
      tx,
      events.map((event) => ({ ...event, type: undefined })),
    ),
  );

const markerOf = (event: Event): string => JSON.stringify(event.resourceId);

async function startSubscribers(plan: SubscriberPlan['tenants']): Promise<SubscriberProcess> {
  const subscribers = await startSubscriberProcess({ url: service.url, query, tenants: plan });
  subscriberProcesses.push(subscribers);
  await subscribers.ready;
  return subscribers;
}

async function allReceived(
  subscribers: SubscriberProcess,
  count: number,
): Promise<readonly ReceivedMessages[]> {
  let received: readonly ReceivedMessages[] = [];
  const least = async () => {
    received = await subscribers.received();
    return Math.min(...received.map((one) => one.count));
  };
  await expect
    .poll(least, { timeout: full ? 300_000 : 120_000, interval: 250 })
    .toBeGreaterThanOrEqual(count);
  return received;
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Heap size after a garbage collection. */
const heldMegabytes = () => {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1024 / 1024;
};

test('readers receive all updates in order while other subscribers of the platform have stopped reading', async () => {
  const { reading, stalled, updates } = scale;
  const event = await anEvent(service.platform);
  const { tail } = service.app;
  // Read in each poll, because an event buffer without subscribers is discarded at the next event.
  const line = () => tail.bufferOf(event.platformId);
  const authorization = basic(service.platform.token);
  const subscribers = await startSubscribers([{ authorization, marker: markerOf(event), reading, stalled }]);
  await expect.poll(() => line().subscriberCount).toBe(reading + stalled);

  const before = heldMegabytes();
  let most = before;
  const watching = setInterval(() => {
    most = Math.max(most, heldMegabytes());
  }, 2_000);
  const reads = tail.reads;
  const from = Date.now();
  for (let sent = 0; sent < updates; sent += atOnce) await append(Array(atOnce).fill(event));
  const received = await allReceived(subscribers, updates);
  const tookMs = Date.now() - from;
  clearInterval(watching);
  if (full) {
    console.info({
      ...scale,
      tookMs,
      grewByMegabytes: Math.round(most - before),
      reads: tail.reads - reads,
    });
  }
  expect(received).toHaveLength(reading);
  for (const one of received) {
    expect(one).toEqual({ tenant: 0, count: updates, foreign: 0, disordered: 0, closed: undefined });
  }
  // Retained: the newest events and results, and a bounded buffer for each stalled subscriber.
  expect(most - before).toBeLessThan(full ? 250 : 100);
  // One read for each commit, whatever the number of subscribers.
  expect(tail.reads - reads).toBeLessThanOrEqual(updates / atOnce + 5);
  // Only the stalled sockets are closed, after 15 seconds.
  await expect.poll(() => line().subscriberCount, { interval: 250 }).toBe(reading);
  expect((await subscribers.received()).filter(({ closed }) => closed !== undefined)).toEqual([]);
  await subscribers.stop();
});

test(`none of ${tenants} tenants receives updates of another`, async () => {
  const platforms = [];
  for (let nth = 0; nth < tenants; nth += 1) platforms.push(await service.addPlatform());
  const events: Event[] = [];
  for (const platform of platforms) events.push(await anEvent(platform));
  const each = Math.ceil(scale.reading / tenants);
  const subscribers = await startSubscribers(
    platforms.map(({ token }, nth) => ({
      authorization: basic(token),
      marker: markerOf(events[nth] as Event),
      reading: each,
      stalled: 0,
    })),
  );
  const followers = () =>
    events.reduce((sum, { platformId }) => sum + service.app.tail.bufferOf(platformId).subscriberCount, 0);
  await expect.poll(followers).toBe(each * tenants);
  const rounds = Math.floor(scale.updates / tenants);
  for (let round = 0; round < rounds; round += 1) await append(events);
  const received = await allReceived(subscribers, rounds);
  expect(received).toHaveLength(each * tenants);
  expect(
    received.filter(({ count, foreign, disordered }) => count !== rounds || foreign + disordered > 0),
  ).toEqual([]);
});
