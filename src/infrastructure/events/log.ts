/**
 * The event log. Every process reads the same events in the same order, without gaps.
 *
 * Transactions commit out of order, so a reader with a cursor over the order of writing would miss events. Positions are
 * therefore assigned after commit, by one sequencer at a time. It sees only committed events, takes them in the order of
 * writing, and numbers them from 1 without gaps. Events of one record are written under that record's lock, so their
 * order of writing is their order in time, and a snapshot that contains a later one contains the earlier ones too.
 *
 * Decision: positions do not follow transaction ids below pg_snapshot_xmin. A transaction takes its id at its first write,
 * possibly long before it locks the record, so two events of one record could swap. One forgotten open transaction, in
 * any database of the server, would also delay every subscription.
 */
import { sql } from 'drizzle-orm';
import { type Id, idOf, newUuid, uuidOf } from '../../kernel/ids.ts';
import { lockUntilCommit } from '../database/advisory-locks.ts';
import { type Executor, rawRows } from '../database/client.ts';
import { statement } from '../database/statements.ts';
import { send, transact, wakeAfterCommit, wakeAll } from '../database/transact.ts';
import type { Ports } from '../ports.ts';

/** Which readers an event is for. `access` is internal: a credential ended, so close the connections it opened. */
export type EventTopic =
  | 'transaction'
  | 'quote'
  | 'agent-action'
  | 'customer'
  | 'verification'
  | 'internal-account'
  | 'invitation'
  | 'test'
  | 'access';

export interface NewEvent {
  readonly platformId: Id<'Platform'>;
  readonly topic: EventTopic;
  /** The published kind; absent where the interface publishes none. */
  readonly type: string | undefined;
  readonly resourceId: string;
  /** The record as it is now and what changed, as JSON. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly occurredAt: Date;
}

export interface LoggedEvent {
  readonly uuid: string;
  readonly position: number;
  readonly platformId: Id<'Platform'>;
  readonly topic: EventTopic;
  readonly type: string | undefined;
  readonly resourceId: string;
  readonly sequence: number | undefined;
  readonly data: Readonly<Record<string, unknown>>;
  readonly occurredAt: Date;
}

/**
 * One statement for any number of events, written in their order. A published event has a sequence number within its
 * record. The record's lock makes the number unique.
 */
const insertEvents = statement<'events'>(sql`
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

/** Writes events in the transaction of the change that they describe. The caller holds the lock of the record's row. */
export async function appendEvents(tx: Executor, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
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
  await send(tx, insertEvents({ events: JSON.stringify(rows) }));
  wakeAfterCommit(tx);
}

interface EventRow {
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

const fromRow = (row: EventRow): LoggedEvent => ({
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

const columns = sql`id, position, platform_id, topic, type, resource_id, sequence, data, occurred_at`;

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
    sql`select ${columns} from events where position > ${after} ${ofPlatform} order by position limit ${limit}`,
  );
  return rows.map(fromRow);
}

/** The published events of a platform after a position, oldest first. */
export async function readPublishedEvents(
  db: Executor,
  platformId: Id<'Platform'>,
  after: number,
  limit: number,
): Promise<LoggedEvent[]> {
  const rows = await rawRows<EventRow>(
    db,
    sql`select ${columns} from events
        where platform_id = ${uuidOf(platformId)} and position > ${after} and type is not null
        order by position limit ${limit}`,
  );
  return rows.map(fromRow);
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

const maxSequencedAtOnce = 2_000;

/** Assigns positions to committed events that have none, and notifies the other processes. Returns the number of events. */
export async function sequenceEvents({ db, eventBus }: Pick<Ports, 'db' | 'eventBus'>): Promise<number> {
  const returned = eventBus.deliversEvents
    ? sql`e.id, e.position, platform_id, topic, type, resource_id, sequence, data, occurred_at,
          (select id from events where position = (select position from head)) as previous_id`
    : sql`e.id`;
  const rows = await transact(db, async (tx) => {
    await lockUntilCommit(tx, 'eventSequencer');
    // A separate statement, so that its snapshot is taken while the lock is held.
    return rawRows<EventRow & { previous_id: string | null }>(
      tx,
      sql`with committed as (
            select id, row_number() over (order by serial) as nth
            from (select id, serial from events where position is null order by serial limit ${maxSequencedAtOnce}) e
          ), head as (select coalesce(max(position), 0) as position from events)
          update events e set position = head.position + committed.nth
          from committed, head where e.id = committed.id returning ${returned}`,
    );
  });
  if (rows.length === 0) return 0;
  wakeAll(db);
  if (eventBus.deliversEvents) {
    const numbered = rows.map(fromRow).sort((one, other) => one.position - other.position);
    eventBus.publish({ previousUuid: rows[0]?.previous_id ?? undefined, events: numbered });
  }
  return rows.length;
}

/** The cursor of a position. Opaque to clients, and the same on every process. */
export const eventCursor = (position: number): string => Buffer.from(`e|${position}`).toString('base64url');

/** The position of a cursor, or `undefined` when the text is not a cursor of the log. */
export function parseEventCursor(cursor: string): number | undefined {
  const match = /^e\|(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString('utf8'));
  return match ? Number(match[1]) : undefined;
}
