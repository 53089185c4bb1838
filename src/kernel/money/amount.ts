/**
 * Amounts: a bigint of the smallest unit inside, a JSON integer on the wire.
 *
 * Source: schema.graphql, scalar `Amount`; docs/behaviour/conventions.md#time-money-and-numbers (the maximum); docs/behaviour/conventions.md#idempotency (no balance above 2^53 - 1).
 */
import { z } from 'zod';
import { invariant } from '../errors.ts';
import { codedIssue } from '../parse.ts';
import { currencyOf } from './currencies.ts';

/** In the smallest unit of `currency` (cents, satoshis). */
export interface Money {
  readonly amount: bigint;
  readonly currency: string;
}

/** The largest amount of one transfer. */
export const maxAmount = 9_000_000_000_000_000n;

/** The largest balance. Above it JSON numbers lose digits. */
export const maxBalance = BigInt(Number.MAX_SAFE_INTEGER);

export const money = (amount: bigint, currency: string): Money => ({ amount, currency });

function integerSchema(min: bigint, max: bigint, described: string, codeIfMissing?: 'INVALID_AMOUNT') {
  return z
    .unknown()
    .transform((value, context): bigint => {
      if (typeof value === 'bigint' && value >= min && value <= max) return value;
      // JSON parsing loses digits of numbers above 2^53 - 1, so only safe integers are accepted.
      if (typeof value === 'number' && Number.isSafeInteger(value)) {
        const amount = BigInt(value);
        if (amount >= min && amount <= max) return amount;
      }
      if (value === undefined && codeIfMissing === undefined) {
        context.addIssue({ code: 'custom', message: 'is required' });
      } else context.addIssue(codedIssue('INVALID_AMOUNT', `must be an integer ${described}`));
      return z.NEVER;
    })
    .meta({ type: 'integer', minimum: Number(min), maximum: Number(max) });
}

const movedRange = 'from 1 to 9000000000000000, in the smallest unit';

/** An amount that moves: 1 to 9000000000000000. */
export const movedAmount = integerSchema(1n, maxAmount, movedRange);

/** The amount of a transfer, whose absence is INVALID_AMOUNT. Source: docs/behaviour/endpoints.md#quotes-transfers-look-ups-and-verifications. */
export const transferAmount = integerSchema(1n, maxAmount, movedRange, 'INVALID_AMOUNT');

/** A limit, a threshold, or an amount of a look-up: 0 to 9000000000000000. */
export const limitAmount = integerSchema(0n, maxAmount, 'from 0 to 9000000000000000, in the smallest unit');

/** The amount as a JSON number. Amounts are safe integers, because inputs and balances are limited to them. */
export function toWire(amount: bigint): number {
  const value = Number(amount);
  invariant(Number.isSafeInteger(value), 'an amount on the wire is a safe integer');
  return value;
}

/** For display, in major units: `12.34 USD`. */
export function formatMoney({ amount, currency }: Money): string {
  const { decimals } = currencyOf(currency);
  const digits = (amount < 0n ? -amount : amount).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = decimals > 0 ? `.${digits.slice(digits.length - decimals)}` : '';
  return `${amount < 0n ? '-' : ''}${whole}${fraction} ${currency}`;
}
