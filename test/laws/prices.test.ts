/** Properties of prices for every amount, rate, fee schedule and pair of currencies. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maxAmount } from '../../src/kernel/money/amount.ts';
import { AmountOutOfRange } from '../../src/kernel/money/amount-range.ts';
import {
  compareRatios,
  divideCeil,
  divideFloor,
  inverse,
  multiply,
  ratio,
  smallestUnitRate,
  times,
} from '../../src/kernel/money/rate.ts';
import {
  feesOn,
  type LockedCurrencySide,
  lockedCurrencySides,
  type Price,
  price,
  priceableRange,
  type Terms,
} from '../../src/payments/rates/pricing.ts';
import { anyTerms, aPricedCase, priced } from '../support/terms.ts';

function always(
  side: LockedCurrencySide,
  holds: (terms: Terms, amount: bigint, result: Price) => void,
  numRuns = 500,
): void {
  fc.assert(
    fc.property(aPricedCase(side), ({ terms, amount }) => {
      holds(terms, amount, priced(terms, side, amount));
    }),
    { numRuns },
  );
}

/** Smallest receiving units per smallest sending unit. */
const unitRate = ({ exchangeRate, sendingCurrency, receivingCurrency }: Terms) =>
  smallestUnitRate(exchangeRate, sendingCurrency, receivingCurrency);

const net = ({ sending, feesIncluded }: Price) => sending.amount - feesIncluded;

/** The total minus its fees, converted at the rate. */
function delivers(terms: Terms, total: bigint): bigint {
  const left = total - feesOn(terms, total);
  return left > 0n ? times(left, unitRate(terms), divideFloor) : 0n;
}

describe('a SENDING lock', () => {
  test('sends the locked amount and delivers the rest after fees, rounded down', () => {
    always('SENDING', (terms, amount, result) => {
      expect(result.sending.amount).toBe(amount);
      expect(result.receiving.amount).toBe(times(net(result), unitRate(terms), divideFloor));
    });
  });

  test('never delivers less for a higher sending amount', () => {
    always('SENDING', (terms, amount, { receiving }) => {
      const next = price(terms, 'SENDING', amount + 1n);
      if (next instanceof AmountOutOfRange) expect(priceableRange(terms, 'SENDING')?.max).toBe(amount);
      else expect(next.receiving.amount).toBeGreaterThanOrEqual(receiving.amount);
    });
  });

  test('never rounds against the service, and costs the payer less than a receiving unit', () => {
    always('SENDING', (terms, _, result) => {
      const { numerator, denominator } = unitRate(terms);
      // R <= (S - F) k < R + 1
      expect(result.receiving.amount * denominator).toBeLessThanOrEqual(net(result) * numerator);
      expect((result.receiving.amount + 1n) * denominator).toBeGreaterThan(net(result) * numerator);
    });
  });
});

describe('a RECEIVING lock', () => {
  test('delivers the locked amount, and the sending amount after fees covers it, rounded up', () => {
    always('RECEIVING', (terms, amount, result) => {
      expect(result.receiving.amount).toBe(amount);
      expect(net(result)).toBe(times(amount, inverse(unitRate(terms)), divideCeil));
    });
  });

  test('sends the minimum total: one unit less would not cover the locked amount', () => {
    always('RECEIVING', (terms, amount, { sending: { amount: total } }) => {
      const worth = times(amount, inverse(unitRate(terms)), divideCeil);
      expect(total - feesOn(terms, total)).toBeGreaterThanOrEqual(worth);
      expect(total - 1n - feesOn(terms, total - 1n)).toBeLessThan(worth);
    });
  });

  test('sends the total of the documented algorithm', () => {
    const stepped = (terms: Terms, amount: bigint): bigint => {
      const { fixed, variableRate, counterpartyFixed } = terms.fees;
      const worth = times(amount, inverse(unitRate(terms)), divideCeil);
      const counterparty = times(counterpartyFixed, inverse(unitRate(terms)), divideCeil);
      const net = ratio(variableRate.denominator - variableRate.numerator, variableRate.denominator);
      let total = times(worth + fixed + counterparty, inverse(net), divideCeil);
      while (total - feesOn(terms, total) < worth) total += 1n;
      while (total - 1n - feesOn(terms, total - 1n) >= worth) total -= 1n;
      return total;
    };
    always('RECEIVING', (terms, amount, { sending }) => expect(sending.amount).toBe(stepped(terms, amount)));
  });

  test('never costs less for a higher receiving amount', () => {
    always('RECEIVING', (terms, amount, { sending }) => {
      const next = price(terms, 'RECEIVING', amount + 1n);
      if (next instanceof AmountOutOfRange) expect(priceableRange(terms, 'RECEIVING')?.max).toBe(amount);
      else expect(next.sending.amount).toBeGreaterThanOrEqual(sending.amount);
    });
  });

  test('never rounds against the service', () => {
    always('RECEIVING', (terms, amount, result) => {
      expect(times(net(result), unitRate(terms), divideFloor)).toBeGreaterThanOrEqual(amount);
    });
  });

  test('delivers no more than a SENDING lock of its total', () => {
    always('RECEIVING', (terms, amount, { sending }) =>
      expect(delivers(terms, sending.amount)).toBeGreaterThanOrEqual(amount),
    );
  });
});

describe.each(lockedCurrencySides)('a %s lock', (side) => {
  test('has only the three fees of the schedule', () => {
    always(side, (terms, _, { sending, feesIncluded, rateDetails }) => {
      const counterparty = times(terms.fees.counterpartyFixed, inverse(unitRate(terms)), divideCeil);
      const variable = times(sending.amount, terms.fees.variableRate, divideCeil);
      expect(rateDetails.serviceApiVariableFeeAmount).toBe(variable);
      expect(feesIncluded).toBe(terms.fees.fixed + variable + counterparty);
    });
  });

  test('collects the value of the counterparty’s fee', () => {
    always(side, (terms, _, { feesIncluded, rateDetails }) => {
      const collected =
        feesIncluded - rateDetails.serviceApiFixedFee - rateDetails.serviceApiVariableFeeAmount;
      const worth = times(collected, unitRate(terms), divideFloor);
      expect(worth).toBeGreaterThanOrEqual(rateDetails.counterpartyFixedFee);
    });
  });

  test('has positive amounts on both sides, up to the maximum amount', () => {
    always(side, (_, __, { sending, receiving, feesIncluded }) => {
      for (const { amount } of [sending, receiving]) expect(amount >= 1n && amount <= maxAmount).toBe(true);
      expect(feesIncluded >= 0n && feesIncluded < sending.amount).toBe(true);
    });
  });

  test('shows the configured multipliers, whose product gives the received amount before rounding', () => {
    always(side, (terms, _, { sending, receiving, rateDetails }) => {
      const { fixed, variableRate, counterpartyFixed } = terms.fees;
      const perUnit = unitRate(terms);
      // The variable fee is part of the multiplier, which is not applied to the fixed fee.
      const onFixedFee = times(fixed * 10n ** 30n, multiply(variableRate, perUnit), divideFloor);
      const chained =
        Number(sending.amount - fixed) *
        rateDetails.serviceApiMultiplier *
        rateDetails.counterpartyMultiplier;
      const exact = Number(receiving.amount + counterpartyFixed) + Number(onFixedFee) / 1e30;
      // The maximum rounding loss: a receiving unit, and a sending unit for each amount that is rounded up on that side.
      const rounded = 1 + 3 * (Number(perUnit.numerator) / Number(perUnit.denominator));
      const digits = 1.2e-11 * Math.max(exact, chained);
      expect(chained - exact).toBeGreaterThanOrEqual(-digits);
      expect(chained - exact).toBeLessThanOrEqual(rounded + digits);
    });
  });

  test('shows the same multiplier for every amount', () => {
    always(side, (terms, amount, { rateDetails }) => {
      const { min, max } = priceableRange(terms, side) ?? { min: amount, max: amount };
      for (const other of [min, max]) {
        expect(priced(terms, side, other).rateDetails.serviceApiMultiplier).toBe(
          rateDetails.serviceApiMultiplier,
        );
      }
    });
  });

  test('has the rate of its terms', () => {
    always(side, (terms, _, { exchangeRate }) =>
      expect(compareRatios(exchangeRate, terms.exchangeRate)).toBe(0),
    );
  });
});

test('amounts just outside the priceable range have no price', () => {
  fc.assert(
    fc.property(anyTerms, (terms) => {
      const sending = priceableRange(terms, 'SENDING');
      if (sending) {
        expect(delivers(terms, sending.min - 1n)).toBe(0n);
        expect(sending.max === maxAmount || delivers(terms, sending.max + 1n) > maxAmount).toBe(true);
      }
      const receiving = priceableRange(terms, 'RECEIVING');
      if (receiving) {
        const worth = times(receiving.max + 1n, inverse(unitRate(terms)), divideCeil);
        expect(receiving.max === maxAmount || maxAmount - feesOn(terms, maxAmount) < worth).toBe(true);
      }
      for (const side of lockedCurrencySides) {
        const range = priceableRange(terms, side);
        expect(price(terms, side, (range?.min ?? 1n) - 1n)).toBeInstanceOf(AmountOutOfRange);
        expect(price(terms, side, (range?.max ?? maxAmount) + 1n)).toBeInstanceOf(AmountOutOfRange);
      }
    }),
    { numRuns: 500 },
  );
});
