/**
 * Entries by which a bank books a whole file at once.
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
import { type BankFile, wasSent } from '../bank-payments/bank-payment.ts';
import { findFilesByMessage, recentOutgoingFiles } from '../bank-payments/file-store.ts';
import { awaitedSums, lockAwaitingEntry } from '../bank-payments/reported-payment-store.ts';
import { isReturn } from './bank-codes.ts';

/** Files that an entry without an id can mean. */
const maxCandidates = 100;

export interface BatchFile {
  readonly file: BankFile;
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
  const named = await findFilesByMessage(tx, connection.id, messages);
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
    const sums = new Map([...(awaited.get(file.id) ?? [])].map(([code, sum]) => [code, signOf(file) * sum]));
    return totalOf(sums) === entry.amount ? [{ file, sums }] : [];
  });
  const [found, other] = matching;
  return other ? undefined : found;
}

/** A file whose payments are locked, with the payments that the entry executes. */
export interface LockedBatch extends BatchFile {
  readonly paymentIds: readonly Id<'BankPayment'>[];
}

/** Locks the payments; `undefined` when one of them has another outcome meanwhile, so that the sum is another one. */
export async function lockBatch(
  tx: Executor,
  { file }: BatchFile,
  { amount }: StatementEntry,
): Promise<LockedBatch | undefined> {
  const payments = await lockAwaitingEntry(tx, file.id);
  const sums = new Map<ServiceAccountCode, bigint>();
  for (const { clearingCode, amount: ofPayment } of payments) {
    sums.set(clearingCode, (sums.get(clearingCode) ?? 0n) + signOf(file) * ofPayment);
  }
  if (totalOf(sums) !== amount) return undefined;
  return { file, sums, paymentIds: payments.map(({ id }) => id) };
}
