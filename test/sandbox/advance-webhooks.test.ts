/** Moving the clock makes the webhook attempts of the skipped time. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { transact } from '../../src/infrastructure/database/transact.ts';
import { appendEvents } from '../../src/infrastructure/events/log.ts';
import { enqueue, type JobHandler } from '../../src/infrastructure/jobs/jobs.ts';
import type { Id } from '../../src/kernel/ids.ts';
import {
  UpdatePlatformConfigInput,
  updatePlatformConfig,
} from '../../src/operations/platforms/update-platform-config.ts';
import { findPlatform } from '../../src/platforms/store.ts';
import { advanceClock } from '../../src/sandbox/advance-clock.ts';
import {
  firstRetryDelayMs,
  maxRetryDelayMs,
  retryLifetimeMs,
} from '../../src/webhooks/deliveries/retry-schedule.ts';
import { deliveryLog } from '../support/delivery-log.ts';
import { granted } from '../support/payments.ts';
import { type Service, startService } from '../support/service.ts';
import { type Receiver, startReceiver } from '../support/webhook-service.ts';

let service: Service;
let receiver: Receiver;
const handlers = new Map<string, JobHandler>();
const failures: unknown[] = [];

beforeEach(async () => {
  service = await startService();
  receiver = await startReceiver();
  handlers.clear();
  failures.splice(0);
});
afterEach(async () => {
  await receiver.close();
  await service.stop();
});

const now = async () => service.ports.clock.now((await service.refresh()).platform);

async function listenAt(...urls: string[]): Promise<void> {
  const input = {
    webhookEndpoints: urls.map((url) => ({ url, eventTypes: ['CUSTOMER.KYC_APPROVED'] })),
  };
  granted(
    await updatePlatformConfig(
      service.ports,
      await service.refresh(),
      UpdatePlatformConfigInput.parse(input),
    ),
  );
  // The TEST of the new endpoint is not part of these tests.
  granted(await advanceClock(service.ports, handlers, await service.refresh(), { seconds: 1 }));
  receiver.received.splice(0);
}

async function publish(resourceId: string, at?: Date): Promise<void> {
  const occurredAt = at ?? (await now());
  await transact(service.db, (tx) =>
    appendEvents(tx, [
      {
        platformId: service.platform.principal.platform.id,
        topic: 'customer',
        type: 'CUSTOMER.KYC_APPROVED',
        resourceId,
        data: { body: { id: resourceId } },
        occurredAt,
      },
    ]),
  );
}

const putJob = (kind: string, dueAt: Date, payload = {}) =>
  transact(service.db, (tx) =>
    enqueue(tx, { kind, platformId: service.platform.principal.platform.id, payload, dueAt }),
  );

/** The timeout is generous, because on a slow machine a receiver must not appear to hang. */
const advance = async (seconds: number, callTimeoutMs = 60_000) =>
  granted(
    await advanceClock(
      service.ports,
      handlers,
      await service.refresh(),
      { seconds },
      { onError: (error) => failures.push(error), callTimeoutMs: callTimeoutMs },
    ),
  );

const deliveryOf = async (resourceId: string) => {
  const items = await deliveryLog(service.db.orm, service.platform.principal.platform.id, { resourceId });
  const [delivery] = items;
  if (!delivery) throw new Error(`no delivery of ${resourceId}`);
  return delivery;
};

const respondWith =
  (status: number): Receiver['response'] =>
  (_, response) => {
    response.statusCode = status;
    response.end();
  };

const hour = 60 * 60;
const day = 24 * hour;

/** Asserts that attempts were made at the instants of the schedule, the first at `from`. */
function expectSchedule(instants: readonly Date[], from: Date): void {
  expect(instants[0]).toEqual(from);
  for (const [nth, at] of instants.entries()) {
    const previous = instants[nth - 1];
    if (!previous) continue;
    const base = Math.min(firstRetryDelayMs * 2 ** (nth - 1), maxRetryDelayMs);
    const waited = at.getTime() - previous.getTime();
    expect(waited).toBeGreaterThanOrEqual(Math.round(base * 0.8));
    expect(waited).toBeLessThanOrEqual(Math.min(Math.round(base * 1.2), maxRetryDelayMs));
  }
}

describe('moving the clock', () => {
  test('by a week makes every attempt of the schedule at its time, until the delivery fails', async () => {
    await listenAt(receiver.url);
    receiver.response = respondWith(500);
    const from = await now();
    await publish('Customer:1');
    expect(await advance(7 * day + hour)).toMatchObject({ isSettled: true });

    const { attempts, status } = await deliveryOf('Customer:1');
    const instants = attempts.map(({ at }) => at);
    expect(status).toBe('FAILED');
    expectSchedule(instants, from);
    // The delivery fails because the next attempt would be after the end, and not before that.
    const last = instants.at(-1)?.getTime() ?? 0;
    expect(last).toBeLessThan(from.getTime() + retryLifetimeMs);
    expect(last + maxRetryDelayMs).toBeGreaterThanOrEqual(from.getTime() + retryLifetimeMs);
    // 7 days of waits of 24 to 30 minutes.
    expect(attempts.length).toBeGreaterThan(336);
    expect(attempts.length).toBeLessThan(430);
    expect(receiver.received).toHaveLength(attempts.length);
    expect(new Set(receiver.received.map(({ raw }) => raw.toString())).size).toBe(1);
    expect(failures).toEqual([]);
  });

  test('in parts makes the attempts of each part', async () => {
    await listenAt(receiver.url);
    receiver.response = respondWith(500);
    const from = await now();
    await publish('Customer:1');
    const counts: number[] = [];
    for (const seconds of [1, 7, hour, day]) {
      await advance(seconds);
      counts.push((await deliveryOf('Customer:1')).attempts.length);
    }
    const { attempts, status, nextAttemptAt } = await deliveryOf('Customer:1');
    expect(status).toBe('PENDING');
    expectSchedule([...attempts.map(({ at }) => at), nextAttemptAt ?? new Date(0)], from);
    expect(counts.slice(0, 2)).toEqual([1, 2]);
    expect(counts[2]).toBeGreaterThan(7);
    expect((counts[3] ?? 0) - (counts[2] ?? 0)).toBeGreaterThanOrEqual(48);
    expect((await now()) < (nextAttemptAt ?? new Date(0))).toBe(true);
  });

  test('runs jobs and attempts in order of time, and delivers the events that these jobs publish', async () => {
    await listenAt(receiver.url);
    const platformId: Id<'Platform'> = service.platform.principal.platform.id;
    const happened: { what: string; at: number }[] = [];
    // The receiver reads the clock. An open transaction during the call would hold the only connection.
    receiver.response = async ({ event }, response) => {
      const platform = await findPlatform(service.db.orm, platformId);
      if (platform) {
        happened.push({ what: event.data.id ?? '', at: service.ports.clock.now(platform).getTime() });
      }
      const isDown = event.data.id === 'Customer:1' && happened.length < 6;
      response.statusCode = isDown ? 503 : 200;
      response.end();
    };
    handlers.set('note', async (_tx, job, at) => {
      happened.push({ what: String(job.payload['name']), at: at.getTime() });
    });
    handlers.set('publish', async (tx, job, at) => {
      happened.push({ what: 'publish', at: at.getTime() });
      await appendEvents(tx, [
        {
          platformId: job.platformId,
          topic: 'customer',
          type: 'CUSTOMER.KYC_APPROVED',
          resourceId: 'Customer:2',
          data: { body: { id: 'Customer:2' } },
          occurredAt: at,
        },
      ]);
    });
    const from = await now();
    const secondsLater = (seconds: number) => new Date(from.getTime() + seconds * 1_000);
    await publish('Customer:1');
    await putJob('note', secondsLater(1), { name: 'first' });
    await putJob('publish', secondsLater(8));
    await putJob('note', secondsLater(9), { name: 'second' });
    await putJob('note', secondsLater(8 * hour), { name: 'last' });
    expect(await advance(day)).toMatchObject({ isSettled: true });

    expect(happened.map(({ what }) => what)).toEqual([
      'Customer:1', // at 0 s, 503
      'first', // at 1 s
      'Customer:1', // at 4 to 6 s, 503
      'publish', // at 8 s
      'Customer:2', // at 8 s
      'second', // at 9 s
      'Customer:1', // at 12 to 18 s, 200
      'last', // at 8 h
    ]);
    const instants = happened.map(({ at }) => at);
    expect(instants).toEqual([...instants].sort((one, other) => one - other));
    expect(happened.find(({ what }) => what === 'Customer:2')?.at).toBe(secondsLater(8).getTime());
    const { attempts, status } = await deliveryOf('Customer:1');
    expect(status).toBe('DELIVERED');
    expectSchedule(
      attempts.map(({ at }) => at),
      from,
    );
    expect((await deliveryOf('Customer:2')).attempts.map(({ at }) => at)).toEqual([secondsLater(8)]);
    expect(failures).toEqual([]);
  });

  test('sends the later events of an object after the earlier one is delivered', async () => {
    await listenAt(receiver.url);
    let responses = 0;
    receiver.response = (_, response) => {
      responses += 1;
      response.statusCode = responses < 4 ? 500 : 200;
      response.end();
    };
    for (let nth = 0; nth < 3; nth += 1) await publish('Customer:1');
    await advance(hour);
    expect(receiver.received.map(({ event }) => event.sequence)).toEqual([1, 1, 1, 1, 2, 3]);
  });

  test('does not wait for a receiver that hangs: the jobs have run, and the response has the number of pending deliveries', async () => {
    await listenAt(receiver.url);
    const held: (() => void)[] = [];
    receiver.response = (_, response) => void held.push(() => void response.end());
    const done: string[] = [];
    handlers.set('note', async (_tx, job) => void done.push(String(job.payload['name'])));
    const from = await now();
    await publish('Customer:1');
    await putJob('note', new Date(from.getTime() + hour * 1_000), { name: 'after the call' });
    const moved = await advance(day, 50);
    expect(moved.isSettled).toBe(false);
    expect(moved.now).toEqual(new Date(from.getTime() + day * 1_000));
    expect(done).toEqual(['after the call']);
    // One call, which is recorded when it ends.
    expect(held).toHaveLength(1);
    held[0]?.();
    await expect.poll(async () => (await deliveryOf('Customer:1')).status).toBe('DELIVERED');
    expect(failures).toEqual([]);
  });

  test('makes no attempts to a paused endpoint and does not wait for it', async () => {
    await listenAt(receiver.url);
    const input = UpdatePlatformConfigInput.parse({
      webhookEndpoints: [{ url: receiver.url, isPaused: true }],
    });
    granted(await updatePlatformConfig(service.ports, await service.refresh(), input));
    await publish('Customer:1');
    expect(await advance(day)).toMatchObject({ isSettled: true });
    expect(receiver.received).toEqual([]);
  });
});

describe('concurrent calls that move one clock', () => {
  test('run one at a time, so that twenty calls run each job once', async () => {
    let running = 0;
    let most = 0;
    let done = 0;
    handlers.set('slow', async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 1));
      done += 1;
      running -= 1;
    });
    const from = await now();
    for (let nth = 1; nth <= 30; nth += 1) await putJob('slow', new Date(from.getTime() + nth * 1_000));
    const caller = await service.refresh();
    const before = service.db.statements.count;
    await advanceClock(service.ports, handlers, caller, { seconds: 60 });
    const alone = service.db.statements.count - before;
    expect(done).toBe(30);

    for (let nth = 1; nth <= 30; nth += 1)
      await putJob('slow', new Date(from.getTime() + (60 + nth) * 1_000));
    const beforeCalls = service.db.statements.count;
    await Promise.all(
      Array.from({ length: 20 }, () => advanceClock(service.ports, handlers, caller, { seconds: 60 })),
    );
    expect(done).toBe(60);
    expect(most).toBe(1);
    // The statements of each call, and those of the jobs once.
    expect(service.db.statements.count - beforeCalls).toBeLessThan(2 * alone + 20 * 10);
  });
});
