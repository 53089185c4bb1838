/** The queue of deliveries of an endpoint, and the order of endpoints. */
import { type SQL, sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { rawRows } from '../../../src/infrastructure/database/client.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import { leaseDueDeliveries, maxCallsPerPlatform } from '../../../src/webhooks/deliveries/lease-store.ts';
import { onPostgres, testDatabase } from '../../support/database.ts';
import { queueNewEvents, until, type WebhookService, webhookService } from '../../support/webhook-service.ts';

let service: WebhookService;
beforeEach(async () => {
  service = await webhookService((await testDatabase()).db);
});
afterEach(() => service.close());

const failed = (error: unknown) => {
  throw error;
};
const urls = (count: number) => Array.from({ length: count }, (_, n) => `http://127.0.0.1:9/${n}`);
const lease = (limit: number, approvals = false) =>
  leaseDueDeliveries(service.db, new Date(), { limit, leaseMs: 30_000, approvals });

test('an endpoint without running calls precedes endpoints with running calls, whatever their backlogs', async () => {
  const [first = '', second = '', quiet = ''] = urls(3);
  await service.configure({ webhookEndpoints: [{ url: first }, { url: second }] });
  await service.publishEvents(Array.from({ length: 20 }, (_, n) => `Customer:${n}`));
  await queueNewEvents(service.ports, failed);
  // Each endpoint has its maximum number of calls except one that just ended. Its backlog is due in this slot.
  expect(await lease(6)).toHaveLength(6);
  await service.configure({ webhookEndpoints: [first, second, quiet].map((url) => ({ url })) });
  expect((await lease(1)).map(({ url }) => url)).toEqual([quiet]);
});

test('no endpoint has a second call while another has none', async () => {
  const all = urls(5);
  await service.configure({ webhookEndpoints: all.map((url) => ({ url })) });
  await service.publishEvents(Array.from({ length: 20 }, (_, n) => `Customer:${n}`));
  await queueNewEvents(service.ports, failed);
  const called: string[] = [];
  for (let nth = 0; nth < 3; nth += 1) called.push(...(await lease(1)).map(({ url }) => url));
  called.push(...(await lease(2)).map(({ url }) => url));
  expect(called.sort()).toEqual(all);
  expect((await lease(5)).map(({ url }) => url).sort()).toEqual(all);
  expect(await lease(100)).toHaveLength(10);
  expect(await lease(100)).toEqual([]);
});

test('platforms take turns: one with twenty backlogs is limited to its quota, and another one gets a slot at once', async () => {
  const many = urls(20);
  await service.configure({ webhookEndpoints: many.map((url) => ({ url })) });
  await service.publishEvents(Array.from({ length: 20 }, (_, n) => `Customer:${n}`));
  const other = await webhookService(service.db);
  const own = 'http://127.0.0.1:9/own';
  await other.configure({ webhookEndpoints: [{ url: own }] });
  await other.publishEvents(['Customer:other']);
  await queueNewEvents(service.ports, failed);
  // Its TEST and its event are the second and the fourth of all.
  expect((await lease(4)).filter(({ url }) => url === own)).toHaveLength(2);
  // The busy platform fills only its quota, whatever the number of slots.
  expect(await lease(1_000)).toHaveLength(maxCallsPerPlatform - 2);
  await other.publishEvents(['Customer:another']);
  await queueNewEvents(service.ports, failed);
  expect((await lease(1_000)).map(({ url }) => url)).toEqual([own]);
});

test('a long backlog of a resource is not read again: its first delivery is locked, and the new one waits behind it', async () => {
  const [url = ''] = urls(1);
  await service.configure({ webhookEndpoints: [{ url }] });
  await service.publishEvents(Array.from({ length: 300 }, () => 'Customer:1'));
  await queueNewEvents(service.ports, failed);
  const count = async (condition: SQL): Promise<number> => {
    const [row] = await rawRows<{ n: string | number }>(
      service.db.orm,
      sql`select count(*) as n from webhook_deliveries where resource_id = 'Customer:1' and ${condition}`,
    );
    return Number(row?.n);
  };
  // Without the marks of earlier locks: each row gets a new version.
  await service.db.orm.execute(sql`update webhook_deliveries set body = body`);
  await service.publishEvents(['Customer:1', 'Customer:1']);
  await queueNewEvents(service.ports, failed);
  expect(await count(sql`status = 'PENDING'`)).toBe(302);
  expect(await count(sql`next_attempt_at is not null`)).toBe(1);
  // A row lock is stored in the row.
  expect(await count(sql`xmax::text <> '0'`)).toBe(1);
});

test.runIf(onPostgres)(
  'a delivery that is being queued while its endpoint is removed ends with the endpoint',
  async () => {
    const [url = ''] = urls(1);
    const {
      webhookEndpoints: [endpoint],
    } = await service.configure({ webhookEndpoints: [{ url }] });
    if (!endpoint) throw new Error('an endpoint was set');
    await service.publishEvents(['Customer:1']);
    const pending = async () =>
      rawRows(service.db.orm, sql`select id from webhook_deliveries where status = 'PENDING'`);
    const waiting = async () => {
      const [row] = await rawRows<{ n: unknown }>(
        service.db.orm,
        sql`select count(*) as n from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return Number(row?.n);
    };

    let queueing: Promise<unknown> = Promise.resolve();
    let removing: Promise<unknown> = Promise.resolve();
    // Another transaction writes the same delivery and does not commit. The queue has read its endpoints and waits.
    await service.db.orm
      .transaction(async (tx) => {
        const event = sql`(select id from events where resource_id = 'Customer:1')`;
        await tx.execute(sql`insert into webhook_deliveries
          (id, platform_id, endpoint_id, event_id, type, position, body, status, created_at)
        values (${newUuid()}, ${newUuid()}, ${endpoint.id.slice('WebhookEndpoint:'.length)}, ${event}, 'TEST', 0, '{}',
          'PENDING', now())`);
        queueing = queueNewEvents(service.ports, failed);
        await until(async () => (await waiting()) === 1);
        removing = service.configure({ webhookEndpoints: [] });
        await until(async () => (await waiting()) === 2);
        throw new Error('rolled back');
      })
      .catch(() => undefined);
    await Promise.all([queueing, removing]);
    expect(await pending()).toEqual([]);
  },
);
