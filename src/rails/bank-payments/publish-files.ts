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
import { extname } from 'node:path';
import type { Database, Executor } from '../../infrastructure/database/client.ts';
import { transact } from '../../infrastructure/database/transact.ts';
import { newStorageKey } from '../../infrastructure/object-storage/file-store.ts';
import { InvariantBroken, invariant } from '../../kernel/errors.ts';
import type { Ports } from '../../payments/ports.ts';
import { type BankConnection, isSamePlace } from '../bank-connections/bank-connection.ts';
import { findConnection, lockConnection } from '../bank-connections/store.ts';
import type { BankFileWriter, OutgoingFile } from '../bank-files/bank-file.ts';
import { traceNumberOf } from '../bank-files/nacha/trace-numbers.ts';
import { writerOf } from '../bank-files/write-bank-file.ts';
import { FailuresOfFiles } from '../file-exchange/failures-of-files.ts';
import { type FileExchange, FileExchangeUnavailable } from '../file-exchange/file-exchange.ts';
import type { BankFile } from './bank-payment.ts';
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

/** Content that is written again gets another name: a process that has lost its lease can still be writing the content before it. */
function nameOf({ name, messageId, round, storageKey }: BankFile, newKey: string): string {
  const isFirst = storageKey === undefined && round === 0;
  return isFirst ? name : `${messageId}-${newKey.slice(-8)}${extname(name)}`;
}

/**
 * Stores the content, so that a repeated transmission has the same bytes. Content with a date in the past is written again. Returns the
 * file with it; `undefined` when the file was changed meanwhile.
 */
async function storeContent(
  { db, files, clock, paymentSources }: PublishPorts,
  connection: BankConnection,
  file: BankFile,
): Promise<BankFile | undefined> {
  await requireSendable(db.orm, file);
  const executionDate = await executionDateFrom(connection, file, clock.real());
  if (file.storageKey && executionDate === file.executionDate) return file;
  const header = await headerOf(db, connection, { ...file, executionDate });
  const write: BankFileWriter = await writerOf(header.kind);
  const payments = outgoingPayments(db.orm, paymentSources, connection.account, file);
  const storageKey = newStorageKey(file.platformId);
  const byteLength = await files.putStream(storageKey, bytesOf(write(header, payments)));
  const stored = { storageKey, byteLength, executionDate, name: nameOf(file, storageKey) };
  // Also removes why it could not be written before.
  const isStored = await save(db, file, { ...stored, reason: null }, clock.real());
  return isStored ? { ...file, ...stored } : undefined;
}

/** A payment that the bank has rejected or booked meanwhile must not be sent. People then cancel the file. */
async function requireSendable(db: Executor, { id }: BankFile): Promise<void> {
  const reported = await whyNotSendable(db, id);
  if (reported) throw new InvariantBroken(reported);
}

/** Ends the exchange when people have changed where the files of the connection are exchanged. The next one uses the new place. */
function requirePlace({ exchange }: BankConnection, current: BankConnection | undefined): void {
  if (!current || !isSamePlace(current.exchange, exchange)) throw new FileExchangeUnavailable('stopped');
}

/** The place then stays until the transaction ends. */
const lockPlace = async (tx: Executor, connection: BankConnection): Promise<void> =>
  requirePlace(connection, await lockConnection(tx, connection.platformId, connection.id));

const hostKeyOf = ({ exchange }: BankConnection): string | undefined =>
  exchange.kind === 'SFTP' ? exchange.hostKeyFingerprint : undefined;

/** Records that the bank has the file under its temporary name. Returns false when the file was changed or sent meanwhile. */
const recordStaged = (
  db: Database,
  connection: BankConnection,
  file: BankFile,
  now: Date,
): Promise<boolean> =>
  transact(db, async (tx: Executor) => {
    // Entries are booked while the connection is locked. Writing and transmitting a file can take minutes.
    await lockPlace(tx, connection);
    await requireSendable(tx, file);
    const change = { status: 'STAGED', stagedHostKey: hostKeyOf(connection), reason: null } as const;
    return saveFile(tx, file.id, change, now, file);
  });

/** A process that has lost its lease can find a file that was staged at another place than its own: that one is not sent. */
const recordSent = (db: Database, connection: BankConnection, file: BankFile, now: Date): Promise<boolean> =>
  transact(db, async (tx: Executor) => {
    await lockPlace(tx, connection);
    return saveFile(tx, file.id, { status: 'SENT' }, now, file);
  });

/** Changes a file that has not been changed meanwhile. */
const save = (db: Database, file: BankFile, change: Parameters<typeof saveFile>[2], now: Date) =>
  transact(db, (tx: Executor) => saveFile(tx, file.id, change, now, file));

/**
 * A file that cannot be written, or is missing at a server, waits for people with the reason, so that it holds up neither other files
 * nor statements. They can cancel it: its payments fail and are refunded.
 */
const reviewAgain = ({ db, clock }: PublishPorts, file: BankFile, reason: string) =>
  save(db, file, { status: 'IN_REVIEW', releases: 0, round: file.round + 1, reason }, clock.real());

/** Writes the file and transmits it under a temporary name. Returns it, or `undefined` when it is not STAGED by that. */
async function stageFile(
  ports: PublishPorts,
  connection: BankConnection,
  file: BankFile,
  exchange: FileExchange,
): Promise<BankFile | undefined> {
  const { db, files, clock } = ports;
  const stored = await storeContent(ports, connection, file);
  if (!stored?.storageKey) return undefined;
  await exchange.stage(stored.name, files.getStream(stored.storageKey));
  const isStaged = await recordStaged(db, connection, stored, clock.real());
  return isStaged ? { ...stored, status: 'STAGED', stagedHostKey: hostKeyOf(connection) } : undefined;
}

/** Another server can have the name and the address of the one to which the file was transmitted. */
const isOtherServer = ({ stagedHostKey }: BankFile, connection: BankConnection): boolean =>
  stagedHostKey !== undefined && stagedHostKey !== hostKeyOf(connection);

/** Renames a STAGED file. One that is missing was renamed before a crash, and the bank may have taken it. */
async function sendStaged(
  ports: PublishPorts,
  connection: BankConnection,
  file: BankFile,
  exchange: FileExchange,
): Promise<void> {
  const isPresent = await exchange.publish(file.name);
  if (isPresent || !isOtherServer(file, connection)) {
    await recordSent(ports.db, connection, file, ports.clock.real());
    return;
  }
  await reviewAgain(
    ports,
    file,
    'The file is missing at the server, which has another host key than when the file was transmitted. Release the file only if the bank does not have it.',
  );
}

/** The number of files that one exchange sends. */
const maxFilesAtOnce = 50;

/** Stages a file that is not, and publishes it. One that cannot be written waits for people. */
async function sendFile(
  ports: PublishPorts,
  connection: BankConnection,
  file: BankFile,
  exchange: FileExchange,
): Promise<void> {
  const staged =
    file.status === 'STAGED'
      ? file
      : await stageFile(ports, connection, file, exchange).catch(async (error: unknown) => {
          if (!(error instanceof InvariantBroken)) throw error;
          await reviewAgain(ports, file, error.message);
        });
  if (staged) await sendStaged(ports, connection, staged, exchange);
}

/**
 * Sends the files that are ready. Returns their number.
 *
 * Errors: `FileExchangeUnavailable`; of one file after all files that can be sent.
 */
export async function publishFiles(
  ports: PublishPorts,
  connection: BankConnection,
  exchange: FileExchange,
  canContinue: () => boolean = () => true,
): Promise<number> {
  const { db } = ports;
  const due = await filesIn(db.orm, connection.id, ['READY', 'STAGED'], maxFilesAtOnce);
  const failures = new FailuresOfFiles();
  for (const file of due) {
    if (!canContinue()) break;
    requirePlace(connection, await findConnection(db.orm, connection.platformId, connection.id));
    await failures.attempt(() => sendFile(ports, connection, file, exchange));
  }
  if (failures.first) throw failures.first;
  return due.length;
}
