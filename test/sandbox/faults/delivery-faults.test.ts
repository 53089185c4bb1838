/** Faults of webhook deliveries. */
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Database, rawRows } from '../../../src/infrastructure/database/client.ts';
import { idOf } from '../../../src/kernel/ids.ts';
import { createFault, SandboxFaultInput } from '../../../src/sandbox/faults/create-fault.ts';
import type { Fault } from '../../../src/sandbox/faults/fault.ts';
import { listSandboxFaults } from '../../../src/sandbox/faults/list-faults.ts';
import { redeliverWebhook } from '../../../src/webhooks/deliveries/redeliver.ts';
import { testDatabase } from '../../support/database.ts';
import { granted } from '../../support/payments.ts';
import {
  type Receiver,
  startReceiver,
  until,
  type WebhookService,
  webhookService,
} from '../../support/webhook-service.ts';

const ada = 'Customer:0198c5a4-0000-7000-8000-00000000000a';
const grace = 'Customer:0198c5a4-0000-7000-8000-00000000000b';

let db: Database;
let drop: () => Promise<void>;
let service: WebhookService;
let receiver: Receiver;

beforeEach(async () => {
  ({ db, drop } = await testDatabase());
  service = await webhookService(db);
  receiver = await startReceiver();
  await service.configure({ webhookEndpoints: [{ url: receiver.url }] });
});
afterEach(async () => {
  await service.close();
  await receiver.close();
  await drop();
  expect(service.failures).toEqual([]);
});

const ports = () => ({
  ...service.ports,
  operationNames: async () => ({ requests: new Set<string>(), subscriptions: new Set<string>() }),
});
const aFault = async (input: object): Promise<Fault> =>
  granted(
    await createFault(
      ports(),
      await service.principal(),
      SandboxFaultInput.parse({ target: 'WEBHOOKS', ...input }),
    ),
  );
const faults = async () =>
  granted(await listSandboxFaults(ports(), await service.principal())) as readonly Fault[];
/** The requests without the TEST event that a new endpoint gets. */
const requests = () => receiver.received.filter(({ event }) => event.type !== 'TEST');
const received = (count: number) => until(() => requests().length >= count);
/** Each request as `<last character of the resource> <sequence>`. */
const arrived = () => requests().map(({ event }) => `${event.data.id?.at(-1)} ${event.sequence ?? 1}`);
const attempts = () =>
  rawRows<{ status: number | null; error: string | null }>(
    db.orm,
    sql`select response_status as status, error from webhook_attempts a
        join webhook_deliveries d on d.id = a.delivery_id where d.type <> 'TEST' order by a.id`,
  );

describe('DROP', () => {
  test('never reaches the receiver, is in the delivery log, and is retried by the schedule', async () => {
    const { id } = await aFault({ kind: 'DROP', count: 2 });
    await service.publishEvents([ada]);
    await service.deliver();
    await until(async () => (await faults())[0]?.appliedCount === 1);
    expect(requests()).toEqual([]);

    await service.skip(7_000);
    await until(async () => (await faults())[0]?.appliedCount === 2);
    await service.skip(13_000);
    await received(1);

    expect(requests()).toHaveLength(1);
    expect(requests()[0]?.event.sequence).toBe(1);
    expect(requests()[0]?.fault).toBeUndefined();
    const dropped = { status: null, error: `Not sent, by the sandbox fault DROP; id=${id}.` };
    await until(async () => (await attempts()).length === 3);
    expect(await attempts()).toEqual([dropped, dropped, { status: 200, error: null }]);
  });

  test('of one event type', async () => {
    await aFault({ kind: 'DROP', eventType: 'CUSTOMER.KYC_REJECTED', durationSeconds: 60 });
    await service.publishEvents([ada]);
    await service.publishEvents([grace], 'CUSTOMER.KYC_REJECTED');
    await service.deliver();

    await received(1);
    await until(async () => (await faults())[0]?.appliedCount === 1);

    expect(arrived()).toEqual(['a 1']);
  });
});

test('DUPLICATE sends the same request twice, before later ones of its resource', async () => {
  const { id } = await aFault({ kind: 'DUPLICATE' });
  await service.publishEvents([ada, ada]);
  await service.deliver();

  await received(3);

  const [first, second] = requests();
  expect(arrived()).toEqual(['a 1', 'a 1', 'a 2']);
  expect(second?.raw.equals(first?.raw as Buffer)).toBe(true);
  expect(second?.event.id).toBe(first?.event.id);
  expect(requests().map(({ fault }) => fault)).toEqual([
    `DUPLICATE; id=${id}`,
    `DUPLICATE; id=${id}`,
    undefined,
  ]);
  await until(async () => (await attempts()).length === 3);
});

test('DELAY postpones a delivery and those of its resource, on the clock of the platform', async () => {
  await aFault({ kind: 'DELAY', delayMs: 60_000 });
  await service.publishEvents([ada]);
  await service.deliver();
  await until(async () => (await faults())[0]?.appliedCount === 1);
  await service.publishEvents([ada, grace]);
  await received(1);
  expect(arrived()).toEqual(['b 1']);

  await service.skip(60_000);
  await received(3);

  expect(arrived()).toEqual(['b 1', 'a 1', 'a 2']);
});

test('REORDER postpones a delivery, and later ones of its resource do not wait', async () => {
  await aFault({ kind: 'REORDER', delayMs: 60_000 });
  await service.publishEvents([ada, ada]);
  await service.deliver();
  await received(1);
  await service.publishEvents([ada]);
  await received(2);
  expect(arrived()).toEqual(['a 2', 'a 3']);

  await service.skip(60_000);
  await received(3);
  await service.publishEvents([ada]);
  await received(4);

  expect(arrived()).toEqual(['a 2', 'a 3', 'a 1', 'a 4']);
});

test.each(['DELAY', 'REORDER'])('%s postpones each delivery once, however long it lasts', async (kind) => {
  await aFault({ kind, delayMs: 60_000, durationSeconds: 86_400 });
  await service.publishEvents([ada, grace]);
  await service.deliver();
  await until(async () => (await faults())[0]?.appliedCount === 2);

  await service.skip(60_000);
  await received(2);

  expect(arrived().toSorted()).toEqual(['a 1', 'b 1']);
  expect(await faults()).toMatchObject([{ appliedCount: 2 }]);
});

test('"the next three" of two deliverers are three', async () => {
  await aFault({ kind: 'DUPLICATE', count: 3, hidden: true });
  const customers = Array.from(
    { length: 12 },
    (_, index) => `Customer:0198c5a4-0000-7000-8000-${String(index).padStart(12, '0')}`,
  );
  await service.publishEvents(customers);
  await Promise.all([service.deliver(), service.deliver()]);

  await received(15);
  await until(async () => (await attempts()).length === 15);

  expect(requests()).toHaveLength(15);
  expect(new Set(requests().map(({ event }) => event.id)).size).toBe(12);
  expect(requests().every(({ fault }) => fault === undefined)).toBe(true);
  expect(await faults()).toMatchObject([{ remaining: 0, appliedCount: 3 }]);
});

test('a redelivery puts what a fault took out of the order back into it', async () => {
  await aFault({ kind: 'REORDER', delayMs: 600_000 });
  await service.publishEvents([ada, ada]);
  await service.deliver();
  await received(1);
  // The call of 'a 2' has ended, so it can be redelivered.
  await until(async () => (await attempts()).length === 1);
  expect(arrived()).toEqual(['a 2']);
  const deliveries = await rawRows<{ id: string }>(
    db.orm,
    sql`select id from webhook_deliveries where type <> 'TEST' order by position desc`,
  );

  for (const { id } of deliveries) {
    granted(await redeliverWebhook(ports(), await service.principal(), idOf('Delivery', id)));
  }
  await received(3);
  await service.publishEvents([ada]);
  await received(4);

  expect(arrived().slice(-2)).toContain('a 3');
  expect(arrived().filter((one) => one === 'a 1')).toHaveLength(1);
  const waiting = await rawRows(
    db.orm,
    sql`select id from webhook_deliveries where is_out_of_order and status = 'PENDING'`,
  );
  expect(waiting).toEqual([]);
});
