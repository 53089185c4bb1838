/** SQL of the pending deliveries of an endpoint that was removed or resumed, a page at a time. */
import { sql } from 'drizzle-orm';
import { type Executor, rawRows } from '../../infrastructure/database/client.ts';
import { type Id, uuidOf } from '../../kernel/ids.ts';
import { approvalEventType } from '../../payments/events.ts';

/** The last delivery of a page. */
export interface PendingPosition {
  readonly resourceId: string;
  readonly position: number;
}

const deliveriesAtOnce = 1_000;

const failed = sql`status = 'FAILED', next_attempt_at = null`;

/**
 * Fails the next pending deliveries of a removed endpoint, in the order in which attempts and redeliveries lock them. Returns the last
 * of them; `undefined` when there are no more. Approval requests are in the first page: their payments wait for no removed endpoint.
 * Test events, which have no resource, are too. There are few of both.
 *
 * Index: `webhook_deliveries_waiting`.
 *
 * @param after the last one of the page before.
 */
export async function failPending(
  tx: Executor,
  endpointId: Id<'WebhookEndpoint'>,
  after: PendingPosition | undefined,
): Promise<PendingPosition | undefined> {
  const ofEndpoint = sql`d.endpoint_id = ${uuidOf(endpointId)} and d.status = 'PENDING'`;
  if (!after) {
    await tx.execute(sql`with first as materialized (
        select d.id from webhook_deliveries d
        where ${ofEndpoint} and (d.resource_id is null or d.next_attempt_at is not null and d.type = ${sql.raw(`'${approvalEventType}'`)})
        order by d.resource_id, d.position for update
      )
      update webhook_deliveries d set ${failed} from first where d.id = first.id`);
  }
  const from = after
    ? sql`and (d.resource_id, d.position) > (${after.resourceId}, ${after.position}::bigint)`
    : sql`and d.resource_id is not null`;
  const [last] = await rawRows<{ resource_id: string; position: string | number; count: number }>(
    tx,
    sql`with page as materialized (
          select d.id, d.resource_id, d.position from webhook_deliveries d where ${ofEndpoint} ${from}
          order by d.resource_id, d.position limit ${deliveriesAtOnce} for update
        ), changed as (
          update webhook_deliveries d set ${failed} from page where d.id = page.id
        )
        select page.resource_id, page.position, count(*) over ()::int as count
        from page order by page.resource_id desc, page.position desc limit 1`,
  );
  return last?.count === deliveriesAtOnce
    ? { resourceId: last.resource_id, position: Number(last.position) }
    : undefined;
}

/**
 * Makes deliveries of a resumed endpoint due that wait for a retry. Returns whether there can be more.
 *
 * Index: `webhook_deliveries_due`.
 *
 * @param at the instant of the resumption.
 */
export async function makePendingDue(
  tx: Executor,
  endpointId: Id<'WebhookEndpoint'>,
  at: Date,
): Promise<boolean> {
  const instant = sql`${at.toISOString()}::timestamptz`;
  const waits = sql`d.endpoint_id = ${uuidOf(endpointId)} and d.status = 'PENDING' and d.next_attempt_at > ${instant}
    and d.begun_at < ${instant}`;
  const rows = await rawRows<{ id: string }>(
    tx,
    sql`with page as materialized (
          select d.id from webhook_deliveries d
          where d.id in (
            select d.id from webhook_deliveries d where ${waits} order by d.next_attempt_at limit ${deliveriesAtOnce}
          ) and ${waits}
          order by d.resource_id, d.position for update
        )
        update webhook_deliveries d set next_attempt_at = ${instant}, begun_at = ${instant}, attempts_made = 0
        from page where d.id = page.id
        returning d.id`,
  );
  return rows.length > 0;
}
