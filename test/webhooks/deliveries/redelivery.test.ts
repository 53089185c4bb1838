import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventCursor } from '../../../src/infrastructure/events/log.ts';
import { enqueue } from '../../../src/infrastructure/jobs/jobs.ts';
import { newId } from '../../../src/kernel/ids.ts';
import { readPlatformConfig } from '../../../src/operations/platforms/platform-config.ts';
import { redeliverWebhook, redeliverWebhooks } from '../../../src/webhooks/deliveries/redeliver.ts';
import { redeliveryHandler, redeliveryJobKind } from '../../../src/webhooks/deliveries/redelivery-job.ts';
import { sendTestWebhook } from '../../../src/webhooks/deliveries/send-test.ts';
import { KeyRotationUnderWay, rotateWebhookKey } from '../../../src/webhooks/signing/rotate-key.ts';
import { embeddedDatabase, onPostgres, testDatabase, untilLocked } from '../../support/database.ts';
import { deliveryLog } from '../../support/delivery-log.ts';
import { performDueJob } from '../../support/jobs.ts';
import { granted } from '../../support/payments.ts';
import { jobs as jobsTable, webhookDeliveries, webhookRedeliveries } from '../../support/tables.ts';
import {
  queueNewEvents,
  type Receiver,
  startReceiver,
  until,
  verifies,
  type WebhookService,
  webhookService,
} from '../../support/webhook-service.ts';

let service: WebhookService;
let receiver: Receiver;

beforeEach(async () => {
  service = await webhookService(await embeddedDatabase());
  receiver = await startReceiver();
});
afterEach(async () => {
  await receiver.close();
  await service.close();
});

const deliveries = (filter = {}) => deliveryLog(service.db.orm, service.platform.id, filter);
const settled = () => until(async () => (await deliveries({ status: 'PENDING' })).length === 0);
const published = () => receiver.received.filter(({ event }) => event.type !== 'TEST');

describe('a redelivery', () => {
  test('has the same event and the same bytes, and the log has both attempts', async () => {
    await service.configure({ webhookEndpoints: [{ url: receiver.url }] });
    await service.deliver();
    await service.publishEvents(['Customer:1']);
    await until(() => published().length === 1);
    await settled();
    const [delivery] = await deliveries({ resourceId: 'Customer:1' });
    if (!delivery) throw new Error('no delivery');
    const again = granted(await redeliverWebhook(service.ports, await service.principal(), delivery.id));
    expect(again).toMatchObject({ id: delivery.id, eventId: delivery.eventId, status: 'PENDING' });
    await until(() => published().length === 2);
    await settled();
    const [first, second] = published();
    expect(second?.raw.equals(first?.raw ?? Buffer.alloc(0))).toBe(true);
    expect((await deliveries({ resourceId: 'Customer:1' }))[0]?.attempts).toHaveLength(2);
  });

  test('of a delivery of another platform is not found', async () => {
    const result = await redeliverWebhook(service.ports, await service.principal(), newId('Delivery'));
    expect(result).toMatchObject({ code: 'REFERENCE_NOT_FOUND', kind: 'not-found' });
  });

  test('of a TEST or of a delivery to a removed endpoint is rejected', async () => {
    await service.configure({ webhookEndpoints: [{ url: receiver.url }] });
    await service.deliver();
    await settled();
    const [test] = await deliveries({ type: 'TEST' });
    if (!test) throw new Error('no delivery');
    const principal = await service.principal();
    expect(await redeliverWebhook(service.ports, principal, test.id)).toMatchObject({
      code: 'INVALID_INPUT',
      fields: [{ path: 'deliveryId' }],
    });
    await service.configure({ webhookEndpoints: [] });
    expect(await redeliverWebhook(service.ports, principal, test.id)).toMatchObject({
      fields: [{ path: 'deliveryId', message: 'is of an endpoint that is no longer in the settings' }],
    });
  });

  test.runIf(onPostgres)('of a delivery that retention deletes at the same time is not found', async () => {
    const { db } = await testDatabase();
    const own = await webhookService(db);
    await own.configure({ webhookEndpoints: [{ url: receiver.url }] });
    await own.publishEvents(['Customer:1']);
    await queueNewEvents(own.ports, (error) => own.failures.push(error));
    const [delivery] = await deliveryLog(db.orm, own.platform.id, { resourceId: 'Customer:1' });
    if (!delivery) throw new Error('no delivery');
    let redelivered: ReturnType<typeof redeliverWebhook> | undefined;
    const principal = await own.principal();
    await db.orm.transaction(async (tx) => {
      await tx.delete(webhookDeliveries);
      redelivered = redeliverWebhook(own.ports, principal, delivery.id);
      await untilLocked(db);
    });
    expect(await redelivered).toMatchObject({ code: 'REFERENCE_NOT_FOUND', kind: 'not-found' });
    expect(own.failures).toEqual([]);
    await own.close();
  });

  test('of all events since a cursor is in order, also to an endpoint that was added later', async () => {
    await service.configure({ webhookEndpoints: [{ url: receiver.url }] });
    await service.deliver();
    await service.publishEvents(['Customer:1']);
    await until(() => published().length === 1);
    for (let round = 0; round < 3; round += 1) await service.publishEvents(['Customer:1', 'Customer:2']);
    await until(() => published().length === 7);
    await settled();
    const younger = await startReceiver();
    await service.configure({ webhookEndpoints: [{ url: receiver.url }, { url: younger.url }] });
    const result = await redeliverWebhooks(service.ports, await service.principal(), {
      after: 1,
      endpointId: undefined,
    });
    expect(result).toEqual({ events: 6 });
    expect(eventCursor(1)).toEqual(expect.any(String));
    const handlers = new Map([[redeliveryJobKind, redeliveryHandler(service.ports)]]);
    const perform = () =>
      performDueJob(service.db, handlers, service.ports.clock.real, (error) => {
        throw error;
      });
    // One step for each endpoint.
    expect(await perform()).toBe('done');
    expect(await perform()).toBe('done');
    expect(await perform()).toBe('nothing-due');
    await until(() => published().length === 13 && younger.received.length === 7);
    for (const got of [published().slice(7), younger.received.slice(-6)]) {
      for (const [object, numbers] of [
        ['Customer:1', [2, 3, 4]],
        ['Customer:2', [1, 2, 3]],
      ] as const) {
        const mine = got.filter(({ event }) => event.data.id === object);
        expect(mine.map(({ event }) => event.sequence)).toEqual(numbers);
      }
    }
    await settled();
    await younger.close();
  });
});

describe('a redelivery while a later event of the object waits for a retry', () => {
  test('precedes the later event', async () => {
    await service.configure({ webhookEndpoints: [{ url: receiver.url }] });
    await service.deliver();
    await service.publishEvents(['Customer:1', 'Customer:1']);
    await until(() => published().length === 2);
    await settled();
    // The receiver rejects the third event, which waits for its retry.
    receiver.response = (_, response) => {
      response.statusCode = 503;
      response.end();
    };
    await service.publishEvents(['Customer:1']);
    await until(async () => {
      const [last] = await deliveries({ resourceId: 'Customer:1' });
      return last?.status === 'PENDING' && last.attempts.length === 1 && last.nextAttemptAt !== undefined;
    });
    const before = published().length;
    receiver.response = (_, response) => void response.end('ok');
    const result = await redeliverWebhooks(service.ports, await service.principal(), {
      after: 0,
      endpointId: undefined,
    });
    expect(result).toEqual({ events: 3 });
    const handlers = new Map([[redeliveryJobKind, redeliveryHandler(service.ports)]]);
    await performDueJob(service.db, handlers, service.ports.clock.real, (error) => {
      throw error;
    });
    await until(() => published().length >= before + 3);
    await settled();
    expect(
      published()
        .slice(before)
        .map(({ event }) => event.sequence),
    ).toEqual([1, 2, 3]);
  });

  test('sends nothing if the endpoint subscribes to none of the kinds', async () => {
    await service.configure({
      webhookEndpoints: [{ url: receiver.url, eventTypes: ['INCOMING_PAYMENT.PENDING'] }],
    });
    await service.publishEvents(['Customer:1']);
    const all = { after: 0, endpointId: undefined };
    expect(await redeliverWebhooks(service.ports, await service.principal(), all)).toEqual({ events: 0 });
  });
});

describe('a request for the redelivery of all events while they are being sent', () => {
  const handlers = () => new Map([[redeliveryJobKind, redeliveryHandler(service.ports)]]);
  const perform = () =>
    performDueJob(service.db, handlers(), service.ports.clock.real, (error) => {
      throw error;
    });
  const redeliverAll = async (after = 0) =>
    granted(
      await redeliverWebhooks(service.ports, await service.principal(), { after, endpointId: undefined }),
    );
  const jobs = async () => (await service.db.orm.select().from(jobsTable)).length;
  const walks = () => service.db.orm.select().from(webhookRedeliveries);
  beforeEach(async () => {
    await service.configure({ webhookEndpoints: [{ url: receiver.url }] });
    // A step has a hundred events.
    for (let page = 0; page < 5; page += 1) {
      await service.publishEvents(Array.from({ length: 50 }, (_, n) => `Customer:${n}`));
    }
    await queueNewEvents(service.ports, (error) => service.failures.push(error));
  });

  test('is part of the running redelivery, and each step of it has a maximum size', async () => {
    for (let nth = 0; nth < 150; nth += 1) expect(await redeliverAll()).toEqual({ events: 250 });
    expect(await jobs()).toBe(1);
    let steps = 0;
    while ((await perform()) === 'done') {
      steps += 1;
      expect(await jobs()).toBeLessThanOrEqual(1);
    }
    expect(steps).toBe(3);
    expect(await walks()).toEqual([]);
  });

  test('causes one more pass over the events that were already sent at the time of the request', async () => {
    await redeliverAll();
    expect(await perform()).toBe('done');
    const [first] = await walks();
    for (let nth = 0; nth < 20; nth += 1) await redeliverAll(nth);
    expect(await walks()).toEqual([{ ...first, againAfter: 0, againUntil: first?.position }]);
    // Events after the current position of the pass need no second one.
    await redeliverAll(first?.until);
    await redeliverAll(first?.position);
    expect(await walks()).toEqual([{ ...first, againAfter: 0, againUntil: first?.position }]);
    let steps = 1;
    while ((await perform()) === 'done') steps += 1;
    expect(steps).toBe(4);
    expect(await jobs()).toBe(0);
    expect(await walks()).toEqual([]);
  });

  test('ends with its endpoint, and a job of an earlier version is converted', async () => {
    await redeliverAll();
    await perform();
    await service.configure({ webhookEndpoints: [] });
    expect(await walks()).toEqual([]);
    expect(await perform()).toBe('done');
    expect(await perform()).toBe('nothing-due');
    const { webhookEndpoints } = await service.configure({ webhookEndpoints: [{ url: receiver.url }] });
    const { platform } = await service.principal();
    await enqueue(service.db.orm, {
      kind: redeliveryJobKind,
      platformId: platform.id,
      payload: { after: 0, until: 10, endpointIds: webhookEndpoints.map(({ id }) => id) },
      dueAt: service.ports.clock.now(platform),
    });
    expect(await perform()).toBe('done');
    expect(await walks()).toMatchObject([{ position: 0, until: 10 }]);
    expect(await perform()).toBe('done');
    expect(await walks()).toEqual([]);
  });
});

describe('a test webhook is sent immediately', () => {
  test('its response is returned', async () => {
    await service.configure({ webhookEndpoints: [{ url: receiver.url }] });
    const sent = await sendTestWebhook(service.ports, await service.principal(), { endpointId: undefined });
    expect(sent).toMatchObject({ url: receiver.url, responseStatus: 200, responseBody: 'ok' });
  });

  test.each([
    [
      'returns 500',
      (response: { statusCode: number; end(text: string): void }) => {
        response.statusCode = 500;
        response.end('broken');
      },
      { response_status: 500, response_body: 'broken' },
    ],
    [
      'resets the connection',
      (response: { destroy(): void }) => response.destroy(),
      { reason: 'The host cannot be reached or closed the connection.' },
    ],
  ])('a receiver that %s is an error with the response of the receiver', async (_, result, details) => {
    await service.configure({ webhookEndpoints: [{ url: receiver.url }] });
    receiver.response = (_request, response) => result(response as never);
    const rejected = await sendTestWebhook(service.ports, await service.principal(), {
      endpointId: undefined,
    });
    expect(rejected).toMatchObject({ code: 'WEBHOOK_DELIVERY_ERROR', httpStatus: 400, details });
  });

  test('is an error without an endpoint', async () => {
    const rejected = await sendTestWebhook(service.ports, await service.principal(), {
      endpointId: undefined,
    });
    expect(rejected).toMatchObject({ code: 'WEBHOOK_ENDPOINT_NOT_SET', httpStatus: 400 });
  });
});

describe('the signing key can be rotated', () => {
  const day = 24 * 60 * 60_000;
  const keys = async () =>
    (await readPlatformConfig(service.db.orm, service.ports, service.platform)).webhookPublicKeys;
  const lastTest = async () => {
    granted(await sendTestWebhook(service.ports, await service.principal(), { endpointId: undefined }));
    const last = receiver.received.at(-1);
    if (!last) throw new Error('nothing came');
    return last;
  };
  const rotate = async (immediately = false) =>
    rotateWebhookKey(service.ports, await service.principal(), { immediately });

  beforeEach(() => service.configure({ webhookEndpoints: [{ url: receiver.url }] }));

  test('the new key is published a day before it signs, and the old key until a day after its last signature', async () => {
    const [old = ''] = await keys();
    granted(await rotate());
    const [, fresh = ''] = await keys();
    expect(await keys()).toEqual([old, fresh]);
    expect(verifies(old, await lastTest())).toBe(true);
    expect(await rotate()).toBeInstanceOf(KeyRotationUnderWay);
    await service.skip(day);
    expect(await keys()).toEqual([fresh, old]);
    expect(verifies(fresh, await lastTest())).toBe(true);
    await service.skip(day);
    expect(await keys()).toEqual([fresh]);
  });

  test('a compromised key is replaced at once, also during a rotation', async () => {
    const [old] = await keys();
    granted(await rotate());
    granted(await rotate(true));
    const [only = '', ...rest] = await keys();
    expect(rest).toEqual([]);
    expect(only).not.toBe(old);
    expect(verifies(only, await lastTest())).toBe(true);
  });
});
