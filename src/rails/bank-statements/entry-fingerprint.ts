/**
 * What makes an entry unique for its connection.
 *
 * Decision: some banks give several entries of a day one reference. Those of one statement, report or notification with the same amount
 * are different entries, counted in their order. They are never counted across two of these, because a bank repeats entries there.
 *
 * Source: docs/behaviour/bank-connections.md#statements.
 */
import { hash } from 'node:crypto';
import type { StatementEntry, StatementHeader } from '../bank-files/bank-file.ts';
import type { Occurrences } from './occurrences.ts';

const digestOf = (parts: readonly string[]): string => hash('sha256', JSON.stringify(parts), 'base64url');

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
  const { bankReference, amount, bookingDate, index } = entry;
  // Without its day an entry of a notification would not be recognized in the statement.
  if (!isStatement && !(bankReference && bookingDate)) return undefined;
  if (!bankReference)
    return digestOf(['statement', statement.id, String(statement.page?.number ?? 1), String(index)]);
  const parts = ['reference', bankReference, bookingDate ?? '', String(amount)];
  const first = digestOf(parts);
  const occurrence = seen.add(first);
  return occurrence === 1 ? first : digestOf([...parts, String(occurrence)]);
}
