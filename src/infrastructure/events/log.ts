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
import { InvalidInput } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/ids.ts';
import { SharedCalls } from '../../kernel/shared-calls.ts';
import { lockUntilCommit } from '../database/advisory-locks.ts';
import { type Database, type Executor, rawRows } from '../database/client.ts';
import { transact, wakeAfterCommit, wakeAll } from '../database/transact.ts';
import type { Ports } from '../ports.ts';
import {
  type EventRow,
  eventFromRow,
  headPosition,
  insertEvents,
  isInOpenPartition,
  readLastArchived,
} from './event-store.ts';

/**
 * Which readers an event is for. Two are internal. `access`: a credential ended, so close the connections that it opened.
 * `sandbox-fault`: the faults on request of a platform changed.
 */
export type EventTopic =
  | 'transaction'
  | 'quote'
  | 'agent-action'
  | 'customer'
  | 'customer-import'
  | 'verification'
  | 'internal-account'
  | 'invitation'
  | 'test'
  | 'access'
  | 'sandbox-fault';

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

/** Writes events in the transaction of the change that they describe. The caller holds the lock of the record's row. */
export async function appendEvents(tx: Executor, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  await insertEvents(tx, events);
  wakeAfterCommit(tx);
}

/** The events that one call of `sequenceEvents` numbers. */
export const maxSequencedAtOnce = 2_000;

const sequencing = new WeakMap<Database, SharedCalls<number>>();

/**
 * Assigns positions to committed events that have none, and notifies the other processes. Callers of this process share one
 * transaction, instead of waiting for each other's. Returns the number of events.
 */
export function sequenceEvents(ports: Pick<Ports, 'db' | 'eventBus'>): Promise<number> {
  const { origin } = ports.db;
  const calls = sequencing.get(origin) ?? new SharedCalls<number>();
  sequencing.set(origin, calls);
  return calls.run('', () => sequenceCommitted(ports));
}

async function sequenceCommitted({ db, eventBus }: Pick<Ports, 'db' | 'eventBus'>): Promise<number> {
  const returned = eventBus.deliversEvents
    ? sql`e.id, e.position, platform_id, topic, type, resource_id, sequence, data, occurred_at,
          (select id from events where position = (select position from head) and ${isInOpenPartition}) as previous_id`
    : sql`e.id`;
  const rows = await transact(db, async (tx) => {
    await Promise.all([
      lockUntilCommit(tx, 'eventSequencer'),
      // Before the first statistics of a partition, the planner takes a third of it to be open, and would read its whole index.
      tx.execute(sql`select set_config('enable_bitmapscan', 'off', true)`),
    ]);
    // A separate statement, so that its snapshot is taken while the lock is held.
    return rawRows<EventRow & { previous_id: string | null }>(
      tx,
      sql`with committed as (
            select id, row_number() over (order by serial) as nth
            from (
              select id, serial from events where position is null and ${isInOpenPartition}
              order by serial limit ${maxSequencedAtOnce}
            ) e
          ), head as (select ${headPosition} as position)
          update events e set position = head.position + committed.nth
          from committed, head where e.id = committed.id and e.${isInOpenPartition} returning ${returned}`,
    );
  });
  if (rows.length === 0) return 0;
  wakeAll(db);
  if (eventBus.deliversEvents) {
    const numbered = rows.map(eventFromRow).sort((one, other) => one.position - other.position);
    eventBus.publish({ previousUuid: rows[0]?.previous_id ?? undefined, events: numbered });
  }
  return rows.length;
}

/** The events after a cursor were archived. */
export class CursorExpired extends InvalidInput {
  override readonly name = 'CursorExpired';

  /** @param path the argument that has the cursor. */
  constructor(path: string) {
    super([{ path, message: 'is older than the events that the log has' }], {
      code: 'CURSOR_EXPIRED',
      message:
        'Events after this cursor were archived. Read the current state of the records, then continue with a new cursor (`eventCursor`).',
    });
  }
}

/**
 * Whether events after a position were archived. To be called after these events were read.
 *
 * @param lastClosed the last position in closed partitions, as the tail of this process knows it.
 */
export const isArchivedAfter = async (
  db: Executor,
  position: number,
  { lastClosed }: { readonly lastClosed: number },
): Promise<boolean> => position < lastClosed && position < (await readLastArchived(db));

/** The cursor of a position. Opaque to clients, and the same on every process. */
export const eventCursor = (position: number): string => Buffer.from(`e|${position}`).toString('base64url');

/** The position of a cursor, or `undefined` when the text is not a cursor of the log. */
export function parseEventCursor(cursor: string): number | undefined {
  const match = /^e\|(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString('utf8'));
  return match ? Number(match[1]) : undefined;
}
