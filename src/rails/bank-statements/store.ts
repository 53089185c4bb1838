/** SQL of bank statements, their entries, and reports about payments. */
import { and, asc, count as countOf, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm';
import type { Executor } from '../../infrastructure/database/client.ts';
import { pageSql } from '../../infrastructure/database/page-sql.ts';
import { bulkInserter } from '../../infrastructure/database/statements.ts';
import { send } from '../../infrastructure/database/transact.ts';
import { invariant } from '../../kernel/errors.ts';
import { type Id, idOf, uuidOf } from '../../kernel/ids.ts';
import { type Page, type PageRequest, pageOf } from '../../kernel/page.ts';
import type {
  ChangeNotice,
  PaymentStatusReport,
  ReturnedPayment,
  StatementEntry,
} from '../bank-files/bank-file.ts';
import { bankEntries, bankReports, bankStatements } from '../tables.ts';
import {
  type BankEntry,
  type BankReportRecord,
  type BreakKind,
  type EntryKind,
  fromStoredEntry,
  maxShownDetails,
  type StoredStatementEntry,
  toStoredEntry,
} from './bank-entry.ts';
import type { BankStatement } from './bank-statement.ts';

type StatementRow = typeof bankStatements.$inferSelect;
type EntryRow = typeof bankEntries.$inferSelect;

const toStatement = (row: StatementRow): BankStatement => ({
  ...row,
  id: idOf('BankStatement', row.id),
  platformId: idOf('Platform', row.platformId),
  connectionId: idOf('BankConnection', row.connectionId),
  fileId: idOf('BankFile', row.fileId),
  sequenceNumber: row.sequenceNumber ?? undefined,
  opening: row.opening ?? undefined,
  closing: row.closing ?? undefined,
  digest: row.digest ?? undefined,
});

/** The columns of an entry that people read: a large batch must not fill the memory of a process. */
const shownEntry = {
  ...getTableColumns(bankEntries),
  record: sql<StoredStatementEntry>`jsonb_set(${bankEntries.record}, '{details}',
    jsonb_path_query_array(${bankEntries.record} -> 'details', ${sql.raw(`'$[0 to ${maxShownDetails - 1}]'`)}))`.mapWith(
    bankEntries.record,
  ),
  detailCount: sql<number>`jsonb_array_length(${bankEntries.record} -> 'details')`.mapWith(Number),
};

const toEntry = ({ detailCount, ...row }: EntryRow & { readonly detailCount?: number }): BankEntry => ({
  ...row,
  detailCount: detailCount ?? row.record.details.length,
  id: idOf('BankEntry', row.id),
  platformId: idOf('Platform', row.platformId),
  connectionId: idOf('BankConnection', row.connectionId),
  statementId: row.statementId ? idOf('BankStatement', row.statementId) : undefined,
  record: fromStoredEntry(row.record),
  kind: row.kind ?? undefined,
  breakKind: row.breakKind ?? undefined,
  breakAmount: row.breakAmount ?? undefined,
  note: row.note ?? undefined,
  transactionId: row.transactionId ? idOf('Transaction', row.transactionId) : undefined,
  bookedAt: row.bookedAt ?? undefined,
  resolvedAt: row.resolvedAt ?? undefined,
  resolvedBy: row.resolvedBy ?? undefined,
  resolution: row.resolution ?? undefined,
});

/** Inserts a statement. A page that another file had is recorded once: then this returns that statement. */
export async function insertStatement(
  tx: Executor,
  statement: BankStatement,
): Promise<{ readonly id: Id<'BankStatement'>; readonly isNew: boolean }> {
  const [inserted] = await tx
    .insert(bankStatements)
    .values({
      ...statement,
      id: uuidOf(statement.id),
      platformId: uuidOf(statement.platformId),
      connectionId: uuidOf(statement.connectionId),
      fileId: uuidOf(statement.fileId),
    })
    .onConflictDoNothing()
    .returning({ id: bankStatements.id });
  if (inserted) return { id: statement.id, isNew: true };
  const [existing] = await tx
    .select({ id: bankStatements.id })
    .from(bankStatements)
    .where(
      and(
        eq(bankStatements.connectionId, uuidOf(statement.connectionId)),
        eq(bankStatements.kind, statement.kind),
        eq(bankStatements.statementId, statement.statementId),
        eq(bankStatements.pageNumber, statement.pageNumber),
      ),
    );
  invariant(existing, 'a statement that is not new exists');
  return { id: idOf('BankStatement', existing.id), isNew: false };
}

export async function saveStatement(
  tx: Executor,
  id: Id<'BankStatement'>,
  { sum, count, digest }: Pick<BankStatement, 'sum' | 'count' | 'digest'>,
): Promise<void> {
  await tx
    .update(bankStatements)
    .set({ sum, count, digest })
    .where(eq(bankStatements.id, uuidOf(id)));
}

/** Marks a statement that the bank sent again, if its contents differ. */
export async function markConflict(tx: Executor, id: Id<'BankStatement'>, digest: Uint8Array): Promise<void> {
  await tx
    .update(bankStatements)
    .set({ hasConflict: true })
    .where(and(eq(bankStatements.id, uuidOf(id)), sql`${bankStatements.digest} is distinct from ${digest}`));
}

interface NewEntry {
  readonly id: Id<'BankEntry'>;
  readonly platformId: Id<'Platform'>;
  readonly connectionId: Id<'BankConnection'>;
  readonly statementId: Id<'BankStatement'> | undefined;
  readonly fingerprint: string;
  readonly bookedOn: string;
  readonly record: StatementEntry;
  readonly createdAt: Date;
}

/** An entry that a notification reported first gets its statement. */
const insertEntryRows = bulkInserter(
  bankEntries,
  [
    'id',
    'platformId',
    'connectionId',
    'statementId',
    'fingerprint',
    'bookedOn',
    'amount',
    'record',
    'createdAt',
  ],
  sql`on conflict (connection_id, fingerprint) do update set statement_id = excluded.statement_id
      where bank_entries.statement_id is null and excluded.statement_id is not null`,
);

/** Inserts the entries that are new. A fingerprint occurs once in `entries`. */
export async function insertEntries(tx: Executor, entries: readonly NewEntry[]): Promise<void> {
  const unique = new Map(entries.map((entry) => [entry.fingerprint, entry]));
  if (unique.size === 0) return;
  await send(
    tx,
    insertEntryRows(
      [...unique.values()].map((entry) => ({
        ...entry,
        id: uuidOf(entry.id),
        platformId: uuidOf(entry.platformId),
        connectionId: uuidOf(entry.connectionId),
        statementId: entry.statementId ? uuidOf(entry.statementId) : null,
        amount: entry.record.amount,
        record: toStoredEntry(entry.record),
      })),
    ),
  );
}

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

/** The oldest entries that are not booked. The connection is locked. */
export async function entriesToBook(
  tx: Executor,
  connectionId: Id<'BankConnection'>,
  limit: number,
): Promise<BankEntry[]> {
  const rows = await tx
    .select()
    .from(bankEntries)
    .where(and(eq(bankEntries.connectionId, uuidOf(connectionId)), isNull(bankEntries.kind)))
    .orderBy(asc(bankEntries.id))
    .limit(limit);
  return rows.map(toEntry);
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

interface BookedEntry {
  readonly kind: EntryKind;
  readonly breakKind: BreakKind | undefined;
  readonly breakAmount: bigint | undefined;
  readonly note: string | undefined;
  readonly transactionId: Id<'Transaction'> | undefined;
  readonly bookedAt: Date;
}

export async function saveBookedEntry(tx: Executor, id: Id<'BankEntry'>, booked: BookedEntry): Promise<void> {
  const { kind, breakKind, breakAmount, note, transactionId, bookedAt } = booked;
  await tx
    .update(bankEntries)
    .set({
      kind,
      breakKind: breakKind ?? null,
      breakAmount: breakAmount ?? null,
      note: note ?? null,
      transactionId: transactionId ? uuidOf(transactionId) : null,
      bookedAt,
    })
    .where(eq(bankEntries.id, uuidOf(id)));
}

export interface BankEntryFilter {
  readonly connectionId?: Id<'BankConnection'> | undefined;
  readonly statementId?: Id<'BankStatement'> | undefined;
  readonly kind?: EntryKind | undefined;
  /** Only breaks that nobody has resolved. */
  readonly isOpenBreak?: boolean | undefined;
  readonly bookedOn?: string | undefined;
}

const matching = (
  platformId: Id<'Platform'>,
  { connectionId, statementId, kind, isOpenBreak, bookedOn }: BankEntryFilter,
) =>
  // Entries have the platform, so a connection or statement of another one finds nothing.
  and(
    eq(bankEntries.platformId, uuidOf(platformId)),
    connectionId ? eq(bankEntries.connectionId, uuidOf(connectionId)) : undefined,
    statementId ? eq(bankEntries.statementId, uuidOf(statementId)) : undefined,
    kind ? eq(bankEntries.kind, kind) : undefined,
    isOpenBreak ? and(eq(bankEntries.kind, 'BREAK'), isNull(bankEntries.resolvedAt)) : undefined,
    bookedOn ? eq(bankEntries.bookedOn, bookedOn) : undefined,
  );

/** Newest first. */
export async function listEntries(
  db: Executor,
  platformId: Id<'Platform'>,
  filter: BankEntryFilter,
  page: PageRequest,
): Promise<Page<BankEntry>> {
  const { within, order, limit } = pageSql(bankEntries.id, page);
  const rows = await db
    .select(shownEntry)
    .from(bankEntries)
    .where(and(matching(platformId, filter), within))
    .orderBy(order)
    .limit(limit);
  return pageOf(page, rows.map(toEntry));
}

export async function countEntries(
  db: Executor,
  platformId: Id<'Platform'>,
  filter: BankEntryFilter,
): Promise<number> {
  const [row] = await db.select({ total: countOf() }).from(bankEntries).where(matching(platformId, filter));
  return row?.total ?? 0;
}

/** Whether no index has the entries of the filter in the order of the list. */
export const isWideEntryFilter = ({
  statementId,
  isOpenBreak,
  connectionId,
  bookedOn,
}: BankEntryFilter): boolean => !(statementId || isOpenBreak || (connectionId && bookedOn));

export async function findEntries(
  db: Executor,
  platformId: Id<'Platform'>,
  ids: readonly Id<'BankEntry'>[],
): Promise<BankEntry[]> {
  const rows = await db
    .select(shownEntry)
    .from(bankEntries)
    .where(and(eq(bankEntries.platformId, uuidOf(platformId)), inArray(bankEntries.id, ids.map(uuidOf))));
  return rows.map(toEntry);
}

export async function lockEntry(
  tx: Executor,
  platformId: Id<'Platform'>,
  id: Id<'BankEntry'>,
): Promise<BankEntry | undefined> {
  const [row] = await tx
    .select()
    .from(bankEntries)
    .where(and(eq(bankEntries.platformId, uuidOf(platformId)), eq(bankEntries.id, uuidOf(id))))
    .for('update');
  return row && toEntry(row);
}

/** Closes a break with the comment of a person. */
export async function resolveEntry(
  tx: Executor,
  id: Id<'BankEntry'>,
  {
    by,
    resolution,
    isBankFee,
    at,
  }: { readonly by: string; readonly resolution: string; readonly isBankFee: boolean; readonly at: Date },
): Promise<void> {
  await tx
    .update(bankEntries)
    .set({ resolvedAt: at, resolvedBy: by, resolution, isBankFee })
    .where(eq(bankEntries.id, uuidOf(id)));
}

/** Statements (camt.053) of a connection in a range of days, in the order of the bank. */
export async function statementsBetween(
  db: Executor,
  connectionId: Id<'BankConnection'>,
  from: string | undefined,
  to: string,
  limit: number,
): Promise<BankStatement[]> {
  const rows = await db
    .select()
    .from(bankStatements)
    .where(
      and(
        eq(bankStatements.connectionId, uuidOf(connectionId)),
        eq(bankStatements.kind, 'CAMT_053'),
        from ? sql`${bankStatements.bookedOn} >= ${from}` : undefined,
        sql`${bankStatements.bookedOn} <= ${to}`,
      ),
    )
    .orderBy(
      asc(bankStatements.bookedOn),
      asc(bankStatements.sequenceNumber),
      asc(bankStatements.pageNumber),
      asc(bankStatements.id),
    )
    .limit(limit);
  return rows.map(toStatement);
}

export async function findStatements(
  db: Executor,
  platformId: Id<'Platform'>,
  ids: readonly Id<'BankStatement'>[],
): Promise<BankStatement[]> {
  const rows = await db
    .select()
    .from(bankStatements)
    .where(
      and(eq(bankStatements.platformId, uuidOf(platformId)), inArray(bankStatements.id, ids.map(uuidOf))),
    );
  return rows.map(toStatement);
}
