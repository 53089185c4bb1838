/**
 * Leases of deliveries. A process leases a delivery in one commit before it calls the endpoint. The lease ends after some
 * real time, so when the process dies, another one repeats the call.
 */
import { type SQL, sql } from 'drizzle-orm';
import { type Executor, rawRows } from '../../infrastructure/database/client.ts';
import { type Id, idOf, uuidOf } from '../../kernel/ids.ts';
import { approvalEventType } from '../../payments/events.ts';
import type { Ports } from '../../payments/ports.ts';
import type { Platform } from '../../platforms/platform.ts';
import type { WebhookEndpoint } from '../endpoints/endpoint.ts';
import type { EventType } from '../event-kinds.ts';

/** Longer than the request timeout. */
export const defaultLeaseMs = 30_000;

/** A delivery that only this process may attempt until the lease ends. */
export interface LeasedDelivery {
  readonly id: string;
  readonly leaseId: string;
  readonly platformId: Id<'Platform'>;
  readonly endpointId: Id<'WebhookEndpoint'>;
  readonly url: string;
  readonly type: EventType;
  readonly body: string;
  /** The platform's clock offset at the time of the lease. */
  readonly clockOffsetMs: number;
  /** Whether the platform can have a fault on request. */
  readonly mayHaveFaults: boolean;
  /** Whether no attempt was made or postponed since the delivery became due. */
  readonly isFirstAttempt: boolean;
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
  may_have_faults: boolean;
  is_first_attempt: boolean;
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
  mayHaveFaults: row.may_have_faults,
  isFirstAttempt: row.is_first_attempt,
});

const mayHaveFaults = (now: SQL): SQL => sql`coalesce(p.faults_until > ${now}, false)`;

/** When a delivery becomes due, both times are set to the same one. Retries and faults move the first. */
const leasedColumns = sql`d.id, d.lease_id, d.platform_id, d.endpoint_id, d.type, d.body,
  d.next_attempt_at is not distinct from d.begun_at as is_first_attempt`;

/**
 * The number of concurrent calls over all processes, per endpoint and per platform, above which none is started. Two processes that lease
 * at the same moment do not see each other's calls, and can exceed it once. They bound what a slow endpoint and a busy platform use. Approval requests are counted separately, because they have seconds to be decided and must not wait
 * behind a backlog.
 */
const maxCallsPerEndpoint = 4;
export const maxCallsPerPlatform = 24;
const isApproval = sql.raw(`= '${approvalEventType}'`);
const isNotification = sql.raw(`<> '${approvalEventType}'`);

/**
 * Leases at most `limit` deliveries that are due on the clocks of their platforms. The next lease goes to the platform with
 * the fewest running calls, and within it to the endpoint with the fewest. A platform without running calls is therefore
 * next, however long the backlogs of others are.
 *
 * @param leaseMs real time; longer than the request timeout.
 * @param approvals whether to lease approval requests or all other events.
 * @param endpointId leases deliveries of this endpoint only.
 */
export async function leaseDueDeliveries(
  db: Ports['db'],
  realNow: Date,
  {
    limit,
    leaseMs,
    approvals,
    endpointId,
  }: { limit: number; leaseMs: number; approvals: boolean; endpointId?: Id<'WebhookEndpoint'> },
): Promise<LeasedDelivery[]> {
  const now = sql`${realNow.toISOString()}::timestamptz`;
  const ofKind = approvals ? isApproval : isNotification;
  const until = new Date(realNow.getTime() + leaseMs).toISOString();
  const isDue = (endpoint: SQL, offsetMs: SQL): SQL => sql`
    d.endpoint_id = ${endpoint} and d.status = 'PENDING' and d.next_attempt_at is not null and d.type ${ofKind}
    and d.next_attempt_at <= ${now} + ${offsetMs} * interval '1 millisecond'
    and (d.leased_until is null or d.leased_until <= ${now})`;
  const rows = await rawRows<LeasedRow>(
    db.orm,
    sql`with running_calls as materialized (
          -- The calls of each endpoint that run now.
          select platform_id, endpoint_id, count(*) as calls from webhook_deliveries l
          where l.leased_until is not null and l.leased_until > ${now} and l.type ${ofKind}
          group by platform_id, endpoint_id
        ), endpoints_below_limit as materialized (
          -- Endpoints with due deliveries that may be called more often, those of the least busy platforms first.
          select e.id, e.url, e.platform_id, p.clock_offset_ms, ${mayHaveFaults(now)} as may_have_faults,
            coalesce(of_endpoint.calls, 0) as calls,
            coalesce(of_platform.calls, 0) as platform_calls
          from webhook_endpoints e
          join platforms p on p.id = e.platform_id
          left join running_calls of_endpoint on of_endpoint.endpoint_id = e.id
          left join (select platform_id, sum(calls) as calls from running_calls group by platform_id) of_platform
            on of_platform.platform_id = e.platform_id
          where not e.is_paused ${endpointId ? sql`and e.id = ${uuidOf(endpointId)}` : sql``}
            and coalesce(of_endpoint.calls, 0) < ${maxCallsPerEndpoint}
            and coalesce(of_platform.calls, 0) < ${maxCallsPerPlatform}
            and exists (select from webhook_deliveries d where ${isDue(sql`e.id`, sql`p.clock_offset_ms`)})
          order by coalesce(of_platform.calls, 0) + row_number() over (
              partition by e.platform_id order by coalesce(of_endpoint.calls, 0), random()
            ), random()
          limit ${limit}
        ), due as (
          select d.*, e.url, e.platform_id, e.platform_calls, e.clock_offset_ms, e.may_have_faults,
            e.calls + row_number() over (partition by e.id order by d.next_attempt_at, d.position) as endpoint_turn
          from endpoints_below_limit e cross join lateral (
            select id, next_attempt_at, position from webhook_deliveries d
            where ${isDue(sql`e.id`, sql`e.clock_offset_ms`)}
            order by d.next_attempt_at, d.position
            limit ${maxCallsPerEndpoint} - e.calls
            for update of d skip locked
          ) d
        ), ranked as (
          select id, url, clock_offset_ms, may_have_faults,
            platform_calls + row_number() over (partition by platform_id order by endpoint_turn) as platform_turn
          from due
        ), selected as (
          -- The deliveries to lease, within the limit of each platform.
          select id, url, clock_offset_ms, may_have_faults from ranked
          where platform_turn <= ${maxCallsPerPlatform} order by platform_turn limit ${limit}
        )
        update webhook_deliveries d set leased_until = ${until}::timestamptz, lease_id = gen_random_uuid()
        from selected where d.id = selected.id
        returning ${leasedColumns}, selected.url, selected.clock_offset_ms, selected.may_have_faults`,
  );
  return rows.map(fromRow);
}

/**
 * Leases one delivery of a sandbox platform and moves the platform's clock forward to its due time. Does neither if the
 * delivery was attempted, leased or finished meanwhile, or if its endpoint was removed or paused. Lock order: the platform
 * first.
 *
 * @param dueAt the due time that the caller read. If it differs now, the delivery was attempted meanwhile.
 */
export async function leaseAndAdvanceClock(
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
          select id, clock_offset_ms, ${mayHaveFaults(now)} as may_have_faults
          from platforms p where id = ${uuidOf(platformId)} for no key update
        ), leased as (
          update webhook_deliveries d set leased_until = ${until}::timestamptz, lease_id = gen_random_uuid()
          from platform, webhook_endpoints e
          where d.id = ${uuid} and d.platform_id = platform.id and d.status = 'PENDING'
            and d.next_attempt_at = ${dueAt.toISOString()}::timestamptz
            and (d.leased_until is null or d.leased_until <= ${now})
            and e.id = d.endpoint_id and not e.is_paused
          returning ${leasedColumns}, e.url, platform.may_have_faults
        ), moved as (
          update platforms p set clock_offset_ms = ${offsetMs} from leased where p.id = leased.platform_id
          returning p.clock_offset_ms
        )
        select leased.*, moved.clock_offset_ms from leased, moved`,
  );
  return row && fromRow(row);
}

/**
 * Ends a lease without an attempt, and makes the delivery due later.
 *
 * @param at on the platform's clock.
 * @param holdsOthers whether later deliveries of the resource wait for it.
 * @returns undefined if the lease has ended already.
 */
export async function postponeLeased(
  tx: Executor,
  { id, leaseId }: Pick<LeasedDelivery, 'id' | 'leaseId'>,
  at: Date,
  holdsOthers: boolean,
): Promise<{ readonly endpointId: string; readonly resourceId: string | null } | undefined> {
  const [row] = await rawRows<{ endpoint_id: string; resource_id: string | null }>(
    tx,
    sql`update webhook_deliveries set leased_until = null, lease_id = null,
          next_attempt_at = ${at.toISOString()}::timestamptz, is_out_of_order = is_out_of_order or ${!holdsOthers}
        where id = ${id} and lease_id = ${leaseId} and status = 'PENDING' returning endpoint_id, resource_id`,
  );
  return row && { endpointId: row.endpoint_id, resourceId: row.resource_id };
}

/** The lease of a test delivery, which was inserted with a lease. */
export const toLeasedTest = (
  { id: endpointId, url, platformId }: Pick<WebhookEndpoint, 'id' | 'url' | 'platformId'>,
  made: { readonly id: string; readonly leaseId: string; readonly body: string },
  { clockOffsetMs }: Pick<Platform, 'clockOffsetMs'>,
): LeasedDelivery => ({
  ...made,
  endpointId,
  url,
  platformId,
  clockOffsetMs,
  // A test returns the response of the receiver as it is.
  mayHaveFaults: false,
  isFirstAttempt: true,
  type: 'TEST',
});
