/**
 * Entries by which a bank books a whole file at once, or one batch of it whose id it repeats.
 *
 * Decision: the entry must have the sum of the payments that await their entry, which are those that the bank has neither rejected nor
 * booked one by one. Without the id of our message only one file may have that sum; else the entry is a break, and a person
 * decides.
 * Decision: an operator reports a payment as executed because its entry is missing, or was a break. So the entry for its file can
 * come with the payment or without it. A file whose other payments are all booked awaits nothing more: only an entry with its id
 * can mean it. Otherwise an old file would explain the debit of a stranger, and be another candidate for the entry of a later file.
 */
import type { Executor } from '../../infrastructure/database/client.ts';
import type { Id } from '../../kernel/ids.ts';
import type { ServiceAccountCode } from '../../ledger/chart.ts';
import type { BankConnection } from '../bank-connections/bank-connection.ts';
import type { StatementEntry } from '../bank-files/bank-file.ts';
import { batchOfId, messageIdOfBatch } from '../bank-files/iso20022/direct-debit-batches.ts';
import {
  type AwaitedSum,
  awaitedSums,
  type BatchPart,
  lockAwaitingEntry,
} from '../bank-payments/awaited-payment-store.ts';
import { type BankFile, wasSent } from '../bank-payments/bank-payment.ts';
import { findFilesByMessage, recentOutgoingFiles } from '../bank-payments/file-store.ts';
import { isReturn } from './bank-codes.ts';

/** Files that an entry without an id can mean. */
const maxCandidates = 100;

export interface BatchFile {
  readonly file: BankFile;
  readonly part: BatchPart;
  /** What the entry changes, with its sign. */
  readonly sums: ReadonlyMap<ServiceAccountCode, bigint>;
}

const totalOf = (sums: ReadonlyMap<ServiceAccountCode, bigint>): bigint =>
  [...sums.values()].reduce((all, sum) => all + sum, 0n);

/** The message ids that an entry names. */
const messagesOf = ({ batch, details }: StatementEntry): string[] => [
  ...new Set(
    [
      batch?.messageId,
      batch?.batchId,
      ...details.slice(0, 10).flatMap((one) => [one.messageId, one.batchId]),
    ].flatMap((id) => id ?? []),
  ),
];

const signOf = ({ paymentDirection }: BankFile): bigint => (paymentDirection === 'CREDIT' ? -1n : 1n);

const awaitsEntry = ({ status }: BankFile): boolean => wasSent(status) && status !== 'REJECTED';

/** Whether the entry takes an earlier one back: it executes nothing. */
const isTakenBack = (entry: StatementEntry): boolean =>
  entry.isReversal || isReturn(entry) || entry.details.some(({ returnReason }) => returnReason !== undefined);

/** The file that the entry books as one; `undefined` when it means none, or several could be meant. */
export async function batchFileOf(
  tx: Executor,
  connection: BankConnection,
  entry: StatementEntry,
): Promise<BatchFile | undefined> {
  if (isTakenBack(entry)) return undefined;
  const messages = messagesOf(entry);
  const named = await findFilesByMessage(tx, connection.id, [
    ...new Set([...messages, ...messages.map(messageIdOfBatch)]),
  ]);
  const isDeposit =
    entry.amount > 0n && entry.details.some(({ reference, remittance }) => reference ?? remittance);
  if (named.length === 0 && isDeposit) return undefined;
  const candidates = named.length > 0 ? named : await recentOutgoingFiles(tx, connection.id, maxCandidates);
  const files = candidates.filter((file) => awaitsEntry(file) && signOf(file) > 0n === entry.amount > 0n);
  const awaited = await awaitedSums(
    tx,
    files.map(({ id }) => id),
  );
  const matching = files.flatMap((file): BatchFile[] => {
    const ofFile = awaited.filter(({ fileId }) => fileId === file.id);
    if (named.length === 0 && ofFile.every(({ isReported }) => isReported)) return [];
    // The id of the first batch is that of the file, so parts can be the same payments.
    const meant = new Map<string, BatchFile>();
    for (const part of partsOf(file, messages)) {
      const ofPart = ofFile.filter(isOf(part));
      const sums = sumsOf(file, ofPart);
      if (sums.size === 0 || totalOf(sums) !== entry.amount) continue;
      const key = ofPart.map((one) => ofFile.indexOf(one)).join();
      if (!meant.has(key)) meant.set(key, { file, part, sums });
    }
    return [...meant.values()];
  });
  const [found, other] = matching;
  return other ? undefined : found;
}

/** What an entry with these ids can mean: the file, and each of its batches that they name. */
function partsOf({ messageId }: BankFile, ids: readonly string[]): BatchPart[] {
  const batches = messageId === undefined ? [] : ids.flatMap((id) => batchOfId(messageId, id) ?? []);
  return [undefined, ...batches].flatMap((batch) => [
    { batch, withReported: true },
    { batch, withReported: false },
  ]);
}

const isOf =
  ({ batch, withReported }: BatchPart) =>
  (sum: AwaitedSum): boolean =>
    (batch === undefined || batch === sum.batch) && (withReported || !sum.isReported);

/** What an entry for these payments changes on the clearing accounts. */
function sumsOf(
  file: BankFile,
  awaited: readonly Pick<AwaitedSum, 'clearingCode' | 'sum'>[],
): ReadonlyMap<ServiceAccountCode, bigint> {
  const sums = new Map<ServiceAccountCode, bigint>();
  for (const { clearingCode, sum } of awaited) {
    sums.set(clearingCode, (sums.get(clearingCode) ?? 0n) + signOf(file) * sum);
  }
  return sums;
}

/** A file whose payments are locked, with the payments that the entry executes. */
export interface LockedBatch extends BatchFile {
  readonly paymentIds: readonly Id<'BankPayment'>[];
}

/** Locks the payments; `undefined` when one of them has another outcome meanwhile, so that the sum is another one. */
export async function lockBatch(
  tx: Executor,
  { file, part }: BatchFile,
  { amount }: StatementEntry,
): Promise<LockedBatch | undefined> {
  const payments = await lockAwaitingEntry(tx, file.id, part);
  const sums = sumsOf(
    file,
    payments.map((payment) => ({ ...payment, sum: payment.amount })),
  );
  if (totalOf(sums) !== amount) return undefined;
  return { file, part, sums, paymentIds: payments.map(({ id }) => id) };
}
