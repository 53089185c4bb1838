import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { transact } from '../../../src/infrastructure/database/transact.ts';
import { appendEvents } from '../../../src/infrastructure/events/log.ts';
import { postgresDatabase } from '../../support/database.ts';
import { deliveryLog } from '../../support/delivery-log.ts';
import {
  type Receiver,
  startReceiver,
  until,
  verifies,
  type WebhookService,
  webhookService,
} from '../../support/webhook-service.ts';

const probe = await postgresDatabase(1);
await probe?.close();

const names = (count: number) => Array.from({ length: count }, (_, index) => `Customer:${index}`);

describe.skipIf(!probe)('webhooks reach a receiver', () => {
  let service: WebhookService;
  let receiver: Receiver;

  beforeEach(async () => {
    const db = await postgresDatabase();
    if (!db) throw new Error('the server is unavailable');
    service = await webhookService(db);
    receiver = await startReceiver();
  });
  afterEach(async () => {
    await receiver.close();
    await service.close();
    expect(service.failures).toEqual([]);
  });

  const ofObjects = () => receiver.received.filter(({ event }) => event.type !== 'TEST');
  const deliveries = (filter = {}) => deliveryLog(service.db.orm, service.platform.id, filter);

  test('a new endpoint gets one TEST without an object and without a sequence number', async () => {
    await service.configure({ webhookEndpoints: [{ url: receiver.url }] });
    await service.configure({ webhookEndpoints: [{ url: receiver.url, eventTypes: ['TEST'] }] });
    await service.deliver();
    await until(async () => (await deliveries({ status: 'DELIVERED' })).length === 1);
    expect(receiver.received.map(({ event }) => event)).toEqual([
      { id: expect.stringMatching(/^Webhook:/), type: 'TEST', timestamp: expect.any(String), data: {} },
    ]);
  });

  test('every event is delivered, with sequence numbers without gaps for each object and a signature over the raw bytes', async () => {
    const { webhookPublicKeys } = await service.configure({ webhookEndpoints: [{ url: receiver.url }] });
    await service.deliver();
    for (let round = 0; round < 5; round += 1) await service.publishEvents(names(10));
    await until(() => ofObjects().length >= 50);
    for (const name of names(10)) {
      const mine = ofObjects().filter(({ event }) => event.data.id === name);
      expect(mine.map(({ event }) => event.sequence)).toEqual([1, 2, 3, 4, 5]);
    }
    const [key = ''] = webhookPublicKeys;
    expect(receiver.received.every((one) => verifies(key, one))).toBe(true);
    const [first] = receiver.received;
    if (!first) throw new Error('nothing came');
    const changed = Buffer.from(first.raw);
    changed[10] = (changed[10] ?? 0) ^ 1;
    expect(verifies(key, { ...first, raw: changed })).toBe(false);
  });

  test.each([
    ['200', 1, (response: { end(): void }) => response.end()],
    ['409, which says that it has the event', 1, (response: never) => status(response, 409)],
    ['500', 2, (response: never) => status(response, 500)],
    ['a redirect, which is not followed', 2, (response: never) => status(response, 302)],
    ['nothing, breaking off', 2, (response: { destroy(): void }) => response.destroy()],
    ['half a body, breaking off', 2, (response: never) => half(response)],
  ])('a receiver that returns %s gets the event %i time(s)', async (_, times, result) => {
    await service.configure({
      webhookEndpoints: [{ url: receiver.url, eventTypes: ['CUSTOMER.KYC_APPROVED'] }],
    });
    let first = true;
    receiver.response = (one, response) => {
      const meant = first && one.event.type !== 'TEST';
      if (meant) first = false;
      if (meant) result(response as never);
      else response.end();
    };
    await service.deliver();
    await service.publishEvents(['Customer:1']);
    await until(() => ofObjects().length === 1);
    await until(async () => (await deliveries({ resourceId: 'Customer:1' }))[0]?.attempts.length === 1);
    await service.skip(7_000);
    await until(async () => (await deliveries({ resourceId: 'Customer:1' }))[0]?.status === 'DELIVERED');
    const mine = ofObjects();
    expect(mine).toHaveLength(times);
    expect(new Set(mine.map(({ raw }) => raw.toString('utf8'))).size).toBe(1);
    const [delivery] = await deliveries({ resourceId: 'Customer:1' });
    expect(delivery).toMatchObject({ sequence: 1, nextAttemptAt: undefined });
    expect(delivery?.attempts.at(-1)).toMatchObject({
      requestBody: mine[0]?.raw.toString('utf8'),
      responseStatus: expect.any(Number),
    });
  });

  test('a call without a response times out after ten seconds and is retried', async () => {
    await service.configure({ webhookEndpoints: [{ url: receiver.url }] });
    receiver.response = () => undefined;
    await service.deliver();
    await service.publishEvents(['Customer:1']);
    await until(async () => (await deliveries({ resourceId: 'Customer:1' }))[0]?.attempts.length === 1);
    const [delivery] = await deliveries({ resourceId: 'Customer:1' });
    expect(delivery?.attempts[0]).toMatchObject({
      responseStatus: undefined,
      error: 'No response within the time limit.',
    });
    expect(delivery?.attempts[0]?.durationMs).toBeGreaterThanOrEqual(9_900);
    receiver.response = (_, response) => void response.end();
    await service.skip(7_000);
    await until(async () => (await deliveries({ resourceId: 'Customer:1' }))[0]?.status === 'DELIVERED');
  });

  test('until an event is accepted, later events of its object wait and events of other objects do not', async () => {
    await service.configure({ webhookEndpoints: [{ url: receiver.url }] });
    receiver.response = ({ event }, response) => {
      response.statusCode = event.data.id === 'Customer:0' ? 503 : 200;
      response.end();
    };
    await service.deliver();
    for (let round = 0; round < 3; round += 1) await service.publishEvents(names(2));
    await until(() => ofObjects().filter(({ event }) => event.data.id === 'Customer:1').length === 3);
    const rejected = ofObjects().filter(({ event }) => event.data.id === 'Customer:0');
    expect(new Set(rejected.map(({ event }) => event.sequence))).toEqual(new Set([1]));
    receiver.response = (_, response) => void response.end();
    await service.skip(7_000);
    await until(async () => (await deliveries({ status: 'PENDING' })).length === 0);
    const order = ofObjects().flatMap(({ event }) =>
      event.data.id === 'Customer:0' ? [event.sequence ?? 0] : [],
    );
    expect([...new Set(order)]).toEqual([1, 2, 3]);
  });

  test('after an outage of six days every event is delivered in order', async () => {
    await service.configure({
      webhookEndpoints: [{ url: receiver.url, eventTypes: ['CUSTOMER.KYC_APPROVED'] }],
    });
    receiver.response = (_, response) => status(response, 500);
    const attemptsRecorded = async () =>
      (await deliveries({ type: 'CUSTOMER.KYC_APPROVED' })).flatMap(({ attempts }) => attempts).length;
    await service.deliver();
    await service.publishEvents(names(10));
    await service.publishEvents(names(10));
    for (let day = 0; day < 6; day += 1) {
      const before = ofObjects().length;
      await service.skip(24 * 60 * 60_000);
      await until(() => ofObjects().length >= before + 10);
      // An attempt that is not yet recorded would be postponed from the next day.
      await until(async () => (await attemptsRecorded()) === ofObjects().length);
    }
    receiver.response = (_, response) => void response.end();
    const outage = ofObjects().length;
    await service.skip(60 * 60_000);
    await until(
      async () => (await deliveries({ status: 'DELIVERED', type: 'CUSTOMER.KYC_APPROVED' })).length === 20,
    );
    const taken = ofObjects().slice(outage);
    for (const name of names(10)) {
      const mine = taken.flatMap(({ event }) => (event.data.id === name ? [event.sequence] : []));
      expect([...new Set(mine)]).toEqual([1, 2]);
    }
  });

  test('after seven days without success a delivery fails, and the next event of the object is delivered', async () => {
    await service.configure({ webhookEndpoints: [{ url: receiver.url }] });
    receiver.response = (_, response) => status(response, 500);
    await service.deliver();
    await service.publishEvents(['Customer:1']);
    await until(() => ofObjects().length >= 1);
    await service.publishEvents(['Customer:1']);
    await service.skip(7 * 24 * 60 * 60_000);
    await until(async () => (await deliveries({ status: 'FAILED', resourceId: 'Customer:1' })).length === 1);
    await until(() => ofObjects().some(({ event }) => event.sequence === 2));
  });

  test('an endpoint gets the kinds that it subscribes to; a paused one gets them after it resumes', async () => {
    const other = await startReceiver();
    await service.configure({
      webhookEndpoints: [
        { url: receiver.url, eventTypes: ['CUSTOMER.KYC_REJECTED'] },
        { url: other.url, isPaused: true },
      ],
    });
    await service.deliver();
    await service.publishEvents(['Customer:1']);
    await service.publishEvents(['Customer:1'], 'CUSTOMER.KYC_REJECTED');
    await until(() => ofObjects().length === 1);
    expect(ofObjects()[0]?.event).toMatchObject({ type: 'CUSTOMER.KYC_REJECTED', sequence: 2 });
    expect(other.received).toEqual([]);
    await service.configure({ webhookEndpoints: [{ url: receiver.url }, { url: other.url }] });
    await until(() => other.received.length === 3);
    await other.close();
  });

  test('the seven days of retries start when an endpoint resumes that was paused for longer', async () => {
    await service.configure({ webhookEndpoints: [{ url: receiver.url, isPaused: true }] });
    await service.deliver();
    await service.publishEvents(['Customer:1']);
    await until(async () => (await deliveries({ resourceId: 'Customer:1' })).length === 1);
    await service.skip(8 * 24 * 60 * 60_000);
    receiver.response = (_, response) => status(response, 500);
    await service.configure({ webhookEndpoints: [{ url: receiver.url }] });
    const attempted = async () =>
      (await deliveries({ resourceId: 'Customer:1' })).filter(({ attempts }) => attempts.length > 0);
    await until(async () => (await attempted()).length === 1);
    expect(await attempted()).toMatchObject([{ status: 'PENDING' }]);
  });

  test('pending deliveries end when their endpoint is removed', async () => {
    await service.configure({ webhookEndpoints: [{ url: receiver.url }] });
    receiver.response = (_, response) => status(response, 500);
    await service.deliver();
    await service.publishEvents(['Customer:1']);
    await until(() => ofObjects().length === 1);
    await until(async () => (await deliveries()).every(({ attempts }) => attempts.length > 0));
    await service.configure({ webhookEndpoints: [] });
    expect((await deliveries()).map(({ status: now }) => now)).toEqual(['FAILED', 'FAILED']);
  });

  test('one endpoint of ten without responses does not delay the others', async () => {
    const others = await Promise.all(Array.from({ length: 9 }, () => startReceiver()));
    await service.configure({ webhookEndpoints: [receiver, ...others].map(({ url }) => ({ url })) });
    receiver.response = () => undefined;
    // Its calls never end, so a delivery that waited for one of them would never be sent.
    const { fetch } = service.ports;
    service.ports.fetch = (request) => fetch({ ...request, timeoutMs: 60 * 60_000 });
    await service.deliver();
    await service.publishEvents(names(20));
    await until(() => others.every(({ received }) => received.length === 21));
    await Promise.all(others.map((other) => other.close()));
  });

  test('an event whose body cannot be built is reported, and other events do not wait for it', async () => {
    await service.configure({ webhookEndpoints: [{ url: receiver.url }] });
    const deliverer = await service.deliver();
    receiver.response = (_, response) => status(response, 503);
    await service.publishEvents(['Customer:1']);
    await until(async () => (await deliveries({ resourceId: 'Customer:1' }))[0]?.attempts.length === 1);
    const before = ofObjects().length;

    // A defect: the body of this event cannot be built.
    await transact(service.db, (tx) =>
      appendEvents(tx, [
        {
          platformId: service.platform.id,
          topic: 'customer',
          type: 'CUSTOMER.KYC_APPROVED',
          resourceId: 'Customer:2',
          data: {},
          occurredAt: new Date(),
        },
      ]),
    );
    await service.publishEvents(['Customer:2', 'Customer:3']);
    await until(() => ofObjects().some(({ event }) => event.data.id === 'Customer:3'));
    expect(service.failures).toHaveLength(1);
    receiver.response = (_, response) => status(response, 200);
    await service.skip(60_000);
    await until(() => ofObjects().length > before);
    await until(async () => (await deliveries({ status: 'PENDING' })).length === 0);
    const deliveriesOf = (id: string) => ofObjects().filter(({ event }) => event.data.id === id);
    expect(new Set(deliveriesOf('Customer:2').map(({ event }) => event.sequence))).toEqual(new Set([2]));
    await deliverer.stop();
    service.failures.length = 0;
  });

  test('two deliverers send every event exactly once', async () => {
    await service.configure({ webhookEndpoints: [{ url: receiver.url }] });
    await Promise.all([service.deliver(), service.deliver()]);
    for (let round = 0; round < 4; round += 1) await service.publishEvents(names(25));
    await until(() => ofObjects().length >= 100);
    await until(async () => (await deliveries({ status: 'PENDING' })).length === 0);
    expect(new Set(ofObjects().map(({ event }) => event.id)).size).toBe(100);
    expect(ofObjects()).toHaveLength(100);
  });
});

function status(
  response: { statusCode: number; end(): void; setHeader(name: string, value: string): void },
  code: number,
) {
  response.statusCode = code;
  response.setHeader('location', 'http://127.0.0.1:1/elsewhere');
  response.end();
}

function half(response: {
  writeHead(code: number, headers: object): void;
  write(text: string): void;
  destroy(): void;
}) {
  response.writeHead(200, { 'content-length': '100' });
  response.write('half');
  setTimeout(() => response.destroy(), 20);
}
