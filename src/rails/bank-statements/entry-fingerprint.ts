/**
 * What identifies an entry: the parts that a bank states of it, and their digest. An entry with the digest of a stored one is that
 * entry. One with other parts can be the same too: `match-entries.ts`.
 *
 * Decision: the reference of the bank with day and amount is not enough, because some banks give several entries of a day one reference,
 * and list them in another order next time.
 *
 * Source: docs/behaviour/bank-connections.md#statements.
 */
import { hash } from 'node:crypto';
import type { Id } from '../../kernel/ids.ts';
import type { BankAccount, EntryDetail, StatementEntry } from '../bank-files/bank-file.ts';
import type { Occurrences } from './occurrences.ts';

const digestOf = (parts: readonly string[]): string => hash('sha256', JSON.stringify(parts), 'base64url');

const accountOf = (account: BankAccount | undefined) => account?.iban ?? account?.accountNumber;

type ReadDetail = (detail: EntryDetail) => string | undefined;

/** What many movements can have in common. */
const commonParts: readonly ReadDetail[] = [
  ({ amount }) => amount?.toString(),
  ({ messageId }) => messageId,
  ({ batchId }) => batchId,
  ({ creditedAccount }) => accountOf(creditedAccount),
  ({ returnReason }) => returnReason,
];

/** What names a movement or its counterparty. */
const namingParts: readonly ReadDetail[] = [
  ({ endToEndId }) => endToEndId,
  ({ bankReference }) => bankReference,
  ({ mandateReference }) => mandateReference,
  ({ counterparty }) => accountOf(counterparty),
  ({ counterparty }) => counterparty?.name,
  ({ reference }) => reference,
  ({ remittance }) => remittance,
];

/** One part of all movements; empty if the bank states it of none. */
function partOf(details: readonly EntryDetail[], read: ReadDetail): string {
  const [first, second] = details;
  if (!first || !second) return (first && read(first)) ?? '';
  const values = details.map((detail) => read(detail) ?? '');
  return values.some(Boolean) ? digestOf(values) : '';
}

/** The positions of parts in `EntryParts`. */
export const amountPart = 0;
export const referencePart = 1;
export const bookingDatePart = 2;
export const valueDatePart = 3;

/** Each part has its position. Empty is what the bank does not state; it states every amount. */
export type EntryParts = readonly string[];

export const partsOf = (entry: StatementEntry): EntryParts => [
  String(entry.amount),
  entry.bankReference ?? '',
  entry.bookingDate ?? '',
  entry.valueDate ?? '',
  entry.batch?.messageId ?? '',
  entry.batch?.batchId ?? '',
  entry.information ?? '',
  ...[...commonParts, ...namingParts].map((read) => partOf(entry.details, read)),
];

/** Whether two entries have a part in common that names a movement or its counterparty. */
export const haveSameName = (one: EntryParts, other: EntryParts): boolean =>
  one
    .slice(-namingParts.length)
    .some((part, position) => part && part === other.at(position - namingParts.length));

/** Whether an entry can be recognized in another report of the bank. */
const hasReference = ({ bankReference, bookingDate }: StatementEntry): boolean =>
  bankReference !== undefined && bookingDate !== undefined;

/**
 * The digest of an entry, unique for its connection; `undefined` when the entry is recorded from statements only.
 *
 * @param statementId the statement (camt.053) of the entry.
 * @param seen how many entries of the statement, report or notification had these parts. This entry is counted.
 */
export function fingerprintOf(
  entry: StatementEntry,
  statementId: Id<'BankStatement'> | undefined,
  seen: Occurrences,
): string | undefined {
  const isRecognized = hasReference(entry);
  if (!isRecognized && !statementId) return undefined;
  const parts = [isRecognized ? 'reference' : String(statementId), ...partsOf(entry)];
  const first = digestOf(parts);
  const occurrence = seen.add(first);
  if (occurrence === 1) return first;
  const fingerprint = digestOf([...parts, String(occurrence)]);
  seen.add(fingerprint);
  return fingerprint;
}
