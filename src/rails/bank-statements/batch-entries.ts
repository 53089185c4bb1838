/**
 * Entries by which a bank books a whole file at once, or one batch of it whose id it repeats.
 *
 * Decision: the entry must have the sum of the payments that await their entry, which are those that the bank has neither rejected nor
 * booked one by one. Without the id of our message only one file may have that sum; else the entry is a break, and a person
 * decides.
 */
import type { Executor } from '../../infrastructure/database/client.ts';
import type { Id } from '../../kernel/ids.ts';
import type { ServiceAccountCode } from '../../ledger/chart.ts';
import type { BankConnection } from '../bank-connections/bank-connection.ts';
import type { StatementEntry } from '../bank-files/bank-file.ts';
import { batchOfId, messageIdOfBatch } from '../bank-files/iso20022/direct-debit-batches.ts';
import { type BankFile, wasSent } from '../bank-payments/bank-payment.ts';
import { findFilesByMessage, recentOutgoingFiles } from '../bank-payments/file-store.ts';
import { type AwaitedSum, awaitedSums, lockAwaitingEntry } from '../bank-payments/reported-payment-store.ts';
import { isReturn } from './bank-codes.ts';

/** Files that an entry without an id can mean. */
const maxCandidates = 100;

export interface BatchFile {
  readonly file: BankFile;
  /** `undefined` for all payments of the file. */
  readonly batch: number | undefined;
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
    // The id of the first batch is that of the file. If both have the sum, they are the same payments.
    const [found] = [undefined, ...batchesNamed(file, messages)].flatMap((batch): BatchFile[] => {
      const sums = sumsOf(file, ofFile, batch);
      return totalOf(sums) === entry.amount ? [{ file, batch, sums }] : [];
    });
    return found ? [found] : [];
  });
  const [found, other] = matching;
  return other ? undefined : found;
}

/** The batches of a file that the ids of an entry name. */
const batchesNamed = ({ messageId }: BankFile, ids: readonly string[]): number[] =>
  messageId === undefined ? [] : ids.flatMap((id) => batchOfId(messageId, id) ?? []);

/** What an entry for a file, or for a batch of it, changes on the clearing accounts. */
function sumsOf(
  file: BankFile,
  awaited: readonly AwaitedSum[],
  batch: number | undefined,
): ReadonlyMap<ServiceAccountCode, bigint> {
  const sums = new Map<ServiceAccountCode, bigint>();
  for (const { batch: one, clearingCode, sum } of awaited) {
    if (batch === undefined || batch === one) {
      sums.set(clearingCode, (sums.get(clearingCode) ?? 0n) + signOf(file) * sum);
    }
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
  { file, batch }: BatchFile,
  { amount }: StatementEntry,
): Promise<LockedBatch | undefined> {
  const payments = await lockAwaitingEntry(tx, file.id, batch);
  const sums = new Map<ServiceAccountCode, bigint>();
  for (const { clearingCode, amount: ofPayment } of payments) {
    sums.set(clearingCode, (sums.get(clearingCode) ?? 0n) + signOf(file) * ofPayment);
  }
  if (totalOf(sums) !== amount) return undefined;
  return { file, batch, sums, paymentIds: payments.map(({ id }) => id) };
}
