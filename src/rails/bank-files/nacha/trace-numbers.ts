/** Routing numbers of banks, and trace numbers of entries. */
import { invariant } from '../../../kernel/errors.ts';
import type { BankAccount, OwnAccount } from '../bank-file.ts';
import { numeric } from './fields.ts';

const traceDigits = 15;
/** The digits of a routing number that name the bank. */
export const bankDigits = 8;

export function routingNumberOf({ routingNumber }: BankAccount): string {
  invariant(routingNumber !== undefined && /^\d{9}$/.test(routingNumber), 'a routing number has 9 digits');
  return routingNumber;
}

/** A routing number without its check digit. */
export const bankIdOf = (account: BankAccount): string => routingNumberOf(account).slice(0, bankDigits);

/** The trace numbers of a bank. Sequences count on; their numbers start again. */
export const traceNumbers = 10 ** (traceDigits - bankDigits);

/** The last digits of a trace number, which a return repeats. */
export const numberOfSequence = (sequence: number): number => sequence % traceNumbers;

/** The newest sequence with this number, up to `last`; negative if there is none. */
export const newestSequence = (number: number, last: number): number =>
  last - numberOfSequence(last) + number - (number > numberOfSequence(last) ? traceNumbers : 0);

/**
 * The trace number of an entry: our bank, then a number of ours. It is unique for the days in which returns can arrive.
 *
 * @param sequence 0 or more, unique for the platform's connections to the bank.
 */
export const traceNumberOf = (account: OwnAccount, sequence: number): string =>
  `${bankIdOf(account)}${numeric(numberOfSequence(sequence), traceDigits - bankDigits, 'a trace number')}`;
