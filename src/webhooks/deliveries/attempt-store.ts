/** SQL of attempts in the delivery log. Bodies have separate queries because each body may have 16 KiB. */
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../infrastructure/database/client.ts';
import { firstOfEach, readRows, rowReader } from '../../infrastructure/database/row-decoding/rows.ts';
import { type Id, idOf, uuidOf } from '../../kernel/ids.ts';
import { webhookAttempts, webhookDeliveries } from '../tables.ts';
import { loggedBody, loggedBodyBytes, type WebhookAttempt } from './delivery.ts';

const reader = rowReader(webhookAttempts, [
  'id',
  'deliveryId',
  'at',
  'responseStatus',
  'durationMs',
  'error',
]);

const toAttempt = (row: ReturnType<typeof reader.decode>): WebhookAttempt => ({
  uuid: row.id,
  deliveryId: idOf('Delivery', row.deliveryId),
  at: row.at,
  responseStatus: row.responseStatus ?? undefined,
  durationMs: row.durationMs,
  error: row.error ?? undefined,
});

const ofPlatform = (platformId: Id<'Platform'>): SQL => eq(webhookAttempts.platformId, uuidOf(platformId));

/** The latest `last` attempts of each delivery, oldest first, in one statement. */
export async function attemptsOf(
  db: Executor,
  platformId: Id<'Platform'>,
  ids: readonly Id<'Delivery'>[],
  last: number,
): Promise<Map<Id<'Delivery'>, WebhookAttempt[]>> {
  const rows = await readRows(
    db,
    reader,
    firstOfEach(ids.map(uuidOf), (delivery) => {
      const its = and(ofPlatform(platformId), sql`${webhookAttempts.deliveryId} = ${delivery}`);
      return sql`select ${reader.columns()} from ${webhookAttempts} where ${its}
                 order by ${webhookAttempts.id} desc limit ${last}`;
    }),
  );
  const byDelivery = new Map<Id<'Delivery'>, WebhookAttempt[]>(ids.map((id) => [id, []]));
  for (const attempt of rows.map(toAttempt).reverse()) byDelivery.get(attempt.deliveryId)?.push(attempt);
  return byDelivery;
}

/** The request bodies by delivery. The body is the same in each attempt. */
export async function requestBodies(
  db: Executor,
  platformId: Id<'Platform'>,
  ids: readonly Id<'Delivery'>[],
): Promise<Map<Id<'Delivery'>, string>> {
  const rows = await db
    .select({
      id: webhookDeliveries.id,
      body: sql<string>`left(${webhookDeliveries.body}, ${loggedBodyBytes})`,
    })
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.platformId, uuidOf(platformId)),
        inArray(webhookDeliveries.id, ids.map(uuidOf)),
      ),
    );
  return new Map(rows.map(({ id, body }) => [idOf('Delivery', id), loggedBody(body)]));
}

/** The response bodies by attempt. An attempt without a response has no entry. */
export async function responseBodies(
  db: Executor,
  platformId: Id<'Platform'>,
  uuids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .select({ id: webhookAttempts.id, body: webhookAttempts.responseBody })
    .from(webhookAttempts)
    .where(and(ofPlatform(platformId), inArray(webhookAttempts.id, [...uuids])));
  return new Map(rows.flatMap(({ id, body }) => (body === null ? [] : [[id, body] as const])));
}
