/**
 * SQL that reads the published events of a platform: as a list with filters, and by id.
 *
 * Customers and rare types are read in the order of an index: events of several rare types are read from the index of each
 * type and merged. Frequent types have no index, because each payment would write it. They are found among the events of the
 * platform, and a platform may have none of them. Other filters have no index in the order of the log either: such a page is
 * a wide read.
 */
import { and, type SQL, sql } from 'drizzle-orm';
import { groupedBy } from '../../kernel/grouped.ts';
import { type Id, uuidOf } from '../../kernel/ids.ts';
import { type Executor, rawRows } from '../database/client.ts';
import { type EventRow, eventColumns, eventFromRow } from './event-store.ts';
import type { LoggedEvent } from './log.ts';
import { eventIndexes, frequentEventTypes } from './tables.ts';

export interface EventFilter {
  readonly types?: readonly string[] | undefined;
  readonly resourceId?: string | undefined;
  readonly customerId?: Id<'Customer'> | undefined;
}

/** A range of positions, read from its newest or its oldest end. */
interface EventRange {
  readonly after?: number | undefined;
  readonly before?: number | undefined;
  readonly isNewestFirst: boolean;
  readonly limit: number;
}

const isFrequent = (type: string): boolean => frequentEventTypes.some((one) => one === type);

/** Whether no index has the events of the filter in the order of the log. */
export const isWideEventFilter = ({ types, resourceId, customerId }: EventFilter): boolean =>
  resourceId !== undefined || (types !== undefined && (customerId !== undefined || types.some(isFrequent)));

/**
 * Matches a resource of the platform. Ownership is checked once, before any event is read; otherwise the index would yield
 * another platform's events and each would be rejected.
 */
const isOfResource = (platformId: Id<'Platform'>, resourceId: string): SQL =>
  sql`resource_id = ${resourceId} and ${uuidOf(platformId)} =
    (select one.platform_id from events one where one.resource_id = ${resourceId} order by one.serial limit 1)`;

/** Disjoint conditions, each in the order of its own index. */
function conditionsOf(
  platformId: Id<'Platform'>,
  { types, resourceId, customerId }: EventFilter,
): (SQL | undefined)[] {
  const ofType = types && sql`type = any(${sql.param([...types])}::text[])`;
  const others = and(
    sql`type is not null`,
    resourceId === undefined ? undefined : isOfResource(platformId, resourceId),
    customerId === undefined ? undefined : sql`${eventIndexes.customerUuid} = ${uuidOf(customerId)}`,
  );
  if (!types || resourceId !== undefined || customerId !== undefined) return [and(others, ofType)];
  const frequent = types.filter(isFrequent);
  return [
    ...(frequent.length > 0 ? [and(others, sql`type = any(${sql.param(frequent)}::text[])`)] : []),
    ...types
      .filter((type) => !isFrequent(type))
      .map((type) => and(others, eventIndexes.isRareType, sql`type = ${type}`)),
  ];
}

/** The published events of a platform in a range, in the order in which they are read. */
export async function readPublishedEvents(
  db: Executor,
  platformId: Id<'Platform'>,
  filter: EventFilter,
  { after, before, isNewestFirst, limit }: EventRange,
): Promise<LoggedEvent[]> {
  const inRange = and(
    sql`platform_id = ${uuidOf(platformId)} and position is not null`,
    after === undefined ? undefined : sql`position > ${after}`,
    before === undefined ? undefined : sql`position < ${before}`,
  );
  const onPage = sql`order by position ${sql.raw(isNewestFirst ? 'desc' : 'asc')} limit ${limit}`;
  const parts = conditionsOf(platformId, filter).map(
    (condition) => sql`(select ${eventColumns} from events where ${and(inRange, condition)} ${onPage})`,
  );
  if (parts.length === 0) return [];
  const merged = sql`select * from (${sql.join(parts, sql` union all `)}) merged ${onPage}`;
  const rows = await rawRows<EventRow>(db, merged);
  return rows.map(eventFromRow);
}

/** Published events by id. */
export async function findPublishedEvents(
  db: Executor,
  platformId: Id<'Platform'>,
  ids: readonly Id<'Webhook'>[],
): Promise<LoggedEvent[]> {
  const rows = await rawRows<EventRow>(
    db,
    sql`select ${eventColumns} from events
        where id = any(${sql.param(ids.map(uuidOf))}::uuid[]) and platform_id = ${uuidOf(platformId)}
          and type is not null and position is not null`,
  );
  return rows.map(eventFromRow);
}

/**
 * The published events that requests caused, of the records that they changed: the log has no index by request.
 */
export async function publishedEventsOfRequests(
  db: Executor,
  platformId: Id<'Platform'>,
  requestIds: readonly string[],
  limit: number,
): Promise<Map<string, LoggedEvent[]>> {
  const ids = sql`${sql.param([...requestIds])}::text[]`;
  const rows = await rawRows<EventRow & { request_id: string }>(
    db,
    sql`select ${eventColumns}, request_id from (
          select e.*, row_number() over (partition by e.request_id order by e.position) as nth
          from events e
          where e.resource_id in (
              select record_id from audit_entries where platform_id = ${uuidOf(platformId)} and request_id = any(${ids})
            ) and e.request_id = any(${ids}) and e.platform_id = ${uuidOf(platformId)}
            and e.type is not null and e.position is not null
        ) of_requests where nth <= ${limit} order by position`,
  );
  const byRequest = groupedBy(rows, ({ request_id }) => request_id);
  return new Map([...byRequest].map(([id, ofRequest]) => [id, ofRequest.map(eventFromRow)]));
}

/** The customer that an event belongs to, if it has one. The same as the index of the log by customer. */
export function customerOfEvent({ topic, resourceId, data }: LoggedEvent): Id<'Customer'> | undefined {
  const within = (part: 'record' | 'body'): unknown =>
    (data[part] as Readonly<Record<string, unknown>> | undefined)?.['customerId'];
  const id = within('record') ?? within('body') ?? (topic === 'customer' ? resourceId : undefined);
  return typeof id === 'string' ? (`Customer:${id.slice(-36)}` as Id<'Customer'>) : undefined;
}
