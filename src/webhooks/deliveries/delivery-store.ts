/** SQL of the delivery log: what callers read. `queue.ts` and `attempt.ts` change deliveries. */
import { and, count, eq, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../infrastructure/database/client.ts';
import { pageSql } from '../../infrastructure/database/page-sql.ts';
import {
  firstOfEach,
  isAnyOf,
  readRows,
  rowReader,
} from '../../infrastructure/database/row-decoding/rows.ts';
import { groupedBy } from '../../kernel/grouped.ts';
import { type Id, idOf, uuidOf } from '../../kernel/ids.ts';
import { type Page, type PageRequest, pageOf } from '../../kernel/page.ts';
import { isOwnRecord } from '../../platforms/access/scope-store.ts';
import type { EventType } from '../event-kinds.ts';
import { webhookDeliveries, webhookEndpoints } from '../tables.ts';
import type { DeliveryStatus, WebhookDelivery } from './delivery.ts';

/** All columns except the body, which is read separately (`attempt-store.ts`). */
const reader = rowReader(webhookDeliveries, [
  'id',
  'platformId',
  'endpointId',
  'eventId',
  'type',
  'resourceId',
  'sequence',
  'status',
  'createdAt',
  'nextAttemptAt',
]);

const toDelivery = (row: ReturnType<typeof reader.decode>): WebhookDelivery => ({
  id: idOf('Delivery', row.id),
  platformId: idOf('Platform', row.platformId),
  eventId: idOf('Webhook', row.eventId),
  endpointId: idOf('WebhookEndpoint', row.endpointId),
  type: row.type as EventType,
  resourceId: row.resourceId ?? undefined,
  sequence: row.sequence ?? undefined,
  status: row.status,
  createdAt: row.createdAt,
  nextAttemptAt: row.nextAttemptAt ?? undefined,
});

const ofPlatform = (platformId: Id<'Platform'>): SQL => eq(webhookDeliveries.platformId, uuidOf(platformId));

export async function findDeliveries(
  db: Executor,
  platformId: Id<'Platform'>,
  ids: readonly Id<'Delivery'>[],
): Promise<WebhookDelivery[]> {
  const found = and(ofPlatform(platformId), isAnyOf(webhookDeliveries.id, ids.map(uuidOf)));
  const rows = await readRows(
    db,
    reader,
    sql`select ${reader.columns()} from ${webhookDeliveries} where ${found}`,
  );
  return rows.map(toDelivery);
}

/** The deliveries of events, oldest first. */
export async function deliveriesOfEvents(
  db: Executor,
  platformId: Id<'Platform'>,
  eventIds: readonly Id<'Webhook'>[],
): Promise<WebhookDelivery[]> {
  const found = and(ofPlatform(platformId), isAnyOf(webhookDeliveries.eventId, eventIds.map(uuidOf)));
  const rows = await readRows(
    db,
    reader,
    sql`select ${reader.columns()} from ${webhookDeliveries} where ${found} order by ${webhookDeliveries.id}`,
  );
  return rows.map(toDelivery);
}

/** The first deliveries about each resource, in the order of its events, at most `limit` of each. */
export async function deliveriesOfResources(
  db: Executor,
  platformId: Id<'Platform'>,
  resourceIds: readonly string[],
  limit: number,
): Promise<Map<string, WebhookDelivery[]>> {
  const rows = await readRows(
    db,
    reader,
    firstOfEach(
      resourceIds,
      (id) => sql`
        select ${reader.columns()} from ${webhookDeliveries}
        where ${and(ofPlatform(platformId), sql`${webhookDeliveries.resourceId} = ${id}`)}
        order by ${webhookDeliveries.position}, ${webhookDeliveries.id} limit ${limit}`,
      'text',
    ),
  );
  return groupedBy(rows.map(toDelivery), ({ resourceId }) => resourceId ?? '');
}

export async function findDelivery(
  db: Executor,
  platformId: Id<'Platform'>,
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

/** Whether no index has the deliveries of the filter in the order of the list. */
export const isWideDeliveryFilter = (filter: DeliveryFilter): boolean =>
  Object.values(filter).some((value) => value !== undefined);

const matching = (platformId: Id<'Platform'>, filter: DeliveryFilter): SQL | undefined =>
  and(
    ofPlatform(platformId),
    filter.endpointId
      ? isOwnRecord(webhookDeliveries.endpointId, webhookEndpoints, { platformId }, filter.endpointId)
      : undefined,
    filter.type ? eq(webhookDeliveries.type, filter.type) : undefined,
    filter.status ? eq(webhookDeliveries.status, filter.status) : undefined,
    filter.resourceId ? eq(webhookDeliveries.resourceId, filter.resourceId) : undefined,
  );

/** Newest first. */
export async function listDeliveries(
  db: Executor,
  platformId: Id<'Platform'>,
  filter: DeliveryFilter,
  page: PageRequest,
): Promise<Page<WebhookDelivery>> {
  const { within, order, limit } = pageSql(webhookDeliveries.id, page);
  const onPage = and(matching(platformId, filter), within);
  const rows = await readRows(
    db,
    reader,
    sql`select ${reader.columns()} from ${webhookDeliveries} where ${onPage}
        order by ${order} limit ${limit}`,
  );
  return pageOf(page, rows.map(toDelivery));
}

export async function countDeliveries(
  db: Executor,
  platformId: Id<'Platform'>,
  filter: DeliveryFilter,
): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(webhookDeliveries)
    .where(matching(platformId, filter));
  return row?.total ?? 0;
}
