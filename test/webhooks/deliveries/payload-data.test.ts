/** How payloads are made from the events of one transaction. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readEvents } from '../../../src/infrastructure/events/event-store.ts';
import { payloadDataMaker } from '../../../src/webhooks/deliveries/payload-data.ts';
import { isPublished } from '../../../src/webhooks/deliveries/queue.ts';
import { countedStatements } from '../../support/counted-statements.ts';
import { TransferOut } from '../../support/documents.ts';
import { aBankAccount, aPayer } from '../../support/parties.ts';
import { type Service, startService } from '../../support/service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService({ server: true });
});
afterAll(() => service.stop());

test('the platform of many balance events is read once', async () => {
  const payer = await aPayer(service);
  const destination = await aBankAccount(service, payer.customerId, '900');
  for (const amount of [1, 2, 3]) {
    await service.send(TransferOut, { input: { source: payer.accountId, destination, amount } });
  }
  const balances = async () =>
    (await readEvents(service.db.orm, 0, 1_000))
      .filter(isPublished)
      .filter(({ topic }) => topic === 'internal-account');
  await expect.poll(async () => (await balances()).length).toBeGreaterThanOrEqual(3);
  const counted = countedStatements(service.db);
  const dataOf = payloadDataMaker(counted.db.orm, service.ports);
  const bodies = [];
  for (const event of await balances()) bodies.push(await dataOf(event));
  expect(bodies).toEqual(bodies.map(() => expect.objectContaining({ id: payer.accountId })));
  expect(counted.count).toBe(1);
});
