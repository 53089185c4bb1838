/** Terms and prices for tests. */
import fc from 'fast-check';
import { AmountOutOfRange } from '../../src/kernel/money/amount-range.ts';
import { currencies } from '../../src/kernel/money/currencies.ts';
import { one, type Ratio, ratio, zero } from '../../src/kernel/money/rate.ts';
import {
  type FeeSchedule,
  type LockedCurrencySide,
  type Price,
  price,
  priceableRange,
  type Terms,
} from '../../src/payments/rates/pricing.ts';
import { aRatio, rateOf } from './rates.ts';

export const someTerms = (
  sendingCurrency: string,
  receivingCurrency: string,
  rate: string,
  fees: Partial<FeeSchedule> = {},
): Terms => ({
  sendingCurrency,
  receivingCurrency,
  exchangeRate: rateOf(rate),
  fees: { fixed: 0n, variableRate: zero, counterpartyFixed: 0n, ...fees },
  counterpartyMultiplier: one,
});

/** The price of an amount in the priceable range. */
export function priced(terms: Terms, side: LockedCurrencySide, amount: bigint): Price {
  const result = price(terms, side, amount);
  if (result instanceof AmountOutOfRange) throw result;
  return result;
}

const aCurrency = fc.constantFrom(...currencies.map(({ code }) => code));

/** A fraction from 0 to below 1, 0.9999 included. */
const aVariableRate = fc
  .tuple(fc.bigInt({ min: 0n, max: 10_000n }), fc.bigInt({ min: 0n, max: 10_000n }))
  .map(([a, b]): Ratio => (a < b ? ratio(a, b) : ratio(b, a + 1n)));

const aFee = fc.oneof(fc.constant(0n), fc.bigInt({ min: 0n, max: 10_000n }));

export const anyTerms: fc.Arbitrary<Terms> = fc
  .record({
    sendingCurrency: aCurrency,
    receivingCurrency: aCurrency,
    exchangeRate: aRatio,
    fees: fc.record({ fixed: aFee, variableRate: aVariableRate, counterpartyFixed: aFee }),
    counterpartyMultiplier: aRatio,
  })
  .map((terms) =>
    terms.sendingCurrency === terms.receivingCurrency ? { ...terms, exchangeRate: one } : terms,
  );

/** Terms with an amount that has a price: anywhere in the range, often near its lower end and at both. */
export const aPricedCase = (side: LockedCurrencySide) =>
  anyTerms
    .filter((terms) => priceableRange(terms, side) !== undefined)
    .chain((terms) => {
      const { min, max } = priceableRange(terms, side) ?? { min: 1n, max: 1n };
      const amount = fc.oneof(
        fc.bigInt({ min, max: min + 1_000n < max ? min + 1_000n : max }),
        fc.bigInt({ min, max }),
        fc.constantFrom(min, max),
      );
      return fc.record({ terms: fc.constant(terms), amount });
    });
