/**
 * Applies what a bank reports about payments: statuses (pain.002), returns and notifications of change (NACHA).
 *
 * Decision: a report that names no payment of ours changes nothing, and stays on record. A return moves no money: the entry of
 * the statement does.
 *
 * Decision: a return with another amount than its payment names no payment of ours. The bank returns whole entries only.
 *
 * Source: docs/behaviour/bank-connections.md#outcomes.
 */
import type { Executor } from '../../infrastructure/database/client.ts';
import { enqueue } from '../../infrastructure/jobs/jobs.ts';
import type { Ports } from '../../payments/ports.ts';
import type { BankConnection } from '../bank-connections/bank-connection.ts';
import type { PaymentStatusReport } from '../bank-files/bank-file.ts';
import { batchOfId } from '../bank-files/iso20022/direct-debit-batches.ts';
import { returnStage } from '../bank-files/nacha/return-codes.ts';
import { numberOfSequence } from '../bank-files/nacha/trace-numbers.ts';
import {
  type BankFile,
  type BankPayment,
  cancelPaymentsJobKind,
  type FileStatus,
} from '../bank-payments/bank-payment.ts';
import { findFilesByMessage, saveFile } from '../bank-payments/file-store.ts';
import { lockPaymentsByEndToEndId, lockPaymentsByTrace } from '../bank-payments/reported-payment-store.ts';
import { recordChangeNotice } from '../bank-records/change-notice-store.ts';
import { type StoredReport, saveAppliedReports } from '../bank-records/report-store.ts';
import { failPayments, lockForOutcomes, reasonText } from './payment-outcomes.ts';

const isRejection = ({ status }: PaymentStatusReport): boolean => status === 'RJCT';

const fileStatusOf = (status: string): FileStatus | undefined => {
  if (status === 'RJCT') return 'REJECTED';
  if (status === 'PART') return 'PARTIALLY_ACCEPTED';
  return status.startsWith('AC') ? 'ACCEPTED' : undefined;
};

/** The number of ours in a trace number whose first eight digits are those of our routing number. */
function traceOf({ account }: BankConnection, traceNumber: string): number | undefined {
  const isOurs =
    traceNumber.length === 15 && traceNumber.startsWith((account.routingNumber ?? '').slice(0, 8));
  return isOurs ? Number(traceNumber.slice(8)) : undefined;
}

/** The batch that a report is about; `undefined` for the whole file. */
const batchOf = ({ messageId }: BankFile, { level, originalBatchId }: PaymentStatusReport) =>
  level === 'BATCH' && messageId !== undefined && originalBatchId !== undefined
    ? (batchOfId(messageId, originalBatchId) ?? 'unknown')
    : undefined;

/**
 * A rejected message or batch fails all its payments by a job. The status of a message is kept with its file; that of a batch only if
 * it is rejected, because the file is then accepted in part at most.
 */
async function applyToFile(
  tx: Executor,
  file: BankFile,
  report: PaymentStatusReport,
  now: Date,
): Promise<void> {
  const { status: code, reason } = report;
  const batch = batchOf(file, report);
  // The batch of another file, or an id that the bank made.
  if (batch === 'unknown') return;
  const ofMessage = fileStatusOf(code);
  const isOneOfSeveral = batch !== undefined && file.kind === 'PAIN_008';
  const status = isOneOfSeveral && ofMessage === 'REJECTED' ? 'PARTIALLY_ACCEPTED' : ofMessage;
  const reasonTitle = reasonText(reason);
  if (status && !(isOneOfSeveral && status === 'ACCEPTED'))
    await saveFile(tx, file.id, { status, ...(reasonTitle && { reason: reasonTitle }) }, now);
  if (!isRejection(report)) return;
  const note = `Rejected by the bank with its file${reasonTitle ? `: ${reasonTitle}` : ''}`;
  await enqueue(tx, {
    kind: cancelPaymentsJobKind,
    platformId: file.platformId,
    payload: {
      fileId: file.id,
      after: null,
      note,
      ...(batch && { batch }),
      ...(reason && { reasonCode: reason }),
    },
    dueAt: now,
  });
}

export async function applyReports(
  tx: Executor,
  { transactionHooks }: Pick<Ports, 'transactionHooks'>,
  connection: BankConnection,
  reports: readonly StoredReport[],
  now: Date,
): Promise<void> {
  const records = reports.map(({ record }) => record);
  const endToEndIds = records.flatMap((one) =>
    one.record === 'status' ? (one.originalEndToEndId ?? []) : [],
  );
  const traces = records.flatMap((one) =>
    one.record === 'status' ? [] : (traceOf(connection, one.traceNumber) ?? []),
  );
  const messages = records.flatMap((one) => (one.record === 'status' ? one.originalMessageId : []));
  const named = await lockPaymentsByEndToEndId(tx, connection.id, [...new Set(endToEndIds)]);
  const traced = await lockPaymentsByTrace(tx, connection.id, [...new Set(traces)]);
  await lockForOutcomes(tx, transactionHooks, connection.platformId, [...named, ...traced]);
  const files = await findFilesByMessage(tx, connection.id, [...new Set(messages)]);
  const byEndToEndId = new Map(named.map((payment) => [payment.endToEndId, payment]));
  const byTrace = new Map(traced.map((payment) => [numberOfSequence(payment.traceSequence ?? 0), payment]));
  const fail = (
    payment: BankPayment | undefined,
    status: 'REJECTED' | 'RETURNED',
    reasonCode: string | undefined,
  ) =>
    payment &&
    failPayments(tx, transactionHooks, connection.platformId, [payment], { status, reasonCode }, now);

  const failed = new Set<BankPayment['id']>();
  for (const { record, fileId } of reports) {
    if (record.record === 'status') {
      const file = files.find(({ messageId }) => messageId === record.originalMessageId);
      if (record.level !== 'PAYMENT') {
        if (file) await applyToFile(tx, file, record, now);
        continue;
      }
      const payment = record.originalEndToEndId && byEndToEndId.get(record.originalEndToEndId);
      if (!payment || !isRejection(record) || failed.has(payment.id)) continue;
      failed.add(payment.id);
      // A bank that rejects a payment it had booked returns the money by an entry.
      const { status, entryId, returnEntryId } = payment;
      const wasBooked = status === 'CONFIRMED' || entryId !== undefined || returnEntryId !== undefined;
      await fail(payment, wasBooked ? 'RETURNED' : 'REJECTED', record.reason);
      continue;
    }
    const trace = traceOf(connection, record.traceNumber);
    const payment = trace === undefined ? undefined : byTrace.get(trace);
    if (!payment) continue;
    if (record.record === 'change-notice') {
      await recordChangeNotice(tx, payment, fileId, record, now);
      continue;
    }
    if (record.amount !== String(payment.amount)) continue;
    // Dishonored and contested returns are exchanged between the banks about an earlier return.
    if (returnStage(record.reason) === 'RETURN' && !failed.has(payment.id)) {
      failed.add(payment.id);
      await fail(payment, 'RETURNED', record.reason);
    }
  }
  await saveAppliedReports(
    tx,
    reports.map(({ uuid }) => uuid),
    now,
  );
}
