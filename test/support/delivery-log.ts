/** The delivery log with the attempts at each delivery and their bodies, oldest attempt first. */
import type { Executor } from '../../src/infrastructure/database/client.ts';
import type { Id } from '../../src/kernel/ids.ts';
import { attemptsOf, requestBodies, responseBodies } from '../../src/webhooks/deliveries/attempt-store.ts';
import { type DeliveryFilter, listDeliveries } from '../../src/webhooks/deliveries/delivery-store.ts';

const everything = { first: 100, after: undefined, list: 'deliveries' };

export async function deliveryLog(db: Executor, platformId: Id<'Platform'>, filter: DeliveryFilter = {}) {
  const { items } = await listDeliveries(db, platformId, filter, everything);
  const ids = items.map(({ id }) => id);
  const attempts = await attemptsOf(db, platformId, ids, 500);
  const sent = await requestBodies(db, platformId, ids);
  const uuids = [...attempts.values()].flatMap((list) => list.map(({ uuid }) => uuid));
  const responded = await responseBodies(db, platformId, uuids);
  return items.map((delivery) => ({
    ...delivery,
    attempts: (attempts.get(delivery.id) ?? []).map((attempt) => ({
      ...attempt,
      requestBody: sent.get(delivery.id),
      responseBody: responded.get(attempt.uuid),
    })),
  }));
}
