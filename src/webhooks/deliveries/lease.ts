/**
 * Who may attempt a delivery now. A lease is taken in one commit and lasts for a while of real time: a process that dies
 * lets it run out, and another one calls again.
 */
import { type SQL, sql } from 'drizzle-orm';
import { type Executor, rawRows } from '../../infrastructure/database/client.ts';
import { type Id, idOf, uuidOf } from '../../kernel/ids.ts';
import { approvalEventType } from '../../payments/events.ts';
import type { Ports } from '../../payments/ports.ts';
import type { Platform } from '../../platforms/platform.ts';
import type { WebhookEndpoint } from '../endpoints/endpoint.ts';
import type { EventType } from '../event-kinds.ts';

/** Longer than any call takes. */
export const defaultLeaseMs = 30_000;

/** A delivery that this process alone may attempt, until its lease ends. */
export interface LeasedDelivery {
  readonly id: string;
  readonly leaseId: string;
  readonly platformId: Id<'Platform'>;
  readonly endpointId: Id<'WebhookEndpoint'>;
  readonly url: string;
  readonly type: EventType;
  readonly body: string;
  /** Of the platform's clock when it was leased. */
  readonly clockOffsetMs: number;
}

interface LeasedRow {
  id: string;
  lease_id: string;
  platform_id: string;
  endpoint_id: string;
  url: string;
  type: EventType;
  body: string;
  clock_offset_ms: string | number;
}

const fromRow = (row: LeasedRow): LeasedDelivery => ({
  id: row.id,
  leaseId: row.lease_id,
  platformId: idOf('Platform', row.platform_id),
  endpointId: idOf('WebhookEndpoint', row.endpoint_id),
  url: row.url,
  type: row.type,
  body: row.body,
  clockOffsetMs: Number(row.clock_offset_ms),
});

const leasedColumns = sql`d.id, d.lease_id, d.platform_id, d.endpoint_id, d.type, d.body`;

/**
 * How many calls are under way at once, over all processes: of one endpoint, so that a slow one takes no more than this,
 * and of one platform, so that others always find places. As many again are for payments that wait for a decision: they
 * have seconds, and do not stand behind a backlog.
 */
export const callsPerEndpoint = 4;
export const callsPerPlatform = 24;
const asking = sql.raw(`= '${approvalEventType}'`);
const telling = sql.raw(`<> '${approvalEventType}'`);

/**
 * Leases deliveries that are due on their platforms' clocks, at most so many. Platforms take turns: the next place goes
 * to the platform with the fewest calls under way, and there to the endpoint with the fewest. However long a backlog is
 * and however many endpoints hang on theirs, a platform with none under way has its turn when the next call ends.
 *
 * @param leaseMs longer than any call takes; real time.
 * @param asks what is asked for a decision, or else everything else.
 * @param endpointId of one endpoint only.
 */
export async function leaseDue(
  db: Ports['db'],
  realNow: Date,
  {
    most,
    leaseMs,
    asks,
    endpointId,
  }: { most: number; leaseMs: number; asks: boolean; endpointId?: Id<'WebhookEndpoint'> },
): Promise<LeasedDelivery[]> {
  const now = sql`${realNow.toISOString()}::timestamptz`;
  const ofKind = asks ? asking : telling;
  const until = new Date(realNow.getTime() + leaseMs).toISOString();
  const isDue = (endpoint: SQL, offsetMs: SQL): SQL => sql`
    d.endpoint_id = ${endpoint} and d.status = 'PENDING' and d.next_attempt_at is not null and d.type ${ofKind}
    and d.next_attempt_at <= ${now} + ${offsetMs} * interval '1 millisecond'
    and (d.leased_until is null or d.leased_until <= ${now})`;
  const rows = await rawRows<LeasedRow>(
    db.orm,
    sql`with under_way as materialized (
          select platform_id, endpoint_id, count(*) as calls from webhook_deliveries l
          where l.leased_until is not null and l.leased_until > ${now} and l.type ${ofKind}
          group by platform_id, endpoint_id
        ), room as materialized (
          select e.id, e.url, e.platform_id, p.clock_offset_ms, coalesce(of_endpoint.calls, 0) as calls,
            coalesce(of_platform.calls, 0) as platform_calls
          from webhook_endpoints e
          join platforms p on p.id = e.platform_id
          left join under_way of_endpoint on of_endpoint.endpoint_id = e.id
          left join (select platform_id, sum(calls) as calls from under_way group by platform_id) of_platform
            on of_platform.platform_id = e.platform_id
          where not e.is_paused ${endpointId ? sql`and e.id = ${uuidOf(endpointId)}` : sql``}
            and coalesce(of_endpoint.calls, 0) < ${callsPerEndpoint}
            and coalesce(of_platform.calls, 0) < ${callsPerPlatform}
            and exists (select from webhook_deliveries d where ${isDue(sql`e.id`, sql`p.clock_offset_ms`)})
          order by coalesce(of_platform.calls, 0) + row_number() over (
              partition by e.platform_id order by coalesce(of_endpoint.calls, 0), random()
            ), random()
          limit ${most}
        ), due as (
          select d.*, room.url, room.platform_id, room.platform_calls, room.clock_offset_ms,
            room.calls + row_number() over (partition by room.id order by d.next_attempt_at, d.position) as endpoint_turn
          from room cross join lateral (
            select id, next_attempt_at, position from webhook_deliveries d
            where ${isDue(sql`room.id`, sql`room.clock_offset_ms`)}
            order by d.next_attempt_at, d.position
            limit ${callsPerEndpoint} - room.calls
            for update of d skip locked
          ) d
        ), ranked as (
          select id, url, clock_offset_ms, platform_calls + row_number() over (partition by platform_id order by endpoint_turn)
            as platform_turn
          from due
        ), chosen as (
          select id, url, clock_offset_ms from ranked where platform_turn <= ${callsPerPlatform} order by platform_turn limit ${most}
        )
        update webhook_deliveries d set leased_until = ${until}::timestamptz, lease_id = gen_random_uuid()
        from chosen where d.id = chosen.id
        returning ${leasedColumns}, chosen.url, chosen.clock_offset_ms`,
  );
  return rows.map(fromRow);
}

/**
 * Leases one delivery of a sandbox platform and moves the platform's clock to where it is due, unless the clock is past
 * that. Does neither where the delivery was attempted, leased or ended meanwhile, or its endpoint was removed or paused.
 * The platform's row is locked first, as everywhere.
 *
 * @param dueAt when it was seen to be due; one that is due at another instant now was attempted meanwhile.
 */
export async function leaseAtItsInstant(
  tx: Executor,
  platformId: Id<'Platform'>,
  { uuid, dueAt }: { readonly uuid: string; readonly dueAt: Date },
  realNow: Date,
): Promise<LeasedDelivery | undefined> {
  const now = sql`${realNow.toISOString()}::timestamptz`;
  const until = new Date(realNow.getTime() + defaultLeaseMs).toISOString();
  const offsetMs = sql`greatest(p.clock_offset_ms, ${dueAt.getTime() - realNow.getTime()}::bigint)`;
  const [row] = await rawRows<LeasedRow>(
    tx,
    sql`with platform as materialized (
          select id, clock_offset_ms from platforms where id = ${uuidOf(platformId)} for update
        ), leased as (
          update webhook_deliveries d set leased_until = ${until}::timestamptz, lease_id = gen_random_uuid()
          from platform, webhook_endpoints e
          where d.id = ${uuid} and d.platform_id = platform.id and d.status = 'PENDING'
            and d.next_attempt_at = ${dueAt.toISOString()}::timestamptz
            and (d.leased_until is null or d.leased_until <= ${now})
            and e.id = d.endpoint_id and not e.is_paused
          returning ${leasedColumns}, e.url
        ), moved as (
          update platforms p set clock_offset_ms = ${offsetMs} from leased where p.id = leased.platform_id
          returning p.clock_offset_ms
        )
        select leased.*, moved.clock_offset_ms from leased, moved`,
  );
  return row && fromRow(row);
}

/** A test that its sender has leased by making it. */
export const leaseTest = (
  { id: endpointId, url, platformId }: Pick<WebhookEndpoint, 'id' | 'url' | 'platformId'>,
  made: { readonly id: string; readonly leaseId: string; readonly body: string },
  { clockOffsetMs }: Pick<Platform, 'clockOffsetMs'>,
): LeasedDelivery => ({ ...made, endpointId, url, platformId, clockOffsetMs, type: 'TEST' });
