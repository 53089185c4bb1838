/**
 * Ranges of accepted amounts, and the error for amounts outside of them.
 *
 * Source: docs/behaviour/payments.md#worked-examples (min/max check and its details), docs/behaviour/errors.md#error-codes.
 */
import { type ErrorDetails, InvalidInput } from '../errors.ts';
import { type Money, toWire } from './amount.ts';

/** In the smallest unit of its currency. Both ends are included. */
export interface AmountRange {
  readonly min: bigint;
  readonly max: bigint;
}

/** The intersection of the ranges; `undefined` when it is empty. */
export function overlap(first: AmountRange, ...others: readonly AmountRange[]): AmountRange | undefined {
  let { min, max } = first;
  for (const other of others) {
    if (other.min > min) min = other.min;
    if (other.max < max) max = other.max;
  }
  return min <= max ? { min, max } : undefined;
}

/** The amount, or its converted amount, is outside the range of the corridor or the receiver. */
export class AmountOutOfRange extends InvalidInput {
  override readonly name = 'AmountOutOfRange';
  /** Absent when no amount is possible. */
  readonly range: AmountRange | undefined;
  readonly currency: string;

  constructor(range: AmountRange | undefined, currency: string, path: string) {
    const message = range
      ? `must be from ${range.min} to ${range.max} in the smallest unit of ${currency}`
      : `cannot be sent: the fees or the rate leave no amount in ${currency}`;
    super([{ path, message }], { code: 'AMOUNT_OUT_OF_RANGE' });
    this.range = range;
    this.currency = currency;
  }

  override get details(): ErrorDetails {
    return {
      ...super.details,
      ...(this.range && { min: toWire(this.range.min), max: toWire(this.range.max) }),
      currency: this.currency,
    };
  }
}

/** The error if an amount is outside its range; `path` names the input field of the amount. */
export function checkRange(
  { amount, currency }: Money,
  range: AmountRange,
  path: string,
): AmountOutOfRange | undefined {
  return amount < range.min || amount > range.max ? new AmountOutOfRange(range, currency, path) : undefined;
}
