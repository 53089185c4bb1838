/** SQL that inserts events and reads the event log. */
import { sql } from 'drizzle-orm';
import { type Id, idOf, newUuid, uuidOf } from '../../kernel/ids.ts';
import { requestIdOf } from '../database/attribution.ts';
import { type Executor, rawRows } from '../database/client.ts';
import { statement } from '../database/statements.ts';
import { send } from '../database/transact.ts';
import type { EventTopic, LoggedEvent, NewEvent } from './log.ts';

/** Events in partitions that are not closed. The planner knows the value, so the plan has no closed partition. */
export const isInOpenPartition = sql`id >= first_open_event_id()`;

/** One row, `closed`, with the last position in closed partitions. */
export const fromClosed = sql`(
  select coalesce(max(last_position), 0) as position from closed_partitions where parent = 'events') closed`;

/** The last position of the log, in a statement on `fromClosed`. */
export const headAfterClosed = sql`greatest((select max(position) from events where ${isInOpenPartition}), closed.position)`;

/** The last position of the log. */
export const headPosition = sql`(select ${headAfterClosed} from ${fromClosed})`;

/**
 * Whether an event waits for its position. Closed partitions have none. In the order of the index, so that the planner uses it
 * also where it takes many events to be without a position.
 */
export const hasUnsequenced = sql`exists (select from (
  select serial from events where position is null and ${isInOpenPartition} order by serial limit 1) waiting)`;

/**
 * One statement for any number of events, written in their order. A published event has a sequence number within its
 * record. The record's lock makes the number unique.
 */
const insert = statement<'events'>(sql`
  with written as (
    select e.*, row_number() over (partition by e.resource_id, e.type is not null order by e.nth) as nth_of_record
    from json_to_recordset(${sql.placeholder('events')}::json) as e (
      nth integer, id uuid, platform_id uuid, topic text, type text, resource_id text, data jsonb, occurred_at timestamptz, request_id text
    )
  )
  insert into events (id, platform_id, topic, type, resource_id, sequence, data, occurred_at, request_id)
  select id, platform_id, topic, type, resource_id,
    case when type is not null then nth_of_record + greatest((
      select max(sequence) from events
      where resource_id = written.resource_id and sequence is not null and events.${isInOpenPartition}
    ), (select sequence from event_sequences where resource_id = written.resource_id), 0) end,
    data, occurred_at, request_id
  from written order by nth`);

export async function insertEvents(tx: Executor, events: readonly NewEvent[]): Promise<void> {
  const rows = events.map(({ platformId, topic, type, resourceId, data, occurredAt }, nth) => ({
    nth,
    id: newUuid(),
    platform_id: uuidOf(platformId),
    topic,
    type: type ?? null,
    resource_id: resourceId,
    data,
    occurred_at: occurredAt,
    request_id: requestIdOf(tx, resourceId),
  }));
  await send(tx, insert({ events: JSON.stringify(rows) }));
}

export interface EventRow {
  id: string;
  position: string | number;
  platform_id: string;
  topic: EventTopic;
  type: string | null;
  resource_id: string;
  sequence: number | null;
  data: Record<string, unknown> | string;
  occurred_at: string | Date;
}

export const eventFromRow = (row: EventRow): LoggedEvent => ({
  uuid: row.id,
  position: Number(row.position),
  platformId: idOf('Platform', row.platform_id),
  topic: row.topic,
  type: row.type ?? undefined,
  resourceId: row.resource_id,
  sequence: row.sequence ?? undefined,
  data: typeof row.data === 'string' ? JSON.parse(row.data) : row.data,
  occurredAt: new Date(row.occurred_at),
});

export const eventColumns = sql`id, position, platform_id, topic, type, resource_id, sequence, data, occurred_at`;

/** The events after a position, oldest first; only those of one platform when given. */
export async function readEvents(
  db: Executor,
  after: number,
  limit: number,
  platformId?: Id<'Platform'>,
): Promise<LoggedEvent[]> {
  const ofPlatform = platformId ? sql`and platform_id = ${uuidOf(platformId)}` : sql``;
  const rows = await rawRows<EventRow>(
    db,
    sql`select ${eventColumns} from events where position > ${after} ${ofPlatform} order by position limit ${limit}`,
  );
  return rows.map(eventFromRow);
}

/**
 * The events after a position that is not in a closed partition, as `readLogHead` or `readBacklog` has just found. Positions have
 * no gaps, so the range has at most `limit` events, also where the planner expects another number and sorts them. The limit keeps
 * the planner from reading the index of ids as well, before it has statistics. After an empty range, which a log that was changed
 * by hand may have, all partitions are read.
 */
export async function readOpenEvents(db: Executor, after: number, limit: number): Promise<LoggedEvent[]> {
  const rows = await rawRows<EventRow>(
    db,
    sql`select ${eventColumns} from events
        where position > ${after} and position <= ${after + limit} and ${isInOpenPartition}
        order by position limit ${limit}`,
  );
  return rows.length === 0 ? readEvents(db, after, limit) : rows.map(eventFromRow);
}

/** All events of some records, oldest first, in one statement. Includes those without a position. */
export async function eventsOfResources(
  db: Executor,
  resourceIds: readonly string[],
): Promise<Map<string, Pick<LoggedEvent, 'data' | 'occurredAt' | 'type'>[]>> {
  const rows = await rawRows<Pick<EventRow, 'resource_id' | 'data' | 'occurred_at' | 'type'>>(
    db,
    sql`select resource_id, data, occurred_at, type from events
        where resource_id in ${[...resourceIds]} order by resource_id, serial`,
  );
  const byResource = new Map<string, Pick<LoggedEvent, 'data' | 'occurredAt' | 'type'>[]>();
  for (const row of rows) {
    const list = byResource.get(row.resource_id) ?? [];
    list.push({
      data: typeof row.data === 'string' ? JSON.parse(row.data) : row.data,
      occurredAt: new Date(row.occurred_at),
      type: row.type ?? undefined,
    });
    byResource.set(row.resource_id, list);
  }
  return byResource;
}

/**
 * The last position of archived events. The log has every event after it. To be read after the events of a page: then it says
 * whether some of them were archived meanwhile.
 */
export async function readLastArchived(db: Executor): Promise<number> {
  const [row] = await rawRows<{ position: string | number | null }>(
    db,
    sql`select max(last_position) as position from closed_partitions where archived_at is not null`,
  );
  return Number(row?.position ?? 0);
}

/**
 * The last position of the log, whether committed events still have no position, and the last position in closed partitions.
 */
export async function readLogHead(
  db: Executor,
): Promise<{ head: number; waiting: boolean; lastClosed: number }> {
  const [row] = await rawRows<{ head: string | number; waiting: boolean; last_closed: string | number }>(
    db,
    sql`select ${headAfterClosed} as head, ${hasUnsequenced} as waiting, closed.position as last_closed from ${fromClosed}`,
  );
  return {
    head: Number(row?.head ?? 0),
    waiting: row?.waiting ?? false,
    lastClosed: Number(row?.last_closed ?? 0),
  };
}
