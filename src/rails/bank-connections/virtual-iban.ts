/**
 * Virtual IBANs: numbers that a bank reserved for the platform. A credit of one arrives at the account of the connection, and names
 * the account of the service.
 *
 * Source: docs/behaviour/bank-connections.md#virtual-ibans; ISO 13616, ISO 7064 (MOD 97-10).
 */
import { withCheckDigits } from '../../kernel/check-digits.ts';

/** A range that the bank assigned. The numbers have as many digits as `last`. */
export interface VirtualIbanRange {
  /** ISO 3166, two letters. */
  readonly country: string;
  /** Bank code and the fixed part of the account number. */
  readonly prefix: string;
  /** Digits of the first and of the last number. */
  readonly first: string;
  readonly last: string;
}

/** The IBAN of the nth number of the range, from 0; `undefined` after the last. */
export function virtualIban(
  { country, prefix, first, last }: VirtualIbanRange,
  nth: number,
): string | undefined {
  const number = BigInt(first) + BigInt(nth);
  if (number > BigInt(last)) return undefined;
  return withCheckDigits(country, `${prefix}${String(number).padStart(last.length, '0')}`);
}
