/**
 * Records the contents of a received file in one transaction: statements, new entries and reports. A job books them.
 *
 * Decision: an entry is recorded once, although a bank reports it in a notification (camt.054), a report (camt.052) and a
 * statement (camt.053): `report-recorder.ts`. Without a reference of the bank only statements are recorded, because an entry of a
 * notification could not be recognized in the statement.
 *
 * Decision: a statement that a bank sends again is a conflict when anything that it says differs, also a text: its digest is over the
 * records, so other white space, another message id or an older version of the message is the same statement. The balances of the newer
 * version count, because the next statement follows it.
 *
 * Source: docs/behaviour/bank-connections.md#statements.
 */
import { createHash, type Hash } from 'node:crypto';
import type { Database, Executor } from '../../infrastructure/database/client.ts';
import { isBadData, transact } from '../../infrastructure/database/transact.ts';
import { enqueue } from '../../infrastructure/jobs/jobs.ts';
import { newId, newUuid } from '../../kernel/ids.ts';
import type { Ports } from '../../payments/ports.ts';
import type { BankConnection } from '../bank-connections/bank-connection.ts';
import { excludeBooking } from '../bank-connections/store.ts';
import {
  type IncomingFileKind,
  type IncomingRecord,
  type StatementEnd,
  type StatementEntry,
  type StatementHeader,
  UnreadableBankFile,
} from '../bank-files/bank-file.ts';
import { readBankFile } from '../bank-files/read-bank-file.ts';
import type { BankFile } from '../bank-payments/bank-payment.ts';
import { filesIn, saveFile } from '../bank-payments/file-store.ts';
import type { BankStatement } from '../bank-records/bank-statement.ts';
import { insertReports } from '../bank-records/report-store.ts';
import { type OpenedStatement, openStatement, saveStatement } from '../bank-records/statement-store.ts';
import { bookRecordsJobKind } from './book-records.ts';
import { type CheckedFile, checkFile } from './check-file.ts';
import { fingerprintOf } from './entry-fingerprint.ts';
import { Occurrences } from './occurrences.ts';
import { ReportRecorder } from './report-recorder.ts';

type RecordPorts = Pick<Ports, 'db' | 'files' | 'clock'>;

/** Reports to the database at once. */
const reportsAtOnce = 500;

/** The statement, report or notification that is being recorded. */
interface ReadStatement {
  readonly header: StatementHeader;
  readonly opened: OpenedStatement;
  readonly hash: Hash;
  readonly entries: ReportRecorder;
  readonly seen: Occurrences;
  sum: bigint;
  count: number;
}

/** Continues the digest of a statement. Amounts are text in the JSON. */
const addToHash = (hash: Hash, part: unknown): Hash =>
  hash.update(
    `${JSON.stringify(part, (_, value) => (typeof value === 'bigint' ? String(value) : value)) ?? ''}\n`,
  );

/** The digest of a statement starts with what its header says. */
const hashOf = ({ sequenceNumber, opening, closing }: StatementHeader): Hash =>
  addToHash(createHash('sha256'), { sequenceNumber, opening, closing });

class FileRecorder {
  readonly #tx: Executor;
  readonly #connection: BankConnection;
  readonly #file: BankFile;
  readonly #kind: IncomingFileKind;
  readonly #now: Date;
  #statement: ReadStatement | undefined;
  #reports: Parameters<typeof insertReports>[1][number][] = [];

  constructor(tx: Executor, connection: BankConnection, file: BankFile, kind: IncomingFileKind, now: Date) {
    this.#tx = tx;
    this.#connection = connection;
    this.#file = file;
    this.#kind = kind;
    this.#now = now;
  }

  get #isStatement(): boolean {
    return this.#kind === 'CAMT_053';
  }

  async add(record: IncomingRecord): Promise<void> {
    switch (record.record) {
      case 'statement':
        this.#statement = await this.#open(record);
        break;
      case 'entry':
        await this.#addEntry(record);
        break;
      case 'statement-end':
        await this.#endStatement(record);
        break;
      case 'status':
      case 'return':
      case 'change-notice': {
        const { id: connectionId, platformId } = this.#connection;
        this.#reports.push({ id: newUuid(), platformId, connectionId, fileId: this.#file.id, record });
        if (this.#reports.length >= reportsAtOnce) await this.end();
        break;
      }
      case 'file':
        break;
    }
  }

  async #open(header: StatementHeader): Promise<ReadStatement> {
    const { id: connectionId, platformId } = this.#connection;
    const statedDay = header.closing?.date ?? header.toDate ?? header.opening?.date;
    const statement: BankStatement = {
      id: newId('BankStatement'),
      platformId,
      connectionId,
      fileId: this.#file.id,
      kind: this.#kind,
      statementId: header.id,
      sequenceNumber: header.sequenceNumber,
      pageNumber: header.page?.number ?? 1,
      bookedOn: statedDay ?? this.#now.toISOString().slice(0, 10),
      opening: header.opening?.amount,
      closing: header.closing?.amount,
      sum: 0n,
      count: 0,
      digest: undefined,
      hasConflict: false,
      createdAt: this.#now,
    };
    const opened = await openStatement(this.#tx, statement, statedDay !== undefined);
    const seen = new Occurrences();
    const reportedIn = this.#isStatement
      ? {
          connectionId,
          statementId: opened.id,
          recordedPages: opened.recordedPages,
          pagesOfOtherDays: opened.pagesOfOtherDays,
        }
      : { connectionId, statementId: undefined, recordedPages: [], pagesOfOtherDays: new Set<never>() };
    const isPage =
      this.#isStatement && header.page !== undefined && !(header.page.number === 1 && header.page.isLast);
    const entries = new ReportRecorder(this.#tx, reportedIn, seen, isPage);
    return { header, opened, hash: hashOf(header), entries, seen, sum: 0n, count: 0 };
  }

  async #addEntry(record: StatementEntry): Promise<void> {
    const statement = this.#statement;
    if (statement) addToHash(statement.hash, record);
    if (!statement || record.status !== 'BOOKED' || record.amount === 0n) return;
    statement.sum += record.amount;
    statement.count += 1;
    const statementId = this.#isStatement ? statement.opened.id : undefined;
    const fingerprint = fingerprintOf(record, statementId, statement.seen);
    if (!fingerprint) return;
    const { id: connectionId, platformId } = this.#connection;
    await statement.entries.add({
      id: newId('BankEntry'),
      platformId,
      connectionId,
      statementId,
      fingerprint,
      bookedOn: record.bookingDate ?? record.valueDate ?? this.#now.toISOString().slice(0, 10),
      record,
      createdAt: this.#now,
    });
  }

  async #endStatement({ information }: StatementEnd): Promise<void> {
    const statement = this.#statement;
    if (!statement) return;
    const { header, opened, entries, sum, count } = statement;
    const digest = new Uint8Array(addToHash(statement.hash, information).digest());
    const isRepeated = opened.digest !== undefined && Buffer.compare(opened.digest, digest) === 0;
    await entries.end(isRepeated);
    if (!isRepeated) {
      await saveStatement(this.#tx, opened.id, {
        sequenceNumber: header.sequenceNumber,
        opening: header.opening?.amount,
        closing: header.closing?.amount,
        sum,
        count,
        digest,
        ...(!opened.isNew && { hasConflict: true }),
      });
    }
    this.#statement = undefined;
  }

  async end(): Promise<void> {
    await insertReports(this.#tx, this.#reports);
    this.#reports = [];
  }
}

async function recordFile(
  { db, files, clock }: RecordPorts,
  connection: BankConnection,
  file: BankFile,
): Promise<void> {
  const now = clock.real();
  const { storageKey } = file;
  if (!storageKey) return;
  let checked: CheckedFile;
  try {
    checked = await checkFile(connection, readBankFile(files.getStream(storageKey)));
  } catch (error) {
    if (!(error instanceof UnreadableBankFile)) throw error;
    await quarantine(db, file, error, now);
    return;
  }
  await recordChecked({ db, files }, connection, file, checked, now).catch(async (error: unknown) => {
    if (!isBadData(error)) throw error;
    await quarantine(db, file, new UnreadableBankFile('A value of the file cannot be stored.'), now);
  });
}

const quarantine = (db: Database, file: BankFile, { message: reason, line }: UnreadableBankFile, now: Date) =>
  saveFile(db.orm, file.id, { status: 'QUARANTINED', reason, ...(line && { line }) }, now, file);

async function recordChecked(
  { db, files }: Pick<RecordPorts, 'db' | 'files'>,
  connection: BankConnection,
  file: BankFile,
  checked: CheckedFile,
  now: Date,
): Promise<void> {
  const { storageKey } = file;
  if (!storageKey) return;
  await transact(db, async (tx) => {
    await excludeBooking(tx, connection.id);
    const { kind, messageId, count } = checked;
    const isOurs = await saveFile(tx, file.id, { status: 'RECORDED', kind, messageId, count }, now, file);
    if (!isOurs) return;
    const recorder = new FileRecorder(tx, connection, file, kind, now);
    for await (const record of readBankFile(files.getStream(storageKey))) await recorder.add(record);
    await recorder.end();
    await enqueue(tx, {
      kind: bookRecordsJobKind,
      platformId: connection.platformId,
      payload: { connectionId: connection.id },
      dueAt: now,
    });
  });
}

const maxFilesAtOnce = 100;

/**
 * Records the received files of a connection in their order, because a later statement can correct an earlier one. Returns their number.
 *
 * Errors: the first defect. The next exchange repeats the file.
 */
export async function recordFiles(
  ports: RecordPorts,
  connection: BankConnection,
  canContinue: () => boolean = () => true,
): Promise<number> {
  const received = await filesIn(ports.db.orm, connection.id, ['RECEIVED'], maxFilesAtOnce);
  for (const file of received) {
    if (!canContinue()) break;
    await recordFile(ports, connection, file);
  }
  return received.length;
}
