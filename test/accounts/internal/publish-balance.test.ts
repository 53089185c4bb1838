import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../src/infrastructure/database/client.ts';
import { eventsOfResources } from '../../../src/infrastructure/events/event-store.ts';
import { TransferOutInput } from '../../../src/payments/transfers/transfer.ts';
import { transferOut } from '../../../src/payments/transfers/transfer-out.ts';
import { embeddedDatabase } from '../../support/database.ts';
import { granted, type PaymentWorld, paymentWorld } from '../../support/payments.ts';

let db: Database;
let world: PaymentWorld;
beforeAll(async () => {
  db = await embeddedDatabase();
  world = await paymentWorld(db);
});
afterAll(() => db.close());

test.each([
  ['that completes', '900', [10_000n, 9_000n]],
  ['that is returned', '004', [10_000n, 9_000n, 10_000n]],
  ['that is rejected immediately', '002', [10_000n]],
])('a transfer %s has an event with the available balance at each change', async (_, suffix, available) => {
  const customer = await world.aCustomer();
  const account = await world.accountOf(customer, 'USD');
  await world.fund(account, 10_000n);
  const { id } = await world.toUsd(customer, suffix);
  const input = TransferOutInput.parse({ source: account.id, destination: id, amount: 1_000 });
  granted(await transferOut(world.ports, await world.caller(), input));
  await world.advance(60);
  const events = (await eventsOfResources(db.orm, [account.id])).get(account.id) ?? [];
  expect(new Set(events.map(({ type }) => type))).toEqual(new Set(['INTERNAL_ACCOUNT.BALANCE_UPDATED']));
  const published = events.map(({ data }) => data['record'] as { posted: string; held: string });
  expect(published.map(({ posted, held }) => BigInt(posted) - BigInt(held))).toEqual(available);
});
