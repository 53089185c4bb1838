/** The steps of transactions, read from the event log without the stored records. */
import { sql } from 'drizzle-orm';
import type { Executor } from '../../infrastructure/database/client.ts';
import { asDate, rawRows } from '../../infrastructure/database/client.ts';
import { firstOfEach } from '../../infrastructure/database/row-decoding/rows.ts';
import type { Id } from '../../kernel/ids.ts';
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

/** The steps of several transactions in one statement, oldest first. Includes events without a log position yet. */
export async function timelinesOf(
  db: Executor,
  ids: readonly Id<'Transaction'>[],
): Promise<Map<Id<'Transaction'>, TimelineStep[]>> {
  const rows = await rawRows<StepRow>(
    db,
    firstOfEach(
      ids,
      (
        id,
      ) => sql`select resource_id as id, data->>'status' as status, data->>'previousStatus' as previous_status,
                         data->>'refundStatus' as refund_status, data->>'note' as note, occurred_at
                  from events where resource_id = ${id} order by serial limit ${maxSteps}`,
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
