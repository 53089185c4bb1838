/** SQL of payments about which a bank reports: by the ids that it names, and by their file. */
import {
  and,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  isNull,
  max,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Executor } from '../../infrastructure/database/client.ts';
import { isOneOf, readValues } from '../../infrastructure/database/row-decoding/rows.ts';
import { rowsAtOnce } from '../../infrastructure/database/send-rows.ts';
import { chunked } from '../../kernel/chunked.ts';
import { type Id, uuidOf } from '../../kernel/ids.ts';
import { transactions } from '../../payments/tables.ts';
import { newestSequence } from '../bank-files/nacha/trace-numbers.ts';
import { type BankPayment, type NamedPayment, uncreditedDescription } from './bank-payment.ts';
import { ofConnection, toPayment } from './store.ts';
import { bankFiles, bankPayments } from './tables.ts';

/**
 * Whether the money of a direct debit became an unmatched deposit. Versions before did not record of which payment a deposit was, and
 * an assigned deposit has the transaction that credits it: their ledger entries say it. That is only read of payments that came back,
 * because one whose entry is settled is CONFIRMED until then.
 */
const isUnmatched = () => sql<boolean>`${bankPayments.direction} = 'DEBIT' and (
  exists (select from unmatched_deposits d where d.bank_payment_id = ${bankPayments.id})
  or (${bankPayments.status} = 'RETURNED' and ${bankPayments.entryId} is not null and exists (
    select from entries e
    where e.transaction_id = ${bankPayments.transactionId} and e.description = ${uncreditedDescription})))`;

/**
 * Locks the payments that a bank names by their end-to-end ids.
 *
 * Decision: their files and transactions are read by another statement. A statement that waits for a lock reads the locked row again,
 * but has the joined rows of the time at which it started.
 */
export async function lockPaymentsByEndToEndId(
  tx: Executor,
  connectionId: Id<'BankConnection'>,
  endToEndIds: readonly string[],
): Promise<NamedPayment[]> {
  if (endToEndIds.length === 0) return [];
  const named = and(ofConnection(connectionId), isOneOf(bankPayments.endToEndId, endToEndIds));
  const locked = await tx
    .select({ id: bankPayments.id })
    .from(bankPayments)
    .where(named)
    .orderBy(bankPayments.id)
    .for('update');
  if (locked.length === 0) return [];
  const rows = await tx
    .select({
      payment: getTableColumns(bankPayments),
      fileStatus: bankFiles.status,
      messageId: bankFiles.messageId,
      status: transactions.status,
      isUnmatched: isUnmatched(),
    })
    .from(bankPayments)
    .leftJoin(bankFiles, eq(bankFiles.id, bankPayments.fileId))
    .leftJoin(transactions, eq(transactions.id, bankPayments.transactionId))
    .where(named)
    .orderBy(bankPayments.id);
  return rows.map(({ payment, fileStatus, messageId, status, isUnmatched }) => ({
    ...toPayment(payment),
    fileStatus: fileStatus ?? undefined,
    messageId: messageId ?? undefined,
    isCompleted: status === 'COMPLETED',
    isUnmatched,
  }));
}

/** Locks payments that an entry names, by id. */
export async function lockPayments(tx: Executor, ids: readonly Id<'BankPayment'>[]): Promise<BankPayment[]> {
  const rows = await tx
    .select()
    .from(bankPayments)
    .where(inArray(bankPayments.id, ids.map(uuidOf)))
    .orderBy(bankPayments.id)
    .for('update');
  return rows.map(toPayment);
}

/** NACHA: locks the newest payments with these trace numbers. A number is used again after ten million. */
export async function lockPaymentsByTrace(
  tx: Executor,
  connectionId: Id<'BankConnection'>,
  ofTraceNumbers: readonly number[],
): Promise<BankPayment[]> {
  if (ofTraceNumbers.length === 0) return [];
  const traced = and(ofConnection(connectionId), isNotNull(bankPayments.traceSequence));
  const [row] = await tx
    .select({ last: max(bankPayments.traceSequence) })
    .from(bankPayments)
    .where(traced);
  const sequences = ofTraceNumbers.map((number) => newestSequence(number, row?.last ?? 0));
  const rows = await tx
    .select()
    .from(bankPayments)
    .where(and(traced, inArray(bankPayments.traceSequence, sequences)))
    .orderBy(bankPayments.id)
    .for('update');
  return rows.map(toPayment);
}

/**
 * Locks a page of the payments of a file that no entry has executed or returned.
 *
 * @param batch only those of this batch.
 */
export async function lockUnbookedOfFile(
  tx: Executor,
  { fileId, batch }: { readonly fileId: Id<'BankFile'>; readonly batch: number | undefined },
  after: Id<'BankPayment'> | undefined,
  limit: number,
): Promise<BankPayment[]> {
  const rows = await tx
    .select()
    .from(bankPayments)
    .where(
      and(
        eq(bankPayments.fileId, uuidOf(fileId)),
        eq(bankPayments.status, 'IN_FILE'),
        isNull(bankPayments.entryId),
        isNull(bankPayments.returnEntryId),
        batch === undefined ? undefined : or(isNull(bankPayments.batch), eq(bankPayments.batch, batch)),
        after ? gt(bankPayments.id, uuidOf(after)) : undefined,
      ),
    )
    .orderBy(bankPayments.id)
    .limit(limit)
    .for('update');
  return rows.map(toPayment);
}

/** The bank has payments that no file has any more. */
export async function detachPayments(
  tx: Executor,
  ids: readonly Id<'BankPayment'>[],
  now: Date,
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(bankPayments)
    .set({ status: 'IN_FILE', fileId: null, updatedAt: now })
    .where(inArray(bankPayments.id, ids.map(uuidOf)));
}

/** What an entry says about a payment. */
export interface EntryOutcome {
  readonly paymentId: Id<'BankPayment'>;
  readonly outcome: 'EXECUTED' | 'RETURNED';
  /** Why it came back. */
  readonly reasonCode: string | undefined;
}

/**
 * Records the entry of payments whose rows are locked.
 *
 * Decision: a direct debit that an operator reported as executed, and that no account could be credited with, is IN_FILE again when
 * its entry comes, because the outcome of this entry is not recorded yet: its money becomes an unmatched deposit.
 */
export async function recordEntryOfPayments(
  tx: Executor,
  entryId: Id<'BankEntry'>,
  outcomes: readonly EntryOutcome[],
  now: Date,
): Promise<void> {
  const entry = sql`${uuidOf(entryId)}::uuid`;
  for (const page of chunked(outcomes, rowsAtOnce)) {
    const ids = page.map(({ paymentId }) => uuidOf(paymentId));
    const kinds = page.map(({ outcome }) => outcome);
    const codes = page.map(({ reasonCode }) => reasonCode ?? null);
    await tx.execute(sql`
      update ${bankPayments} p set updated_at = ${now.toISOString()}::timestamptz,
        entry_id = case new.outcome when 'EXECUTED' then ${entry} else p.entry_id end,
        return_entry_id = case new.outcome when 'RETURNED' then ${entry} else p.return_entry_id end,
        reason_code = coalesce(p.reason_code, new.reason_code),
        status = case when new.outcome = 'EXECUTED' and p.status = 'CONFIRMED' and p.direction = 'DEBIT'
          and exists (select from transactions t where t.id = p.transaction_id and t.status = 'FAILED')
          then 'IN_FILE' else p.status end
      from unnest(${sql.param(ids)}::uuid[], ${sql.param(kinds)}::text[], ${sql.param(codes)}::text[])
        as new(id, outcome, reason_code)
      where p.id = new.id`);
  }
}

/**
 * Locks a page of the payments that an entry executed or returned, and whose outcome is not recorded yet. A payment that came back
 * before the outcome of its execution was recorded is only returned.
 */
export async function lockUnsettledOfEntry(
  tx: Executor,
  entryId: Id<'BankEntry'>,
  limit: number,
): Promise<BankPayment[]> {
  const uuid = uuidOf(entryId);
  const { status, returnEntryId } = bankPayments;
  const page = async (condition: SQL | undefined, first: number) =>
    (
      await tx
        .select()
        .from(bankPayments)
        .where(condition)
        .orderBy(bankPayments.id)
        .limit(first)
        .for('update')
    ).map(toPayment);
  // One statement for each, because each has an index in the order of the ids.
  const executed = await page(
    and(eq(bankPayments.entryId, uuid), eq(status, 'IN_FILE'), isNull(returnEntryId)),
    limit,
  );
  if (executed.length === limit) return executed;
  const returned = and(eq(returnEntryId, uuid), inArray(status, ['IN_FILE', 'CONFIRMED']));
  return [...executed, ...(await page(returned, limit - executed.length))];
}

/** Whether the bank has reported or booked the return of a direct debit, which can be a break. */
export async function hasComeBack(db: Executor, id: Id<'BankPayment'>): Promise<boolean> {
  const [row] = await readValues(
    db,
    sql`select status = 'RETURNED' or return_entry_id is not null or exists (
        select from bank_entry_breaks b where b.payment_id = bank_payments.id and b.kind = 'RETURNED_DEBIT')
      from ${bankPayments} where ${eq(bankPayments.id, uuidOf(id))}`,
  );
  return row?.[0] === true;
}

/** Why a file that is not sent must not be: what the bank has reported about its payments. A person can resolve the break of an entry. */
export async function whyNotSendable(db: Executor, fileId: Id<'BankFile'>): Promise<string | undefined> {
  const ofFile = eq(bankPayments.fileId, uuidOf(fileId));
  const [row] = await readValues(
    db,
    sql`select
      exists (select 1 from ${bankPayments} where ${ofFile} and (status <> 'IN_FILE' or entry_id is not null)),
      exists (select 1 from ${bankPayments} join bank_entry_breaks b on b.payment_id = bank_payments.id and b.kind = 'NOT_SENT'
        join bank_entries e on e.id = b.entry_id and e.resolved_at is null where ${ofFile})`,
  );
  if (row?.[0]) return 'A payment of the file is rejected or executed.';
  return row?.[1] ? 'The bank has booked a payment of the file: an open break names it.' : undefined;
}
