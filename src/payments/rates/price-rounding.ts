/** The divisions of a price that round to the smallest unit. */
import { type Money, money } from '../../kernel/money/amount.ts';
import { divideCeil, divideFloor, multiply, type Ratio, ratio, times } from '../../kernel/money/rate.ts';

export const roundingNames = [
  'COUNTERPARTY_FEE',
  'VARIABLE_FEE',
  'NET_AMOUNT',
  'SENDING_AMOUNT',
  'RECEIVING_AMOUNT',
] as const;

/** One division of a price, with its result before and after it was rounded. */
export interface PriceRounding {
  readonly name: (typeof roundingNames)[number];
  /** In smallest units. */
  readonly exact: Ratio;
  readonly rounded: Money;
  readonly direction: 'UP' | 'DOWN';
}

/** Receives the divisions of a price in the order of the calculation. */
type Trace = (rounding: PriceRounding) => void;

/** For prices whose divisions are not needed. */
export const untraced: Trace = () => undefined;

/** The amount times the rate, rounded once to a smallest unit of `currency`. The division of zero is not traced. */
export function round(
  { name, direction, currency }: Pick<PriceRounding, 'name' | 'direction'> & { readonly currency: string },
  amount: bigint,
  rate: Ratio,
  trace: Trace,
): bigint {
  const rounded = times(amount, rate, direction === 'UP' ? divideCeil : divideFloor);
  if (trace !== untraced && amount > 0n) {
    trace({ name, exact: multiply(ratio(amount), rate), rounded: money(rounded, currency), direction });
  }
  return rounded;
}
