/** The steps of transactions, read from the event log without the stored records, and those of archived events. */
import { type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../infrastructure/database/client.ts';
import { asDate, rawRows } from '../../infrastructure/database/client.ts';
import { firstOfEach } from '../../infrastructure/database/row-decoding/rows.ts';
import { earliestUuidAt, type Id, timeOfId } from '../../kernel/ids.ts';
import type { Platform } from '../../platforms/platform.ts';
import { clockOffsetOf } from '../../platforms/store.ts';
import type { RecordedStep } from './record-step.ts';
import { maxSteps } from './transaction.ts';

export interface TimelineStep extends RecordedStep {
  readonly occurredAt: Date;
}

interface StepRow {
  readonly id: Id<'Transaction'>;
  readonly status: TimelineStep['status'];
  readonly previous_status: TimelineStep['previousStatus'] | null;
  readonly refund_status: TimelineStep['refundStatus'] | null;
  readonly note: string | null;
  readonly occurred_at: string | Date;
}

/** The difference between the clocks of processes and the database is less than this. */
const maxSkewMs = 24 * 60 * 60_000;

/**
 * The events of transactions have no smaller ids, so earlier partitions are not read. The first of a month, so that few texts of
 * statements are prepared.
 *
 * The id of a transaction has the time of the platform's clock, and that of an event has real time. The clock of a sandbox only
 * moves forward, so it was at most as far ahead as it is now. The statement reads how far that is: a caller on a socket may
 * have an earlier state of its platform.
 */
function firstEventId(ids: readonly Id<'Transaction'>[], { id, mode }: Pick<Platform, 'id' | 'mode'>): SQL {
  const oldest = new Date(Math.min(...ids.map((one) => timeOfId(one).getTime())) - maxSkewMs);
  const month = new Date(Date.UTC(oldest.getUTCFullYear(), oldest.getUTCMonth()));
  if (mode === 'PRODUCTION') return sql.raw(`'${earliestUuidAt(month)}'`);
  const earliestMs = sql.raw(String(month.getTime()));
  return sql`(select (lpad(to_hex(greatest(${earliestMs}::bigint - ${clockOffsetOf(id)}, 0)), 12, '0') || repeat('0', 20))::uuid)`;
}

/** The steps of several transactions in one statement, oldest first. Includes events without a log position yet. */
export async function timelinesOf(
  db: Executor,
  platform: Pick<Platform, 'id' | 'mode'>,
  ids: readonly Id<'Transaction'>[],
): Promise<Map<Id<'Transaction'>, TimelineStep[]>> {
  const since = firstEventId(ids, platform);
  const rows = await rawRows<StepRow>(
    db,
    firstOfEach(
      ids,
      (id) => sql`
        select * from (
          select resource_id as id, serial, data->>'status' as status, data->>'previousStatus' as previous_status,
            data->>'refundStatus' as refund_status, data->>'note' as note, occurred_at
          from events where resource_id = ${id} and events.id >= ${since}
          union all
          select resource_id, serial, status, previous_status, refund_status, note, occurred_at
          from archived_steps where resource_id = ${id}
        ) steps order by serial limit ${maxSteps}`,
      'text',
    ),
  );
  const byTransaction = new Map<Id<'Transaction'>, TimelineStep[]>(ids.map((id) => [id, []]));
  for (const row of rows) {
    byTransaction.get(row.id)?.push({
      status: row.status,
      previousStatus: row.previous_status ?? undefined,
      refundStatus: row.refund_status ?? undefined,
      note: row.note ?? undefined,
      occurredAt: asDate(row.occurred_at),
    });
  }
  return byTransaction;
}
