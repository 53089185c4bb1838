/** SQL of the pending deliveries of an endpoint that was removed or resumed. */
import { sql } from 'drizzle-orm';
import { type Executor, rawRows } from '../../infrastructure/database/client.ts';
import { type Id, uuidOf } from '../../kernel/ids.ts';

/** Of a removed endpoint pending deliveries fail, of a resumed one those that wait for nothing else become due. */
export type PendingChange = 'FAIL' | 'RESTART';

/** The last delivery of a page. */
export interface PendingPosition {
  readonly resourceId: string;
  readonly position: number;
}

const deliveriesAtOnce = 1_000;

/**
 * Changes the next pending deliveries of an endpoint, in the order in which attempts and redeliveries lock them. Returns the last of
 * them; `undefined` when there are no more.
 *
 * @param at the instant of the removal or resumption.
 * @param after the last one of the page before.
 */
export async function changePending(
  tx: Executor,
  endpointId: Id<'WebhookEndpoint'>,
  change: PendingChange,
  at: Date,
  after: PendingPosition | undefined,
): Promise<PendingPosition | undefined> {
  const endpoint = uuidOf(endpointId);
  const instant = sql`${at.toISOString()}::timestamptz`;
  const isChanged =
    change === 'FAIL'
      ? sql`d.status = 'PENDING'`
      : // One that began since the resumption is due already.
        sql`d.status = 'PENDING' and d.next_attempt_at is not null and (d.begun_at is null or d.begun_at < ${instant})`;
  const changed =
    change === 'FAIL'
      ? sql`status = 'FAILED', next_attempt_at = null`
      : sql`next_attempt_at = ${instant}, begun_at = ${instant}, attempts_made = 0`;
  // Test events have no resource. They are few.
  if (!after) {
    await tx.execute(sql`update webhook_deliveries d set ${changed}
      where d.endpoint_id = ${endpoint} and d.resource_id is null and ${isChanged}`);
  }
  const from = after
    ? sql`and (d.resource_id, d.position) > (${after.resourceId}, ${after.position}::bigint)`
    : sql`and d.resource_id is not null`;
  const [last] = await rawRows<{ resourceId: string; position: string; count: number }>(
    tx,
    sql`with page as materialized (
          select d.id, d.resource_id, d.position from webhook_deliveries d
          where d.endpoint_id = ${endpoint} and ${isChanged} ${from}
          order by d.resource_id, d.position limit ${deliveriesAtOnce} for update
        ), changed as (
          update webhook_deliveries d set ${changed} from page where d.id = page.id
        )
        select resource_id as "resourceId", position::text as position, count(*) over ()::int as count
        from page order by resource_id desc, position desc limit 1`,
  );
  return last?.count === deliveriesAtOnce
    ? { resourceId: last.resourceId, position: Number(last.position) }
    : undefined;
}
