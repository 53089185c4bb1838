/** SQL of payments that an entry for their whole file, or for a batch of it, executes. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import { asBigInt, type Executor } from '../../infrastructure/database/client.ts';
import { readValues } from '../../infrastructure/database/row-decoding/rows.ts';
import { type Id, idOf, uuidOf } from '../../kernel/ids.ts';
import type { ServiceAccountCode } from '../../ledger/chart.ts';
import type { BankPayment } from './bank-payment.ts';
import { bankPayments } from './tables.ts';

/**
 * Payments of a file that an entry for the whole file can execute. A return can be known before that entry, when statements come
 * late. A payment that was booked with another amount had an entry of its own.
 */
const awaitsEntry = (
  fileIds: readonly Id<'BankFile'>[],
) => sql`${inArray(bankPayments.fileId, fileIds.map(uuidOf))}
  and entry_id is null and status in ('IN_FILE', 'RETURNED', 'CONFIRMED') and not exists (
    select 1 from bank_entry_breaks b where b.payment_id = bank_payments.id and b.kind = 'AMOUNT_DIFFERS'
      and (b.amount < 0) = (bank_payments.direction = 'CREDIT'))`;

/** Only an operator confirms a payment that has no entry. Versions before recorded nothing else about it. */
const isReported = sql`(is_reported or status = 'CONFIRMED')`;

/** The sum of the payments of a batch with one clearing account that await their entry. */
export interface AwaitedSum {
  readonly fileId: Id<'BankFile'>;
  /** `undefined` where the file is one batch. */
  readonly batch: number | undefined;
  /** Whether an operator reported that the bank executed them. */
  readonly isReported: boolean;
  readonly clearingCode: ServiceAccountCode;
  readonly sum: bigint;
}

export async function awaitedSums(
  db: Executor,
  fileIds: readonly Id<'BankFile'>[],
): Promise<readonly AwaitedSum[]> {
  if (fileIds.length === 0) return [];
  const rows = await readValues(
    db,
    sql`select file_id::text, batch, ${isReported}, clearing_code, sum(amount)::text from ${bankPayments}
      where ${awaitsEntry(fileIds)} group by 1, 2, 3, 4`,
  );
  return rows.map(([uuid, batch, reported, code, total]) => ({
    fileId: idOf('BankFile', String(uuid)),
    batch: batch === null ? undefined : Number(batch),
    isReported: reported === true,
    clearingCode: code as ServiceAccountCode,
    sum: asBigInt(total),
  }));
}

/** A payment of a file that awaits its entry. */
type AwaitingPayment = Pick<BankPayment, 'id' | 'amount' | 'clearingCode'>;

/** The payments that an entry for a file means. */
export interface BatchPart {
  /** `undefined` for all batches of the file. */
  readonly batch: number | undefined;
  /** Whether it means also those that an operator reported as executed. */
  readonly withReported: boolean;
}

/** Locks the payments of a file that await their entry, by id. */
export async function lockAwaitingEntry(
  tx: Executor,
  fileId: Id<'BankFile'>,
  { batch, withReported }: BatchPart,
): Promise<AwaitingPayment[]> {
  const { id, amount, clearingCode } = bankPayments;
  const rows = await tx
    .select({ id, amount, clearingCode })
    .from(bankPayments)
    .where(
      and(
        awaitsEntry([fileId]),
        batch === undefined ? undefined : eq(bankPayments.batch, batch),
        withReported ? undefined : sql`not ${isReported}`,
      ),
    )
    .orderBy(id)
    .for('update');
  return rows.map((row) => ({
    id: idOf('BankPayment', row.id),
    amount: row.amount,
    clearingCode: row.clearingCode as ServiceAccountCode,
  }));
}
