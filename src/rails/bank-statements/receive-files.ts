/**
 * Fetches files of the bank: each is stored, hashed and recorded before it is archived at the exchange, and a content that was
 * received before is not recorded again.
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
  type FileExchange,
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
  { name }: IncomingFile,
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
    // Its content is not stored. The hash of the name makes a repeated reception the same file.
    const nameDigest = new Uint8Array(createHash('sha256').update(`too large:${name}`).digest());
    const reason = 'The file is too large.';
    await insertReceivedFile(db.orm, { ...received, status: 'QUARANTINED', digest: nameDigest, reason });
  }
  // A crash before this line leaves the file in the inbox. It is recognized by its hash when it is fetched again.
  await exchange.archive(name);
}

/** Fetches the files in the inbox, oldest first. Returns their number. */
export async function receiveFiles(
  ports: ReceivePorts,
  connection: BankConnection,
  exchange: FileExchange,
  canContinue: () => boolean = () => true,
): Promise<number> {
  let received = 0;
  for (const file of await exchange.list(maxFilesAtOnce)) {
    if (!canContinue()) break;
    await receive(ports, connection, exchange, file);
    received += 1;
  }
  return received;
}
