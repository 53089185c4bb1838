/** SQL of the delivery queues: the cursor of the event log, and inserting and scheduling deliveries. */
import { sql } from 'drizzle-orm';
import { type Executor, rawRows } from '../../infrastructure/database/client.ts';
import { readValues } from '../../infrastructure/database/row-decoding/rows.ts';
import { bulkInserter } from '../../infrastructure/database/statements.ts';
import { wakeAfterCommit } from '../../infrastructure/database/transact.ts';
import { fromClosed, hasUnsequenced, headAfterClosed } from '../../infrastructure/events/event-store.ts';
import { type Id, newUuid, uuidOf } from '../../kernel/ids.ts';
import type { WebhookEndpoint } from '../endpoints/endpoint.ts';
import type { EventType } from '../event-kinds.ts';
import { webhookDeliveries } from '../tables.ts';

/** The id of the row in `webhook_cursor` that has the position up to which events are queued. */
export const deliveryCursorId = 'deliveries';

interface Backlog {
  /** The log has events that are not queued. */
  readonly behind: boolean;
  /** The log has events without a position. */
  readonly unsequenced: boolean;
  /** The last position in closed partitions of the log. */
  readonly lastClosed: number;
}

export async function readBacklog(db: Executor): Promise<Backlog> {
  const [row] = await rawRows<{ behind: boolean; unsequenced: boolean; last_closed: string | number }>(
    db,
    sql`select ${headAfterClosed}
            > coalesce((select position from webhook_cursor where id = ${deliveryCursorId}), 0) as behind,
          ${hasUnsequenced} as unsequenced, closed.position as last_closed
        from ${fromClosed}`,
  );
  return {
    behind: row?.behind ?? false,
    unsequenced: row?.unsequenced ?? false,
    lastClosed: Number(row?.last_closed ?? 0),
  };
}

/**
 * Creates and locks the cursor. Returns the position up to which events are queued; `undefined` if another process holds
 * the cursor.
 */
export async function lockDeliveryCursor(tx: Executor): Promise<number | undefined> {
  await tx.execute(
    sql`insert into webhook_cursor (id, position) values (${deliveryCursorId}, 0) on conflict do nothing`,
  );
  const [cursor] = await rawRows<{ position: string | number }>(
    tx,
    sql`select position from webhook_cursor where id = ${deliveryCursorId} for update skip locked`,
  );
  return cursor && Number(cursor.position);
}

export async function moveDeliveryCursor(tx: Executor, position: number): Promise<void> {
  await tx.execute(sql`update webhook_cursor set position = ${position} where id = ${deliveryCursorId}`);
}

/** A delivery to queue. */
export interface NewDelivery {
  readonly platformId: Id<'Platform'>;
  readonly endpointId: Id<'WebhookEndpoint'>;
  readonly eventUuid: string;
  readonly type: EventType;
  readonly resourceId: string;
  readonly sequence: number | undefined;
  readonly position: number;
  readonly body: string;
  readonly createdAt: Date;
}

const deliveryColumns = [
  'id',
  'platformId',
  'endpointId',
  'eventId',
  'type',
  'resourceId',
  'sequence',
  'position',
  'body',
  'status',
  'startedAt',
  'nextAttemptAt',
  'createdAt',
] as const;

const insertDeliveries = bulkInserter(
  webhookDeliveries,
  deliveryColumns,
  sql`on conflict do nothing returning id`,
);

type NewRow = Required<Pick<typeof webhookDeliveries.$inferInsert, (typeof deliveryColumns)[number]>>;

const partitionKey = (row: { endpointId: string; resourceId?: string | null | undefined }): string =>
  `${row.endpointId} ${row.resourceId ?? ''}`;

const toRow = ({ platformId, endpointId, eventUuid, sequence, ...delivery }: NewDelivery): NewRow => ({
  ...delivery,
  id: newUuid(),
  platformId: uuidOf(platformId),
  endpointId: uuidOf(endpointId),
  eventId: eventUuid,
  sequence: sequence ?? null,
  status: 'PENDING',
  startedAt: null,
  nextAttemptAt: null,
});

/**
 * Locks the first pending delivery of each resource to each endpoint: while it is locked, an attempt cannot end without
 * scheduling the deliveries that are inserted behind it. The others of a backlog, which may be long, are neither read nor
 * locked. Attempts lock in the same order, so the two cannot deadlock.
 */
async function lockFirstPending(
  tx: Executor,
  rows: readonly Pick<NewRow, 'endpointId' | 'resourceId'>[],
): Promise<{ endpointId: string; resourceId: string }[]> {
  const queues = [...new Map(rows.map((row) => [partitionKey(row), row])).values()].map(
    ({ endpointId, resourceId }) => ({ endpointId, resourceId }),
  );
  return rawRows(
    tx,
    sql`select first.endpoint_id as "endpointId", first.resource_id as "resourceId"
        from (
          select * from json_to_recordset(${JSON.stringify(queues)}::json) as q ("endpointId" uuid, "resourceId" text)
          order by 1, 2
        ) queue cross join lateral (
          select endpoint_id, resource_id from webhook_deliveries
          where endpoint_id = queue."endpointId" and resource_id = queue."resourceId"
            and status = 'PENDING' and not is_out_of_order
          order by position limit 1 for update
        ) first`,
  );
}

/**
 * Inserts pending deliveries. Existing ones do not change. Of the pending deliveries of one resource to one endpoint only
 * the first has a due time.
 */
export async function insertPendingDeliveries(
  tx: Executor,
  deliveries: readonly NewDelivery[],
): Promise<void> {
  if (deliveries.length === 0) return;
  const rows = deliveries.map(toRow);
  const waiting = await lockFirstPending(tx, rows);
  const busy = new Set(waiting.map(partitionKey));
  const scheduled = rows.map((row) => {
    if (busy.has(partitionKey(row))) return row;
    busy.add(partitionKey(row));
    return { ...row, startedAt: row.createdAt, nextAttemptAt: row.createdAt };
  });
  const inserted = await readValues(tx, insertDeliveries(scheduled));
  if (inserted.length > 0) wakeAfterCommit(tx);
  if (inserted.length < scheduled.length) {
    // Some existed already and may be done. A new delivery behind one of them would wait forever.
    for (const { endpointId, resourceId, createdAt } of scheduled) {
      await scheduleNext(tx, { endpointId, resourceId: resourceId ?? null }, createdAt);
    }
  }
}

/** A TEST delivery. It has no resource and is not in the event log. */
interface NewTest {
  readonly id: string;
  readonly eventUuid: string;
  readonly body: string;
  readonly at: Date;
  /** Absent if a deliverer sends the test. */
  readonly lease: { readonly id: string; readonly until: Date } | undefined;
}

export async function insertTest(
  tx: Executor,
  endpoint: Pick<WebhookEndpoint, 'id' | 'platformId'>,
  { id, eventUuid, body, at, lease }: NewTest,
): Promise<void> {
  await tx.insert(webhookDeliveries).values({
    id,
    platformId: uuidOf(endpoint.platformId),
    endpointId: uuidOf(endpoint.id),
    eventId: eventUuid,
    type: 'TEST',
    position: 0,
    body,
    status: 'PENDING',
    startedAt: at,
    nextAttemptAt: at,
    createdAt: at,
    ...(lease && { leasedUntil: lease.until, leaseId: lease.id }),
  });
}

/** Makes the next delivery of the same resource due, after the one before it is done. */
export async function scheduleNext(
  tx: Executor,
  done: { readonly endpointId: string; readonly resourceId: string | null },
  now: Date,
): Promise<boolean> {
  if (done.resourceId === null) return false;
  const at = now.toISOString();
  const released = await rawRows(
    tx,
    sql`update webhook_deliveries set begun_at = ${at}::timestamptz, next_attempt_at = ${at}::timestamptz
        where id = (
          select id from webhook_deliveries
          where endpoint_id = ${done.endpointId} and resource_id = ${done.resourceId} and status = 'PENDING'
            and not is_out_of_order
          order by position limit 1
        ) and next_attempt_at is null returning id`,
  );
  return released.length > 0;
}
