/**
 * Fetches files of the bank: each is stored, hashed and recorded before it is archived at the exchange, and a content that was
 * received before is not recorded again.
 *
 * Decision: some banks do not allow to move files of the inbox. A received file that cannot be archived is fetched again only if its
 * size or time has changed.
 *
 * Called with a lease of the connection and outside of transactions.
 *
 * Source: docs/behaviour/bank-connections.md#statements.
 */
import { createHash } from 'node:crypto';
import { newStorageKey } from '../../infrastructure/object-storage/file-store.ts';
import { newId } from '../../kernel/ids.ts';
import type { Ports } from '../../payments/ports.ts';
import type { BankConnection } from '../bank-connections/bank-connection.ts';
import type { BankFile } from '../bank-payments/bank-payment.ts';
import { insertReceivedFile } from '../bank-payments/file-store.ts';
import {
  deleteUnarchivedFile,
  saveUnarchivedFile,
  unarchivedFilesOf,
} from '../bank-payments/unarchived-store.ts';
import { FailuresOfFiles } from '../file-exchange/failures-of-files.ts';
import {
  type FileExchange,
  type FileExchangeUnavailable,
  type IncomingFile,
  IncomingFileTooLarge,
} from '../file-exchange/file-exchange.ts';

type ReceivePorts = Pick<Ports, 'db' | 'files' | 'clock'>;

/** The number of files that one exchange fetches. */
const maxFilesAtOnce = 100;

/** Passes a content on and hashes it. */
function hashed(content: AsyncIterable<Uint8Array>) {
  const hash = createHash('sha256');
  async function* pieces() {
    for await (const piece of content) {
      hash.update(piece);
      yield piece;
    }
  }
  return { pieces: pieces(), digest: () => new Uint8Array(hash.digest()) };
}

async function receive(
  { db, files, clock }: ReceivePorts,
  { id: connectionId, platformId }: BankConnection,
  exchange: FileExchange,
  { name, size, modifiedAt }: IncomingFile,
): Promise<void> {
  const now = clock.real();
  const received: BankFile = {
    id: newId('BankFile'),
    platformId,
    connectionId,
    direction: 'IN',
    kind: undefined,
    status: 'RECEIVED',
    name: name.slice(0, 255),
    messageId: undefined,
    serviceLevel: undefined,
    paymentDirection: undefined,
    executionDate: undefined,
    fileIdModifier: undefined,
    stagedHostKey: undefined,
    releases: 0,
    round: 0,
    count: 0,
    total: 0n,
    digest: undefined,
    byteLength: undefined,
    storageKey: undefined,
    reason: undefined,
    line: undefined,
    createdAt: now,
    updatedAt: now,
  };
  const storageKey = newStorageKey(platformId);
  const { pieces, digest } = hashed(await exchange.read(name));
  try {
    const byteLength = await files.putStream(storageKey, pieces);
    const isNew = await insertReceivedFile(db.orm, { ...received, digest: digest(), byteLength, storageKey });
    if (!isNew) await files.remove(storageKey);
  } catch (error) {
    if (!(error instanceof IncomingFileTooLarge)) throw error;
    // Its content is not stored. What the exchange lists makes a repeated reception the same file.
    const listed = `too large:${name}:${size}:${modifiedAt.toISOString()}`;
    const listedDigest = new Uint8Array(createHash('sha256').update(listed).digest());
    const reason = 'The file is too large.';
    await insertReceivedFile(db.orm, { ...received, status: 'QUARANTINED', digest: listedDigest, reason });
  }
}

/** An exchange that receives, and what is known of its inbox. */
interface Inbox {
  readonly ports: ReceivePorts;
  readonly connection: BankConnection;
  readonly exchange: FileExchange;
  /** Received files that an earlier exchange could not archive. */
  readonly unarchived: ReadonlyMap<string, IncomingFile>;
}

const isSame = (file: IncomingFile, other: IncomingFile | undefined): boolean =>
  file.size === other?.size && file.modifiedAt.getTime() === other.modifiedAt.getTime();

/** Archives a received file. A crash before it leaves the file in the inbox. It is recognized by its hash when it is fetched again. */
async function archive(
  { ports, connection, exchange, unarchived }: Inbox,
  file: IncomingFile,
): Promise<void> {
  const { orm } = ports.db;
  try {
    await exchange.archive(file.name);
  } catch (error) {
    if (!isSame(file, unarchived.get(file.name))) await saveUnarchivedFile(orm, connection.id, file);
    throw error;
  }
  if (unarchived.has(file.name)) await deleteUnarchivedFile(orm, connection.id, file.name);
}

/** Fetches new files and archives them. Returns the first failure of a file; the others are fetched nevertheless. */
async function receiveAll(
  inbox: Inbox,
  canContinue: () => boolean,
): Promise<FileExchangeUnavailable | undefined> {
  const { ports, connection, exchange, unarchived } = inbox;
  const received = new Map<string, IncomingFile>();
  const isNew = (file: IncomingFile) => {
    const isKnown = isSame(file, unarchived.get(file.name));
    if (isKnown) received.set(file.name, file);
    return !isKnown;
  };
  const failures = new FailuresOfFiles();
  for (const file of await exchange.list(maxFilesAtOnce, isNew)) {
    if (!canContinue()) return failures.first;
    await failures.attempt(async () => {
      await receive(ports, connection, exchange, file);
      await archive(inbox, file);
    });
  }
  for (const file of [...received.values()].slice(0, maxFilesAtOnce)) {
    // Where one file cannot be archived, the others probably cannot either.
    if (!canContinue() || !(await failures.attempt(() => archive(inbox, file)))) break;
  }
  return failures.first;
}

/**
 * Fetches the files in the inbox, oldest first.
 *
 * Errors: `FileExchangeUnavailable`, after all files that can be fetched. A file that cannot be archived is not fetched again.
 */
export async function receiveFiles(
  ports: ReceivePorts,
  connection: BankConnection,
  exchange: FileExchange,
  canContinue: () => boolean = () => true,
): Promise<void> {
  const unarchived = await unarchivedFilesOf(ports.db.orm, connection.id);
  const problem = await receiveAll({ ports, connection, exchange, unarchived }, canContinue);
  if (problem) throw problem;
}
