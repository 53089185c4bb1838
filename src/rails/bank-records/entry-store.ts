/** SQL of the entries of bank statements. */
import { and, asc, count as countOf, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm';
import type { Executor } from '../../infrastructure/database/client.ts';
import { pageSql } from '../../infrastructure/database/page-sql.ts';
import { type Id, idOf, uuidOf } from '../../kernel/ids.ts';
import { type Page, type PageRequest, pageOf } from '../../kernel/page.ts';
import {
  type BankEntry,
  type BreakKind,
  type EntryKind,
  fromStoredEntry,
  maxShownDetails,
  type StoredStatementEntry,
} from './bank-entry.ts';
import { bankEntries } from './tables.ts';

type EntryRow = typeof bankEntries.$inferSelect;

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

/** Bytes of a stored record, compressed, above which an entry is read alone. */
const maxRecordBytes = 100_000;

/**
 * The oldest entries that are not booked: up to the first with a large record, or that one alone. Ten entries with 200,000 movements
 * each would fill the memory of a process, and take longer than a statement may. The connection is locked.
 *
 * Decision: the stored size decides, not the number of movements. It is read without the record.
 *
 * @returns also whether there can be more entries.
 */
export async function entriesToBook(
  tx: Executor,
  connectionId: Id<'BankConnection'>,
  limit: number,
): Promise<{ readonly entries: readonly BankEntry[]; readonly hasMore: boolean }> {
  const { id, record } = bankEntries;
  const oldest = await tx
    .select({ id, size: sql<number>`pg_column_size(${record})`.mapWith(Number) })
    .from(bankEntries)
    .where(and(eq(bankEntries.connectionId, uuidOf(connectionId)), isNull(bankEntries.kind)))
    .orderBy(asc(id))
    .limit(limit);
  const large = oldest.findIndex(({ size }) => size > maxRecordBytes);
  const read = large < 0 ? oldest : oldest.slice(0, Math.max(large, 1));
  if (read.length === 0) return { entries: [], hasMore: false };
  const rows = await tx
    .select()
    .from(bankEntries)
    .where(
      inArray(
        id,
        read.map((one) => one.id),
      ),
    )
    .orderBy(asc(id));
  return { entries: rows.map(toEntry), hasMore: read.length < oldest.length || oldest.length === limit };
}

interface BookedEntry {
  readonly kind: EntryKind;
  readonly breakKind: BreakKind | undefined;
  readonly breakAmount: bigint | undefined;
  readonly note: string | undefined;
  readonly transactionId: Id<'Transaction'> | undefined;
  readonly bookedAt: Date;
}

/** Records what an entry was booked as. A trigger counts it for its day. */
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
  /** Only breaks that are not resolved. */
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
    .select(shownEntry)
    .from(bankEntries)
    .where(and(eq(bankEntries.platformId, uuidOf(platformId)), eq(bankEntries.id, uuidOf(id))))
    .for('update');
  return row && toEntry(row);
}

interface Resolution {
  readonly by: string;
  readonly resolution: string;
  readonly isBankFee: boolean;
  /** What is on the account of breaks, or was moved to the fees. */
  readonly breakAmount: bigint;
  readonly at: Date;
}

/** Closes a break with the comment of a person. */
export async function resolveEntry(
  tx: Executor,
  id: Id<'BankEntry'>,
  { by, resolution, isBankFee, breakAmount, at }: Resolution,
): Promise<void> {
  await tx
    .update(bankEntries)
    .set({ resolvedAt: at, resolvedBy: by, resolution, isBankFee, breakAmount })
    .where(eq(bankEntries.id, uuidOf(id)));
}
