/** Currency conversion for the rules of agents. The rules take it as a function, so that they stay pure. */
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

/** To a whole smallest unit: up, down, or to the nearest with halves up. */
type Rounding = 'UP' | 'DOWN' | 'HALF_UP';

/**
 * Converts an amount at the current mid rate. One function always uses the same rate for a pair of currencies. The caller
 * has checked that both currencies have a rate.
 */
export type Convert = (amount: Money, currency: string, rounding: Rounding) => Money;

/** The amount in `currency`. An amount in that currency needs no rate. */
export function amountIn(currency: string, amount: Money, rounding: Rounding, convert: Convert): bigint {
  return amount.currency === currency ? amount.amount : convert(amount, currency, rounding).amount;
}

const divisions: Readonly<Record<Rounding, Division>> = {
  UP: divideCeil,
  DOWN: divideFloor,
  HALF_UP: divideRoundHalfUp,
};

/** Conversion at the mid rates of a source, without fee or markup. */
export const convertAt =
  (rates: Pick<RateSource, 'rate'>): Convert =>
  (amount, currency, rounding) => {
    const rate = rates.rate(amount.currency, currency);
    invariant(rate, 'the caller has checked that both currencies have a rate');
    return convert(amount, rate, currency, divisions[rounding]);
  };

/** The first of the currencies that the source cannot convert to or from `currency`. */
export const currencyWithoutRate = (
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
