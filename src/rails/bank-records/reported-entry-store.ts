/** SQL that records the entries of statements, reports and notifications, of which some are stored already. */
import { asc, sql } from 'drizzle-orm';
import type { Executor } from '../../infrastructure/database/client.ts';
import { isAnyOf, readValues } from '../../infrastructure/database/row-decoding/rows.ts';
import { bulkInserter, bulkUpdater } from '../../infrastructure/database/statements.ts';
import { send } from '../../infrastructure/database/transact.ts';
import { chunked } from '../../kernel/chunked.ts';
import { type Id, idOf, uuidOf } from '../../kernel/ids.ts';
import type { StatementEntry } from '../bank-files/bank-file.ts';
import { fromStoredEntry, toStoredEntry } from './bank-entry.ts';
import { bankEntries } from './tables.ts';

export interface NewEntry {
  readonly id: Id<'BankEntry'>;
  readonly platformId: Id<'Platform'>;
  readonly connectionId: Id<'BankConnection'>;
  readonly statementId: Id<'BankStatement'> | undefined;
  readonly fingerprint: string;
  readonly bookedOn: string;
  readonly record: StatementEntry;
  readonly createdAt: Date;
}

/** The version of `fingerprintOf`. Rows of version 1 are compared by their records. */
const fingerprintVersion = 2;

/** An entry that a notification reported first gets its statement. */
const insertEntryRows = bulkInserter(
  bankEntries,
  [
    'id',
    'platformId',
    'connectionId',
    'statementId',
    'fingerprint',
    'fingerprintVersion',
    'bookedOn',
    'amount',
    'record',
    'createdAt',
  ],
  sql`on conflict (connection_id, fingerprint) where fingerprint is not null do update set statement_id = excluded.statement_id
      where bank_entries.statement_id is null and excluded.statement_id is not null`,
);

/** Inserts the entries of a connection that are not stored. A fingerprint occurs once in `entries`. */
export async function insertEntries(tx: Executor, entries: readonly NewEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map((entry) => ({
    ...entry,
    id: uuidOf(entry.id),
    platformId: uuidOf(entry.platformId),
    connectionId: uuidOf(entry.connectionId),
    statementId: entry.statementId ? uuidOf(entry.statementId) : null,
    fingerprintVersion,
    amount: entry.record.amount,
    record: toStoredEntry(entry.record),
  }));
  await send(tx, insertEntryRows(rows));
}

/** What the entries of a statement, report or notification are compared with. */
export interface ReportedIn {
  readonly connectionId: Id<'BankConnection'>;
  /** Of a statement (camt.053). */
  readonly statementId: Id<'BankStatement'> | undefined;
  /** Of a corrected statement. */
  readonly recordedPages: readonly Id<'BankStatement'>[];
  /** Of these, the pages of another day: the bank has corrected the day, or uses the id of a statement again. */
  readonly pagesOfOtherDays: ReadonlySet<Id<'BankStatement'>>;
}

/** The entries as the rows `reported`. */
const reportedRows = (entries: readonly NewEntry[]) => {
  const rows = entries.map(({ fingerprint, record: { amount, bankReference, bookingDate } }, index) => ({
    index,
    fingerprint,
    amount: String(amount),
    reference: bankReference ?? null,
    day: bookingDate ?? null,
  }));
  return sql`json_to_recordset(${JSON.stringify(rows)}::json)
    as reported(index int, fingerprint text, amount bigint, reference text, day date)`;
};

/**
 * Stored entries with the reference, the amount and the day of a reported one, in other statements than its own. One without a day is
 * compared with those that no statement has. Index: `bank_entries_of_reference`.
 */
const hasSameReference = ({ connectionId, statementId }: ReportedIn) =>
  sql`stored.connection_id = ${uuidOf(connectionId)} and stored.amount = reported.amount
    and left(stored.record ->> 'bankReference', 100) = left(reported.reference, 100)
    and (stored.booked_on = reported.day or (reported.day is null and stored.statement_id is null))
    ${statementId ? sql`and stored.statement_id is distinct from ${uuidOf(statementId)}` : sql``}`;

/**
 * The positions of entries that are not stored with their fingerprint, but can be stored with another one. The limits let the planner use
 * the indexes, whatever it takes the number of rows to be.
 */
export async function findUncertain(
  tx: Executor,
  reportedIn: ReportedIn,
  entries: readonly NewEntry[],
): Promise<ReadonlySet<number>> {
  const isCorrection = reportedIn.recordedPages.length > 0;
  if (!isCorrection && !entries.some(({ record }) => record.bankReference)) return new Set();
  const hasOther = isCorrection
    ? sql`true`
    : sql`(select true from ${bankEntries} stored where ${hasSameReference(reportedIn)} limit 1)`;
  const rows = await readValues(
    tx,
    sql`select index from ${reportedRows(entries)}
      where ${hasOther} and (select true from ${bankEntries} stored
        where stored.connection_id = ${uuidOf(reportedIn.connectionId)}
          and stored.fingerprint = reported.fingerprint limit 1) is null`,
  );
  return new Set(rows.map(([index]) => Number(index)));
}

/** A stored entry that a report of the bank can repeat. */
export interface StoredEntry {
  readonly id: string;
  readonly statementId: Id<'BankStatement'> | undefined;
  readonly isBooked: boolean;
  readonly bookedOn: string;
  readonly record: StatementEntry;
}

async function storedEntries(tx: Executor, ids: readonly string[]): Promise<StoredEntry[]> {
  const { id, statementId, kind, bookedOn, record } = bankEntries;
  const rows = await tx
    .select({ id, statementId, kind, bookedOn, record })
    .from(bankEntries)
    .where(isAnyOf(bankEntries.id, ids))
    .orderBy(asc(bankEntries.id));
  return rows.map((row) => ({
    id: row.id,
    statementId: row.statementId ? idOf('BankStatement', row.statementId) : undefined,
    isBooked: row.kind !== null,
    bookedOn: row.bookedOn,
    record: fromStoredEntry(row.record),
  }));
}

/** An id and a fingerprint. */
type IdRow = readonly [string, string];

const idsAtOnce = 5_000;
const recordsAtOnce = 200;

/** The entries of a page with one of the amounts, oldest first. */
async function* idsOfPage(
  tx: Executor,
  page: Id<'BankStatement'>,
  amounts: readonly string[],
): AsyncGenerator<IdRow[]> {
  let last = '00000000-0000-0000-0000-000000000000';
  for (let rows: IdRow[] = []; ; last = rows.at(-1)?.[0] ?? last) {
    rows = (await readValues(
      tx,
      sql`select id, fingerprint from ${bankEntries} where statement_id = ${uuidOf(page)} and id > ${last}
        and amount = any(${sql.param(amounts)}::bigint[]) order by id limit ${idsAtOnce}`,
    )) as unknown as IdRow[];
    yield rows;
    if (rows.length < idsAtOnce) return;
  }
}

async function* idsOfSimilar(
  tx: Executor,
  reportedIn: ReportedIn,
  entries: readonly NewEntry[],
): AsyncGenerator<IdRow[]> {
  const { recordedPages } = reportedIn;
  const ofOthers = await readValues(
    tx,
    sql`select distinct stored.id, stored.fingerprint from ${reportedRows(entries)}
      join ${bankEntries} stored on ${hasSameReference(reportedIn)}
        and (stored.statement_id = any(${sql.param(recordedPages.map(uuidOf))}::uuid[])) is not true
      order by stored.id`,
  );
  yield ofOthers as unknown as IdRow[];
  const amounts = [...new Set(entries.map(({ record }) => String(record.amount)))];
  for (const page of recordedPages) yield* idsOfPage(tx, page, amounts);
}

/**
 * The stored entries that can be some of the reported ones: those with their reference, day and amount, and those of the corrected
 * statement with their amount. A statement can have a million of them.
 *
 * @param isExcluded by their fingerprint.
 */
export async function* findSimilar(
  tx: Executor,
  reportedIn: ReportedIn,
  entries: readonly NewEntry[],
  isExcluded: (fingerprint: string) => boolean,
): AsyncGenerator<StoredEntry> {
  for await (const rows of idsOfSimilar(tx, reportedIn, entries)) {
    const ids = rows.flatMap(([id, fingerprint]) => (isExcluded(fingerprint) ? [] : [id]));
    for (const some of chunked(ids, recordsAtOnce)) yield* await storedEntries(tx, some);
  }
}

/** A stored entry that a report has repeated, with what changes in it. */
export interface RepeatedEntry extends Pick<NewEntry, 'fingerprint' | 'statementId'> {
  readonly id: string;
  /** Of an entry that is not booked, if the report says more of it. */
  readonly replacement: Pick<NewEntry, 'bookedOn' | 'record'> | undefined;
}

const updateFingerprints = bulkUpdater(bankEntries, ['fingerprint', 'statementId']);
const updateRecords = bulkUpdater(bankEntries, ['fingerprint', 'statementId', 'bookedOn', 'record']);

export async function saveRepeatedEntries(tx: Executor, entries: readonly RepeatedEntry[]): Promise<void> {
  const rows = entries.map(({ id, fingerprint, statementId, replacement }) => ({
    id,
    fingerprint,
    statementId: statementId ? uuidOf(statementId) : null,
    replacement,
  }));
  const replaced = rows.flatMap(({ replacement, ...row }) =>
    replacement
      ? [{ ...row, bookedOn: replacement.bookedOn, record: toStoredEntry(replacement.record) }]
      : [],
  );
  const others = rows.filter(({ replacement }) => !replacement);
  if (others.length > 0) await send(tx, updateFingerprints(others));
  if (replaced.length > 0) await send(tx, updateRecords(replaced));
}
