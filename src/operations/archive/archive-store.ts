/** SQL of archiving: closed partitions, what still needs their events, and what remains of them. */
import { type SQL, sql } from 'drizzle-orm';
import { type Executor, rawRows } from '../../infrastructure/database/client.ts';
import type { closedPartitions } from '../../infrastructure/events/tables.ts';
import { deliveryCursorId } from '../../webhooks/deliveries/queue-store.ts';

export type ClosedPartition = Pick<
  typeof closedPartitions.$inferSelect,
  'name' | 'startsAt' | 'endsAt' | 'digest' | 'rowCount'
> & {
  readonly lastPosition: number;
  readonly isArchived: boolean;
  /** Statements that need only later events do not read it any more. */
  readonly isSettled: boolean;
};

/** The closed partitions of events, oldest first. */
export async function closedPartitionsOfEvents(db: Executor): Promise<ClosedPartition[]> {
  const rows = await rawRows<ClosedPartition & { lastPosition: string | number; rowCount: string | null }>(
    db,
    sql`select name, starts_at as "startsAt", ends_at as "endsAt", last_position as "lastPosition", digest,
          row_count as "rowCount", archived_at is not null as "isArchived", ends_at <= first_open_event_id() as "isSettled"
        from closed_partitions where parent = 'events' order by ends_at`,
  );
  return rows.map((row) => ({
    ...row,
    lastPosition: Number(row.lastPosition),
    rowCount: row.rowCount === null ? null : Number(row.rowCount),
  }));
}

/** Pages of a partition's events as JSON, in the order of ids. */
export async function* rowsOfPartition(db: Executor, name: string): AsyncGenerator<string[]> {
  const rowsAtOnce = 500;
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const rows = await rawRows<{ id: string; row: string }>(
      db,
      sql`select id, row_to_json(e)::text as row from ${sql.identifier(name)} e
          where id > ${after}::uuid order by id limit ${rowsAtOnce}`,
    );
    yield rows.map(({ row }) => row);
    const last = rows.at(-1);
    if (!last || rows.length < rowsAtOnce) return;
    after = last.id;
  }
}

export const redeliveryUse = 'a redelivery of its events is running';

const redeliveryBefore = (position: number): SQL =>
  sql`exists (select from webhook_redeliveries where least(position, again_after) < ${position})`;

export async function isRedelivered(tx: Executor, { lastPosition }: ClosedPartition): Promise<boolean> {
  const [row] = await rawRows<{ found: boolean }>(tx, sql`select ${redeliveryBefore(lastPosition)} as found`);
  return row?.found ?? true;
}

/** What would miss the events of a partition, as the end of the sentence "The partition cannot be archived: …". */
export async function usesOf(tx: Executor, { name, lastPosition }: ClosedPartition): Promise<string[]> {
  const uses: readonly (readonly [use: string, exists: SQL])[] = [
    [
      'not all of its events are in the queues of webhooks',
      sql`exists (select from webhook_cursor where id = ${deliveryCursorId} and position < ${lastPosition})`,
    ],
    [
      'webhook deliveries of its events are pending',
      sql`exists (select from webhook_deliveries where status = 'PENDING' and position between 1 and ${lastPosition})`,
    ],
    [redeliveryUse, redeliveryBefore(lastPosition)],
    [
      'it has events of payments that are not final',
      sql`exists (select from transactions t
          where (t.status in ('CREATED', 'PENDING', 'PROCESSING') or t.refund_status = 'PENDING')
            and exists (select from ${sql.identifier(name)} e where e.resource_id = 'Transaction:' || t.id))`,
    ],
    [
      'it has events of payments with a hold',
      sql`exists (select from holds h where h.status = 'PLACED'
          and exists (select from ${sql.identifier(name)} e where e.resource_id = 'Transaction:' || h.transaction_id))`,
    ],
  ];
  const [row] = await rawRows<Record<string, boolean>>(
    tx,
    sql`select ${sql.join(
      uses.map(([, exists], nth) => sql`${exists} as ${sql.identifier(`use${nth}`)}`),
      sql`, `,
    )}`,
  );
  return uses.filter((_, nth) => row?.[`use${nth}`]).map(([use]) => use);
}

/** Copies the steps of transactions, which remain in the database. */
export async function copySteps(tx: Executor, name: string): Promise<void> {
  await tx.execute(sql`
    insert into archived_steps (resource_id, serial, platform_id, partition, status, previous_status, refund_status, note, occurred_at)
    select resource_id, serial, platform_id, ${name}, data ->> 'status', data ->> 'previousStatus',
      data ->> 'refundStatus', data ->> 'note', occurred_at
    from ${sql.identifier(name)} where topic = 'transaction'`);
}

export async function removeSteps(tx: Executor, name: string): Promise<void> {
  await tx.execute(sql`delete from archived_steps where partition = ${name}`);
}

export async function markArchived(
  tx: Executor,
  name: string,
  { rows, sha256 }: { readonly rows: number; readonly sha256: string },
): Promise<void> {
  await tx.execute(sql`update closed_partitions set archived_at = now(), row_count = ${rows}, digest = ${sha256}
    where name = ${name}`);
}

export async function markRestored(tx: Executor, name: string): Promise<void> {
  await tx.execute(
    sql`update closed_partitions set archived_at = null, row_count = null, digest = null where name = ${name}`,
  );
}
