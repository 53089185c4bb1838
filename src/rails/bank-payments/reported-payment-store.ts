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
import { asBigInt, type Executor } from '../../infrastructure/database/client.ts';
import { isOneOf, readValues } from '../../infrastructure/database/row-decoding/rows.ts';
import { type Id, idOf, uuidOf } from '../../kernel/ids.ts';
import type { ServiceAccountCode } from '../../ledger/chart.ts';
import { transactions } from '../../payments/tables.ts';
import { newestSequence } from '../bank-files/nacha/trace-numbers.ts';
import type { BankPayment, NamedPayment } from './bank-payment.ts';
import { ofConnection, toPayment } from './store.ts';
import { bankFiles, bankPayments } from './tables.ts';

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
      isUnmatched: sql<boolean>`${bankPayments.direction} = 'DEBIT' and exists (
        select from unmatched_deposits d where d.transaction_id = ${bankPayments.transactionId})`,
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

/**
 * Payments of a file that an entry for the whole file still executes. A return can be known before that entry, when statements come
 * late. A payment that was booked with another amount had an entry of its own.
 */
const awaitsEntry = (
  fileIds: readonly Id<'BankFile'>[],
) => sql`${inArray(bankPayments.fileId, fileIds.map(uuidOf))}
  and entry_id is null and status in ('IN_FILE', 'RETURNED', 'CONFIRMED') and not exists (
    select 1 from bank_entry_breaks b where b.payment_id = bank_payments.id and b.kind = 'AMOUNT_DIFFERS'
      and (b.amount < 0) = (bank_payments.direction = 'CREDIT'))`;

/** The sum of the payments of a batch with one clearing account that await their entry. */
export interface AwaitedSum {
  readonly fileId: Id<'BankFile'>;
  /** `undefined` where the file is one batch. */
  readonly batch: number | undefined;
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
    sql`select file_id::text, batch, clearing_code, sum(amount)::text from ${bankPayments}
      where ${awaitsEntry(fileIds)} group by file_id, batch, clearing_code`,
  );
  return rows.map(([uuid, batch, code, total]) => ({
    fileId: idOf('BankFile', String(uuid)),
    batch: batch === null ? undefined : Number(batch),
    clearingCode: code as ServiceAccountCode,
    sum: asBigInt(total),
  }));
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

/** A payment of a file that awaits its entry. */
type AwaitingPayment = Pick<BankPayment, 'id' | 'amount' | 'clearingCode'>;

/**
 * Locks the payments of a file that await their entry, by id.
 *
 * @param batch only those of this batch.
 */
export async function lockAwaitingEntry(
  tx: Executor,
  fileId: Id<'BankFile'>,
  batch: number | undefined,
): Promise<AwaitingPayment[]> {
  const { id, amount, clearingCode } = bankPayments;
  const rows = await tx
    .select({ id, amount, clearingCode })
    .from(bankPayments)
    .where(and(awaitsEntry([fileId]), batch === undefined ? undefined : eq(bankPayments.batch, batch)))
    .orderBy(id)
    .for('update');
  return rows.map((row) => ({
    id: idOf('BankPayment', row.id),
    amount: row.amount,
    clearingCode: row.clearingCode as ServiceAccountCode,
  }));
}

/** What an entry says about a payment. */
export interface EntryOutcome {
  readonly paymentId: Id<'BankPayment'>;
  readonly outcome: 'EXECUTED' | 'RETURNED';
  /** Why it came back. */
  readonly reasonCode: string | undefined;
}

/** The payments of one statement, which the time limit of statements must suffice for. */
const updatedAtOnce = 5_000;

/** Records the entry of payments whose rows are locked. */
export async function recordEntryOfPayments(
  tx: Executor,
  entryId: Id<'BankEntry'>,
  outcomes: readonly EntryOutcome[],
  now: Date,
): Promise<void> {
  const entry = sql`${uuidOf(entryId)}::uuid`;
  for (let start = 0; start < outcomes.length; start += updatedAtOnce) {
    const page = outcomes.slice(start, start + updatedAtOnce);
    const ids = page.map(({ paymentId }) => uuidOf(paymentId));
    const kinds = page.map(({ outcome }) => outcome);
    const codes = page.map(({ reasonCode }) => reasonCode ?? null);
    await tx.execute(sql`
      update ${bankPayments} p set updated_at = ${now.toISOString()}::timestamptz,
        entry_id = case new.outcome when 'EXECUTED' then ${entry} else p.entry_id end,
        return_entry_id = case new.outcome when 'RETURNED' then ${entry} else p.return_entry_id end,
        reason_code = coalesce(p.reason_code, new.reason_code)
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
