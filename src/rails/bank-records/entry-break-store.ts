/** SQL of the movements of entries that name payments of ours, and are breaks. */
import { and, eq, sql } from 'drizzle-orm';
import type { Executor } from '../../infrastructure/database/client.ts';
import { sendRows } from '../../infrastructure/database/send-rows.ts';
import { bulkInserter } from '../../infrastructure/database/statements.ts';
import { type Id, idOf, uuidOf } from '../../kernel/ids.ts';
import { bankPayments } from '../bank-payments/tables.ts';
import type { BreakKind } from './bank-entry.ts';
import { bankEntryBreaks } from './tables.ts';

/** A movement that names a payment, which did not change. */
interface NewBreak {
  readonly entryId: Id<'BankEntry'>;
  readonly detailIndex: number;
  readonly paymentId: Id<'BankPayment'>;
  readonly kind: BreakKind;
  readonly amount: bigint;
}

const insertBreakRows = bulkInserter(bankEntryBreaks, [
  'entryId',
  'detailIndex',
  'paymentId',
  'kind',
  'amount',
]);

export async function insertBreaks(tx: Executor, breaks: readonly NewBreak[]): Promise<void> {
  const rows = breaks.map((one) => ({
    ...one,
    entryId: uuidOf(one.entryId),
    paymentId: uuidOf(one.paymentId),
  }));
  await sendRows(tx, insertBreakRows, rows);
}

/** Whether the bank booked the payment of a transaction with another amount, and no person has said that this executed it. */
export async function hasOtherAmount(db: Executor, transactionId: Id<'Transaction'>): Promise<boolean> {
  const [row] = await db
    .select({ entryId: bankEntryBreaks.entryId })
    .from(bankEntryBreaks)
    .innerJoin(bankPayments, eq(bankPayments.id, bankEntryBreaks.paymentId))
    .where(
      and(
        eq(bankPayments.transactionId, uuidOf(transactionId)),
        eq(bankEntryBreaks.kind, 'AMOUNT_DIFFERS'),
        sql`${bankPayments.entryId} is distinct from ${bankEntryBreaks.entryId}`,
      ),
    )
    .limit(1);
  return row !== undefined;
}

/** The payments that the breaks of an entry name. */
export async function paymentsOfBreaks(
  tx: Executor,
  id: Id<'BankEntry'>,
): Promise<Pick<NewBreak, 'paymentId' | 'kind' | 'amount'>[]> {
  const { paymentId, kind, amount } = bankEntryBreaks;
  const rows = await tx
    .select({ paymentId, kind, amount })
    .from(bankEntryBreaks)
    .where(eq(bankEntryBreaks.entryId, uuidOf(id)));
  return rows.map((row) => ({ ...row, paymentId: idOf('BankPayment', row.paymentId) }));
}
