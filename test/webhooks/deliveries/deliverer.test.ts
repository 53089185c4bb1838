import { expect, test } from 'vitest';
import { approvalEventType } from '../../../src/payments/events.ts';
import { startDeliverer } from '../../../src/webhooks/deliveries/deliverer.ts';
import { testDatabase } from '../../support/database.ts';
import { webhookDeliveries } from '../../support/tables.ts';
import { startReceiver, until, webhookService } from '../../support/webhook-service.ts';

test('a deliverer that stops waits for running calls until the end of the grace period', async () => {
  const { db } = await testDatabase();
  const service = await webhookService(db);
  const receiver = await startReceiver();
  const held: (() => void)[] = [];
  // A new endpoint gets a TEST, which is not part of this test.
  receiver.response = ({ event }, response) => {
    if (event.type === 'TEST') response.end();
    else held.push(() => void response.end());
  };
  await service.configure({ webhookEndpoints: [{ url: receiver.url }] });
  const start = (gracePeriodMs: number) =>
    startDeliverer(service.ports, (error) => service.failures.push(error), { gracePeriodMs: gracePeriodMs });

  const deliverer = await start(60_000);
  await service.publishEvents(['Customer:one']);
  await expect.poll(() => held.length).toBe(1);
  let stopped = false;
  const stopping = deliverer.stop().then(() => {
    stopped = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(stopped).toBe(false);
  held[0]?.();
  await stopping;
  const statuses = async () => {
    const deliveries = await db.orm.select().from(webhookDeliveries);
    return deliveries.flatMap(({ type, status }) => (type === 'TEST' ? [] : [status]));
  };
  expect(await statuses()).toEqual(['DELIVERED']);

  const hasty = await start(10);
  await service.publishEvents(['Customer:two']);
  await expect.poll(() => held.length).toBe(2);
  await hasty.stop();
  expect((await statuses()).sort()).toEqual(['DELIVERED', 'PENDING']);

  // The call ends while the process still runs, so its response counts.
  held[1]?.();
  await expect.poll(statuses).toEqual(['DELIVERED', 'DELIVERED']);
  expect(service.failures).toEqual([]);
  await receiver.close();
  await service.close();
});

test('the next delivery of an endpoint is leased with the connection quota of its platform', async () => {
  const { db } = await testDatabase();
  const service = await webhookService(db);
  const receiver = await startReceiver();
  await service.configure({ webhookEndpoints: [{ url: receiver.url }] });
  await service.publishEvents(Array.from({ length: 9 }, (_, nth) => `Customer:${nth}`));
  /** The tenant of each lease, except leases of the poll of all platforms. */
  const partitions: string[] = [];
  const observed: typeof db.observed = (listener, partitionOf) =>
    db.observed((text, ...rest) => {
      if (text.includes('set leased_until')) partitions.push(partitionOf().key);
      listener(text, ...rest);
    }, partitionOf);
  const ports = { ...service.ports, db: { ...db, origin: db, observed } };
  const deliverer = await startDeliverer(ports, (error) => service.failures.push(error));
  await expect.poll(() => receiver.received.length).toBe(10);
  await deliverer.stop();
  expect(new Set(partitions)).toEqual(new Set([service.platform.id]));
  expect(service.failures).toEqual([]);
  await receiver.close();
  await service.close();
});

test('approval requests and other events together do not exceed the maximum number of calls', async () => {
  const { db } = await testDatabase();
  const service = await webhookService(db);
  const receiver = await startReceiver();
  let open = 0;
  let maxOpen = 0;
  receiver.response = (_, response) => {
    open += 1;
    maxOpen = Math.max(maxOpen, open);
    setTimeout(() => {
      open -= 1;
      response.end();
    }, 50);
  };
  await service.configure({ webhookEndpoints: [{ url: receiver.url }] });
  await service.publishEvents(['Customer:1', 'Customer:2'], approvalEventType);
  await service.publishEvents(['Customer:3', 'Customer:4', 'Customer:5', 'Customer:6']);
  const deliverer = await startDeliverer(service.ports, (error) => service.failures.push(error), {
    maxCalls: 3,
  });
  // Six events and the TEST of the new endpoint.
  await until(() => receiver.received.length === 7);
  await deliverer.stop();
  expect(maxOpen).toBe(3);
  expect(service.failures).toEqual([]);
  await receiver.close();
  await service.close();
});

test('a delivery that is deleted during its call is not an error', async () => {
  const { db } = await testDatabase();
  const service = await webhookService(db);
  const receiver = await startReceiver();
  receiver.response = async (_, response) => {
    await db.orm.delete(webhookDeliveries);
    response.end();
  };
  await service.configure({ webhookEndpoints: [{ url: receiver.url }] });
  const deliverer = await startDeliverer(service.ports, (error) => service.failures.push(error));
  await until(() => receiver.received.length === 1);
  await deliverer.stop();
  expect(service.failures).toEqual([]);
  await receiver.close();
  await service.close();
});
