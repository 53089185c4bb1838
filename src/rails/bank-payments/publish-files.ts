/**
 * Sends files to the bank, each exactly once, also when the process is killed between two steps: the content is stored, staged
 * under a temporary name, recorded as staged, renamed, and recorded as sent.
 *
 * A missing temporary file means that it was published before, so a file is STAGED only where the files of its connection are
 * exchanged: that place does not change until the file is SENT.
 *
 * Called with a lease of the connection and outside of transactions.
 *
 * Source: docs/behaviour/bank-connections.md#payments.
 */
import type { Database, Executor } from '../../infrastructure/database/client.ts';
import { transact } from '../../infrastructure/database/transact.ts';
import { newStorageKey } from '../../infrastructure/object-storage/file-store.ts';
import { InvariantBroken, invariant } from '../../kernel/errors.ts';
import type { Ports } from '../../payments/ports.ts';
import { type BankConnection, isSamePlace } from '../bank-connections/bank-connection.ts';
import { lockConnection } from '../bank-connections/store.ts';
import type { BankFileWriter, OutgoingFile } from '../bank-files/bank-file.ts';
import { traceNumberOf } from '../bank-files/nacha/trace-numbers.ts';
import { writerOf } from '../bank-files/write-bank-file.ts';
import type { FileExchange } from '../file-exchange/file-exchange.ts';
import type { BankFile, FileStatus } from './bank-payment.ts';
import { cutOffsOf, earliestExecutionDate } from './execution-dates.ts';
import { filesIn, saveFile } from './file-store.ts';
import { outgoingPayments, type PaymentSources } from './outgoing-payments.ts';
import { whyNotSendable } from './reported-payment-store.ts';
import { lastTraceSequence } from './store.ts';

export interface PublishPorts extends Pick<Ports, 'db' | 'files' | 'clock'> {
  readonly paymentSources: PaymentSources;
}

async function headerOf(db: Database, connection: BankConnection, file: BankFile): Promise<OutgoingFile> {
  const { kind, serviceLevel, paymentDirection, messageId, executionDate } = file;
  invariant(
    (kind === 'PAIN_001' || kind === 'PAIN_008' || kind === 'NACHA') && serviceLevel && paymentDirection,
    'an outgoing file has a kind',
  );
  invariant(messageId && executionDate, 'an outgoing file has a message id and a date');
  return {
    kind,
    serviceLevel,
    direction: paymentDirection,
    messageId,
    createdAt: file.createdAt,
    executionDate,
    currency: connection.currency,
    account: { ...connection.account, timeZone: connection.cutOffs.timeZone },
    count: file.count,
    total: file.total,
    ...(kind === 'NACHA' && {
      fileIdModifier: file.fileIdModifier,
      offsetTraceNumbers: await offsetTraceNumbers(db, connection, file),
    }),
  };
}

const encoder = new TextEncoder();
/** Writers yield small texts. Larger pieces need fewer calls. */
const pieceLength = 64 * 1024;

async function* bytesOf(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  let pending = '';
  for await (const text of texts) {
    pending += text;
    if (pending.length < pieceLength) continue;
    yield encoder.encode(pending);
    pending = '';
  }
  if (pending) yield encoder.encode(pending);
}

/** NACHA: the numbers after those of the file's payments, which are reserved for entries to our own account. */
async function offsetTraceNumbers(
  db: Database,
  { account }: BankConnection,
  { id }: BankFile,
): Promise<readonly [string, string]> {
  const last = await lastTraceSequence(db.orm, id);
  return [traceNumberOf(account, last + 1), traceNumberOf(account, last + 2)];
}

/** A file can wait for people or for its server longer than until the execution date that it got when it was made. */
async function executionDateFrom(connection: BankConnection, file: BankFile, now: Date): Promise<string> {
  const { executionDate, paymentDirection, serviceLevel } = file;
  invariant(executionDate && paymentDirection && serviceLevel, 'an outgoing file has a date and payments');
  const kind = { direction: paymentDirection, serviceLevel };
  const earliest = earliestExecutionDate(await cutOffsOf(connection), kind, now);
  const [, last = earliest] = [executionDate, earliest].sort();
  return last;
}

/** Stores the content, so that a repeated transmission has the same bytes. Content with a date in the past is written again. */
async function storeContent(
  { db, files, clock, paymentSources }: PublishPorts,
  connection: BankConnection,
  file: BankFile,
): Promise<string> {
  await requireSendable(db.orm, file);
  const executionDate = await executionDateFrom(connection, file, clock.real());
  if (file.storageKey && executionDate === file.executionDate) return file.storageKey;
  const header = await headerOf(db, connection, { ...file, executionDate });
  const write: BankFileWriter = await writerOf(header.kind);
  const payments = outgoingPayments(db.orm, paymentSources, connection.account, file);
  const storageKey = newStorageKey(file.platformId);
  const byteLength = await files.putStream(storageKey, bytesOf(write(header, payments)));
  // Also removes why it could not be written before.
  await save(db, file, { storageKey, byteLength, executionDate, reason: null }, clock.real());
  return storageKey;
}

/** A payment that the bank has rejected or booked meanwhile must not be sent. People then cancel the file. */
async function requireSendable(db: Executor, { id }: BankFile): Promise<void> {
  const reported = await whyNotSendable(db, id);
  if (reported) throw new InvariantBroken(reported);
}

/**
 * Whether the files of the connection are still exchanged where this exchange was opened. The place then stays until the
 * transaction ends.
 */
async function lockPlace(tx: Executor, { platformId, id, exchange }: BankConnection): Promise<boolean> {
  const locked = await lockConnection(tx, platformId, id);
  return locked !== undefined && isSamePlace(locked.exchange, exchange);
}

/**
 * Records that the bank has the file under its temporary name. Returns false when another process has sent it, or when people have
 * changed the place meanwhile: the next exchange sends it there.
 */
const recordStaged = (
  db: Database,
  connection: BankConnection,
  file: BankFile,
  now: Date,
): Promise<boolean> =>
  transact(db, async (tx: Executor) => {
    // Entries are booked while the connection is locked. Writing and transmitting a file can take minutes.
    if (!(await lockPlace(tx, connection))) return false;
    await requireSendable(tx, file);
    return saveFile(tx, file.id, { status: 'STAGED', reason: null }, now, 'READY');
  });

/** A process that has lost its lease can find a file that was staged at another place than its own: that one is not sent. */
const recordSent = (db: Database, connection: BankConnection, file: BankFile, now: Date): Promise<boolean> =>
  transact(
    db,
    async (tx: Executor) =>
      (await lockPlace(tx, connection)) && saveFile(tx, file.id, { status: 'SENT' }, now, 'STAGED'),
  );

const save = (
  db: Database,
  file: BankFile,
  change: Parameters<typeof saveFile>[2],
  now: Date,
  from?: FileStatus,
) => transact(db, (tx: Executor) => saveFile(tx, file.id, change, now, from));

/**
 * A file that cannot be written waits for people with the reason, so that it holds up neither other files nor statements. They can
 * cancel it: its payments fail and are refunded.
 */
const reviewAgain = ({ db, clock }: PublishPorts, file: BankFile, { message: reason }: InvariantBroken) =>
  save(db, file, { status: 'IN_REVIEW', releases: 0, round: file.round + 1, reason }, clock.real(), 'READY');

/** Writes the file and transmits it under a temporary name. Returns false when it is not STAGED by that. */
async function stageFile(
  ports: PublishPorts,
  connection: BankConnection,
  file: BankFile,
  exchange: FileExchange,
): Promise<boolean> {
  const storageKey = await storeContent(ports, connection, file);
  await exchange.stage(file.name, ports.files.getStream(storageKey));
  return recordStaged(ports.db, connection, file, ports.clock.real());
}

/** The number of files that one exchange sends. */
const maxFilesAtOnce = 50;

/** Sends the files that are ready. Returns their number. */
export async function publishFiles(
  ports: PublishPorts,
  connection: BankConnection,
  exchange: FileExchange,
  canContinue: () => boolean = () => true,
): Promise<number> {
  const { db, clock } = ports;
  const due = await filesIn(db.orm, connection.id, ['READY', 'STAGED'], maxFilesAtOnce);
  for (const file of due) {
    if (!canContinue()) break;
    if (file.status === 'READY') {
      const isStaged = await stageFile(ports, connection, file, exchange).catch((error: unknown) => {
        if (error instanceof InvariantBroken) return error;
        throw error;
      });
      if (isStaged instanceof InvariantBroken) await reviewAgain(ports, file, isStaged);
      // False: during the transmission another process sent the file, because the lease ended, or the place was changed.
      if (isStaged !== true) continue;
    }
    // False: it was published before a crash, and the bank may have taken it.
    await exchange.publish(file.name);
    await recordSent(db, connection, file, clock.real());
  }
  return due.length;
}
