/** SQL that inserts events and reads the event log. */
import { sql } from 'drizzle-orm';
import { type Id, idOf, newUuid, uuidOf } from '../../kernel/ids.ts';
import { type Executor, rawRows } from '../database/client.ts';
import { statement } from '../database/statements.ts';
import { send } from '../database/transact.ts';
import type { EventTopic, LoggedEvent, NewEvent } from './log.ts';

/**
 * One statement for any number of events, written in their order. A published event has a sequence number within its
 * record. The record's lock makes the number unique.
 */
const insert = statement<'events'>(sql`
  with written as (
    select e.*, row_number() over (partition by e.resource_id, e.type is not null order by e.nth) as nth_of_record
    from json_to_recordset(${sql.placeholder('events')}::json) as e (
      nth integer, id uuid, platform_id uuid, topic text, type text, resource_id text, data jsonb, occurred_at timestamptz
    )
  )
  insert into events (id, platform_id, topic, type, resource_id, sequence, data, occurred_at)
  select id, platform_id, topic, type, resource_id,
    case when type is not null then nth_of_record + (
      select coalesce(max(sequence), 0) from events
      where resource_id = written.resource_id and sequence is not null
    ) end,
    data, occurred_at
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

/** The last position of the log, and whether committed events still have no position. */
export async function readLogHead(db: Executor): Promise<{ head: number; waiting: boolean }> {
  const [row] = await rawRows<{ head: string | number; waiting: boolean }>(
    db,
    sql`select coalesce((select max(position) from events), 0) as head,
          exists (select from events where position is null) as waiting`,
  );
  return { head: Number(row?.head ?? 0), waiting: row?.waiting ?? false };
}
