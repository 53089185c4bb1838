/** Routing numbers of banks, and trace numbers of entries. */
import { invariant } from '../../../kernel/errors.ts';
import type { BankAccount, OwnAccount } from '../bank-file.ts';
import { numeric } from './fields.ts';

const traceDigits = 15;
const bankDigits = 8;

export function routingNumberOf({ routingNumber }: BankAccount): string {
  invariant(routingNumber !== undefined && /^\d{9}$/.test(routingNumber), 'a routing number has 9 digits');
  return routingNumber;
}

/** A routing number without its check digit. */
export const bankIdOf = (account: BankAccount): string => routingNumberOf(account).slice(0, bankDigits);

/**
 * The trace number of an entry: our bank, then a number of ours.
 *
 * @param sequence 0 to 9,999,999, unique for the days in which returns can arrive.
 */
export const traceNumberOf = (account: OwnAccount, sequence: number): string =>
  `${bankIdOf(account)}${numeric(sequence, traceDigits - bankDigits, 'a trace sequence')}`;
