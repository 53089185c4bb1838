/** How the rules of agents see the exchange: as a function that they are given, so that they hold no rates. */
import type { Money } from '../money/amount.ts';

/** UP to the next whole smallest unit, DOWN to the last one, or to the nearest with a half going up. */
export type Rounding = 'UP' | 'DOWN' | 'HALF_UP';

/**
 * The amount in another currency at the mid rate of the moment. One function answers with one rate for a pair of
 * currencies, however often it is asked. That both currencies have a rate was checked before.
 */
export type Convert = (amount: Money, currency: string, rounding: Rounding) => Money;

/** The amount in `currency`; no rate is asked for where it already is. */
export function amountIn(currency: string, amount: Money, rounding: Rounding, convert: Convert): bigint {
  return amount.currency === currency ? amount.amount : convert(amount, currency, rounding).amount;
}
