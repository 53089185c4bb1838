/**
 * What makes an entry unique for its connection.
 *
 * Decision: some banks give several entries of a day one reference. Those of one statement, report or notification with the same amount
 * are different entries, counted in their order. They are never counted across two of these, because a bank repeats entries there.
 *
 * Decision: an entry without a reference is recognized in its statement by its day, its amount, and the accounts and references that it
 * names, not by its position: a corrected statement can have one more entry before it. Texts do not count, because a correction can
 * complete them.
 *
 * Source: docs/behaviour/bank-connections.md#statements.
 */
import { hash } from 'node:crypto';
import type { BankAccount, EntryDetail, StatementEntry, StatementHeader } from '../bank-files/bank-file.ts';
import type { Occurrences } from './occurrences.ts';

const digestOf = (parts: readonly string[]): string => hash('sha256', JSON.stringify(parts), 'base64url');

const accountParts = ({ iban, accountNumber }: BankAccount): string => iban ?? accountNumber ?? '';

/** The accounts and references that a movement names. */
const identifying = ({
  endToEndId,
  mandateReference,
  amount,
  counterparty,
  creditedAccount,
  reference,
}: EntryDetail) => [
  endToEndId ?? '',
  mandateReference ?? '',
  String(amount ?? ''),
  counterparty ? accountParts(counterparty) : '',
  creditedAccount ? accountParts(creditedAccount) : '',
  reference ?? '',
];

const pageOf = ({ page }: StatementHeader): string => String(page?.number ?? 1);

/**
 * The fingerprint that versions before gave to an entry of a statement without a reference of the bank; `undefined` of another entry.
 */
export const formerFingerprintOf = (
  { bankReference, index }: StatementEntry,
  statement: StatementHeader,
): string | undefined =>
  bankReference ? undefined : digestOf(['statement', statement.id, pageOf(statement), String(index)]);

/**
 * What makes an entry unique for its connection; `undefined` when only a statement can.
 *
 * @param seen how many entries of its statement had each reference, day and amount. This entry is counted.
 */
export function fingerprintOf(
  entry: StatementEntry,
  statement: StatementHeader,
  isStatement: boolean,
  seen: Occurrences,
): string | undefined {
  const { bankReference, amount, bookingDate, details } = entry;
  // Without its day an entry of a notification would not be recognized in the statement.
  if (!isStatement && !(bankReference && bookingDate)) return undefined;
  const sum = [bookingDate ?? '', String(amount)];
  const parts = bankReference
    ? ['reference', bankReference, ...sum]
    : ['entry', statement.id, pageOf(statement), ...sum, ...details.flatMap(identifying)];
  const first = digestOf(parts);
  const occurrence = seen.add(first);
  return occurrence === 1 ? first : digestOf([...parts, String(occurrence)]);
}
