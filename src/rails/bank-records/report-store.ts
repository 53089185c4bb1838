/** SQL of what banks report about our payments. */
import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { Executor } from '../../infrastructure/database/client.ts';
import { type Id, idOf, uuidOf } from '../../kernel/ids.ts';
import type { ChangeNotice, PaymentStatusReport, ReturnedPayment } from '../bank-files/bank-file.ts';
import type { BankReportRecord } from './bank-entry.ts';
import { bankReports } from './tables.ts';

interface NewReport {
  readonly id: string;
  readonly platformId: Id<'Platform'>;
  readonly connectionId: Id<'BankConnection'>;
  readonly fileId: Id<'BankFile'>;
  readonly record: PaymentStatusReport | ReturnedPayment | ChangeNotice;
}

const toStoredReport = (record: NewReport['record']): BankReportRecord =>
  record.record === 'return' ? { ...record, amount: String(record.amount) } : record;

export async function insertReports(tx: Executor, reports: readonly NewReport[]): Promise<void> {
  if (reports.length === 0) return;
  await tx.insert(bankReports).values(
    reports.map(({ id, platformId, connectionId, fileId, record }) => ({
      id,
      platformId: uuidOf(platformId),
      connectionId: uuidOf(connectionId),
      fileId: uuidOf(fileId),
      record: toStoredReport(record),
    })),
  );
}

export interface StoredReport {
  readonly uuid: string;
  readonly fileId: Id<'BankFile'>;
  readonly record: BankReportRecord;
}

export async function reportsToApply(
  tx: Executor,
  connectionId: Id<'BankConnection'>,
  limit: number,
): Promise<StoredReport[]> {
  const rows = await tx
    .select()
    .from(bankReports)
    .where(and(eq(bankReports.connectionId, uuidOf(connectionId)), isNull(bankReports.appliedAt)))
    .orderBy(asc(bankReports.id))
    .limit(limit);
  return rows.map(({ id, fileId, record }) => ({ uuid: id, fileId: idOf('BankFile', fileId), record }));
}

export async function saveAppliedReports(tx: Executor, uuids: readonly string[], at: Date): Promise<void> {
  if (uuids.length === 0) return;
  await tx
    .update(bankReports)
    .set({ appliedAt: at })
    .where(inArray(bankReports.id, [...uuids]));
}
