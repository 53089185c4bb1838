/** SQL of the delivery log: what callers read. What moves deliveries is in `queue.ts` and `attempt.ts`. */
import { and, count, desc, eq, inArray, lt, type SQL } from 'drizzle-orm';
import type { Executor } from '../database/client.ts';
import { webhookAttempts, webhookDeliveries } from '../database/tables/index.ts';
import type { EventType } from '../events/kinds.ts';
import { type Id, idOf, uuidOf } from '../kernel/ids.ts';
import { type Page, type PageRequest, pageOf } from '../kernel/page.ts';
import { type DeliveryStatus, loggedBody, type WebhookAttempt, type WebhookDelivery } from './delivery.ts';

type Row = typeof webhookDeliveries.$inferSelect;

async function withAttempts(db: Executor, rows: readonly Row[]): Promise<WebhookDelivery[]> {
  const attempts = new Map<string, WebhookAttempt[]>();
  if (rows.length > 0) {
    const bodies = new Map(rows.map(({ id, body }) => [id, loggedBody(body)]));
    const found = await db
      .select()
      .from(webhookAttempts)
      .where(inArray(webhookAttempts.deliveryId, [...bodies.keys()]))
      .orderBy(webhookAttempts.id);
    for (const row of found) {
      const list = attempts.get(row.deliveryId) ?? [];
      list.push({
        at: row.at,
        requestBody: bodies.get(row.deliveryId) ?? '',
        responseStatus: row.responseStatus ?? undefined,
        responseBody: row.responseBody ?? undefined,
        durationMs: row.durationMs,
        error: row.error ?? undefined,
      });
      attempts.set(row.deliveryId, list);
    }
  }
  return rows.map((row) => ({
    id: idOf('Delivery', row.id),
    platformId: idOf('PlatformConfig', row.platformId),
    eventId: idOf('Webhook', row.eventId),
    endpointId: idOf('WebhookEndpoint', row.endpointId),
    type: row.type as EventType,
    resourceId: row.resourceId ?? undefined,
    sequence: row.sequence ?? undefined,
    status: row.status,
    attempts: attempts.get(row.id) ?? [],
    createdAt: row.createdAt,
    nextAttemptAt: row.nextAttemptAt ?? undefined,
  }));
}

const ofPlatform = (platformId: Id<'PlatformConfig'>): SQL =>
  eq(webhookDeliveries.platformId, uuidOf(platformId));

export async function findDeliveries(
  db: Executor,
  platformId: Id<'PlatformConfig'>,
  ids: readonly Id<'Delivery'>[],
): Promise<WebhookDelivery[]> {
  const rows = await db
    .select()
    .from(webhookDeliveries)
    .where(and(ofPlatform(platformId), inArray(webhookDeliveries.id, ids.map(uuidOf))));
  return withAttempts(db, rows);
}

export async function findDelivery(
  db: Executor,
  platformId: Id<'PlatformConfig'>,
  id: Id<'Delivery'>,
): Promise<WebhookDelivery | undefined> {
  const [found] = await findDeliveries(db, platformId, [id]);
  return found;
}

export interface DeliveryFilter {
  readonly endpointId?: Id<'WebhookEndpoint'> | undefined;
  readonly type?: EventType | undefined;
  readonly status?: DeliveryStatus | undefined;
  readonly resourceId?: string | undefined;
}

const matching = (platformId: Id<'PlatformConfig'>, filter: DeliveryFilter): SQL | undefined =>
  and(
    ofPlatform(platformId),
    filter.endpointId ? eq(webhookDeliveries.endpointId, uuidOf(filter.endpointId)) : undefined,
    filter.type ? eq(webhookDeliveries.type, filter.type) : undefined,
    filter.status ? eq(webhookDeliveries.status, filter.status) : undefined,
    filter.resourceId ? eq(webhookDeliveries.resourceId, filter.resourceId) : undefined,
  );

/** Newest first. */
export async function listDeliveries(
  db: Executor,
  platformId: Id<'PlatformConfig'>,
  filter: DeliveryFilter,
  page: PageRequest,
): Promise<Page<WebhookDelivery>> {
  const rows = await db
    .select()
    .from(webhookDeliveries)
    .where(and(matching(platformId, filter), page.after ? lt(webhookDeliveries.id, page.after) : undefined))
    .orderBy(desc(webhookDeliveries.id))
    .limit(page.first + 1);
  return pageOf(page, await withAttempts(db, rows));
}

export async function countDeliveries(
  db: Executor,
  platformId: Id<'PlatformConfig'>,
  filter: DeliveryFilter,
): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(webhookDeliveries)
    .where(matching(platformId, filter));
  return row?.total ?? 0;
}
