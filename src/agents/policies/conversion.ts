/** How the rules of agents see the exchange: as a function that they are given, so that they hold no rates. */
import { invariant } from '../../kernel/errors.ts';
import type { Money } from '../../kernel/money/amount.ts';
import {
  convert,
  type Division,
  divideCeil,
  divideFloor,
  divideRoundHalfUp,
} from '../../kernel/money/rate.ts';
import type { RateSource } from '../../payments/rates/rate-table.ts';

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

const divisions: Readonly<Record<Rounding, Division>> = {
  UP: divideCeil,
  DOWN: divideFloor,
  HALF_UP: divideRoundHalfUp,
};

/** Conversion at the mid rates of a source: no fee, and no markup of a corridor beyond its rate. */
export const convertAt =
  (rates: Pick<RateSource, 'rate'>): Convert =>
  (amount, currency, rounding) => {
    const rate = rates.rate(amount.currency, currency);
    invariant(rate, 'that both currencies have a rate was checked before');
    return convert(amount, rate, currency, divisions[rounding]);
  };

/** The first of the currencies that the source cannot convert to or from `currency`. */
export const withoutRate = (
  rates: Pick<RateSource, 'rate'>,
  currency: string,
  others: readonly (string | undefined)[],
): string | undefined =>
  others.find(
    (other) =>
      other !== undefined &&
      other !== currency &&
      !(rates.rate(currency, other) && rates.rate(other, currency)),
  );
