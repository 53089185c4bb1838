/** Reads the files of the outbox, once each, and publishes status reports. */
import { sumOf } from './bank-amounts.ts';
import { type BankState, nextId, ownBalance, schedule } from './bank-state.ts';
import { reasonCodes } from './behaviours.ts';
import { executeBatch } from './book-payments.ts';
import { hashOf, isOldVersion, publishFile } from './publish-file.ts';
import { readNachaFile } from './read-nacha-file.ts';
import { readPain } from './read-pain.ts';
import {
  FileRejected,
  type FileResult,
  type Order,
  type ReceivedBatch,
  type ReceivedFile,
} from './records.ts';
import { type StatusOfBatch, writePain002 } from './write-pain-002.ts';

/** Throws an `Error` when the file is unreadable, `FileRejected` when the bank can name the message. */
function readFile(state: BankState, bytes: Buffer): ReceivedFile {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  return text.startsWith('1') ? readNachaFile(text, state.account) : readPain(text, state);
}

const ordersOf = (file: ReceivedFile, batch: ReceivedBatch): readonly Order[] =>
  batch.payments.map((payment) => ({
    format: file.format,
    messageId: file.messageId,
    batch,
    payment,
    outcome: 'WAITING',
    code: undefined,
  }));

function rejectOrders(orders: readonly Order[], code: string): void {
  for (const order of orders) {
    order.outcome = 'REJECTED';
    order.code = code;
  }
}

/** What our account still pays: accepted credit transfers that wait for their day. */
const reserved = ({ orders }: BankState): bigint =>
  sumOf(
    orders
      .filter(({ outcome, batch }) => outcome === 'WAITING' && batch.direction === 'CREDIT')
      .map(({ payment }) => payment.amount),
  );

/** The code of a rejection, requested or at random. */
function rejectionOf(
  state: BankState,
  kind: 'rejectFile' | 'rejectBatch' | 'rejectPayment',
  id: string,
  direction: ReceivedBatch['direction'],
): string | undefined {
  const request = state.behaviours.decide(kind, id);
  if (!request) return undefined;
  return request.code ?? state.behaviours.random(kind).pick(reasonCodes.rejection[direction]);
}

/** Accepts or rejects the payments of one batch. Accepted payments are executed on the execution date. */
function receiveBatch(state: BankState, file: ReceivedFile, batch: ReceivedBatch): StatusOfBatch {
  const orders = ordersOf(file, batch);
  const isNacha = file.format === 'NACHA';
  const code = isNacha ? undefined : rejectionOf(state, 'rejectBatch', batch.id, batch.direction);
  if (code !== undefined) {
    rejectOrders(orders, code);
    state.orders.push(...orders);
    return { batchId: batch.id, code, rejected: [] };
  }
  let available = ownBalance(state) - reserved(state);
  for (const order of orders) {
    if (isNacha) continue;
    const { endToEndId, amount } = order.payment;
    const isCovered = batch.direction === 'DEBIT' || amount <= available;
    const reason = rejectionOf(state, 'rejectPayment', endToEndId, batch.direction);
    if (!isCovered || reason !== undefined) rejectOrders([order], reason ?? 'AM04');
    else if (batch.direction === 'CREDIT') available -= amount;
  }
  state.orders.push(...orders);
  const accepted = orders.filter(({ outcome }) => outcome === 'WAITING');
  schedule(state, batch.executionDate, () => executeBatch(state, accepted));
  const rejected = orders.flatMap(({ outcome, code: reason, payment }) =>
    outcome === 'REJECTED' ? [{ endToEndId: payment.endToEndId, code: reason ?? 'AM04' }] : [],
  );
  return { batchId: batch.id, rejected };
}

interface Received {
  readonly batches: readonly StatusOfBatch[];
  readonly code: string | undefined;
}

function receive(state: BankState, file: ReceivedFile): Received {
  const [first] = file.batches;
  const code =
    first === undefined || file.format === 'NACHA'
      ? undefined
      : rejectionOf(state, 'rejectFile', file.messageId, first.direction);
  if (code === undefined)
    return { code, batches: file.batches.map((batch) => receiveBatch(state, file, batch)) };
  for (const batch of file.batches) {
    const orders = ordersOf(file, batch);
    rejectOrders(orders, code);
    state.orders.push(...orders);
  }
  return { code, batches: [] };
}

async function publishStatus(
  state: BankState,
  { messageId, format }: Pick<ReceivedFile, 'messageId' | 'format'>,
  { code, batches }: Received,
): Promise<void> {
  const isPartial =
    code !== undefined || batches.some((one) => one.code !== undefined || one.rejected.length > 0);
  // A bank may omit the report of an accepted message, because the statement shows the payments.
  if (format === 'NACHA' || (state.behaviours.decide('omitStatusReport', messageId) && !isPartial)) return;
  const report = {
    id: nextId(state, 'SBS'),
    createdAt: `${state.today}T10:00:00Z`,
    format,
    originalMessageId: messageId,
    code,
    batches,
  };
  await publishFile(state, 'pain002', writePain002(report, isOldVersion(state) ? '03' : '10'));
}

const parse = (state: BankState, bytes: Buffer): ReceivedFile | Error => {
  try {
    return readFile(state, bytes);
  } catch (error) {
    return error instanceof Error ? error : new Error('Unreadable.');
  }
};

async function receiveFile(state: BankState, name: string): Promise<FileResult> {
  const bytes = await state.folder.readOutbox(name);
  const parsed = parse(state, bytes);
  if (parsed instanceof Error && !(parsed instanceof FileRejected))
    return { name, messageId: undefined, result: 'UNREADABLE', reason: parsed.message };
  const file = parsed instanceof FileRejected ? parsed.file : parsed;
  const { messageId } = file;
  const known = state.messages.get(messageId);
  const hash = hashOf(bytes);
  if (known !== undefined) return { name, messageId, result: known === hash ? 'DUPLICATE' : 'CONFLICTING' };
  state.messages.set(messageId, hash);
  if (parsed instanceof FileRejected) {
    await publishStatus(state, file, { code: parsed.code, batches: [] });
    return { name, messageId, result: 'REJECTED', reason: `${parsed.code}: ${parsed.message}` };
  }
  const received = receive(state, parsed);
  await publishStatus(state, file, received);
  const result = received.code === undefined ? 'EXECUTED' : 'REJECTED';
  return { name, messageId, result, reason: received.code };
}

/** Reads every file of the outbox and removes it from there. Returns what became of each. */
export async function receiveFiles(state: BankState): Promise<readonly FileResult[]> {
  const results: FileResult[] = [];
  for (const name of await state.folder.listOutbox()) {
    const result = await receiveFile(state, name);
    results.push(result);
    state.fileResults.push(result);
    await state.folder.removeFromOutbox(name);
  }
  return results;
}
