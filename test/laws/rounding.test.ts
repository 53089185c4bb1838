/**
 * Rounding never favours the payer. At constant rates, no sequence of quotes increases the value that a customer holds, and
 * splitting a payment never reduces the charge.
 *
 * The value is in US dollars at the exact rates of the table, as a ratio, so that the measure itself is not rounded.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AmountOutOfRange } from '../../src/kernel/money/amount-range.ts';
import { currencies, currencyOf } from '../../src/kernel/money/currencies.ts';
import { compareRatios, one, powerOfTen, quotient, type Ratio, ratio } from '../../src/kernel/money/rate.ts';
import { lockedCurrencySides, price, priceableRange, type Terms } from '../../src/payments/rates/pricing.ts';
import { parseRateTable, type RateSource, termsOf } from '../../src/payments/rates/rate-table.ts';
import { sandboxRates } from '../../src/sandbox/rates.ts';
import { granted } from '../support/payments.ts';
import { aRatio } from '../support/rates.ts';
import { anyTerms, aPricedCase, priced } from '../support/terms.ts';

const now = new Date('2025-10-13T12:00:00Z');
const codes = currencies.map(({ code }) => code);

/** A rate table of random rates and fees. Some corridors have a rate with a markup. */
const aTable = fc
  .record({
    perUsd: fc.array(aRatio, { minLength: codes.length, maxLength: codes.length }),
    fees: fc.record({
      fixed: fc.constantFrom(0, 0, 1, 25),
      variableRate: fc.constantFrom('0', '0', '0.005', '0.0001', '0.3'),
      counterpartyFixed: fc.constantFrom(0, 0, 3),
    }),
    markedUp: fc.array(fc.tuple(fc.constantFrom(...codes), fc.constantFrom(...codes)), { maxLength: 8 }),
  })
  .map(({ perUsd, fees, markedUp }) => {
    const worth = new Map(codes.map((code, index) => [code, code === 'USD' ? one : (perUsd[index] ?? one)]));
    const pairs = new Map(markedUp.filter(([a, b]) => a !== b).map((pair) => [pair.join('>'), pair]));
    const rates: RateSource = granted(
      parseRateTable(
        {
          perUsd: Object.fromEntries(
            [...worth].map(([code, { numerator, denominator }]) => [code, `${numerator}/${denominator}`]),
          ),
          fees,
          corridors: [],
        },
        now,
      ),
    );
    const rate: RateSource['rate'] = (sending, receiving) => {
      const mid = rates.rate(sending, receiving);
      return mid && pairs.has(`${sending}>${receiving}`)
        ? ratio(mid.numerator * 101n, mid.denominator * 100n)
        : mid;
    };
    return { worth, rates: { ...rates, rate } };
  });

const sandboxTable = {
  worth: new Map(
    Object.entries({ ...sandboxRates.perUsd }).map(([code, text]) => {
      const [dividend = '', divisor = '1'] = text.split('/');
      const places = dividend.split('.')[1]?.length ?? 0;
      const digits = BigInt(dividend.replace('.', ''));
      return [code, ratio(digits, 10n ** BigInt(places) * BigInt(divisor))];
    }),
  ),
  rates: granted(parseRateTable(sandboxRates, now)),
};

/** The value of one smallest unit in US dollars. */
const unitWorth = (worth: ReadonlyMap<string, Ratio>, code: string): Ratio =>
  quotient(powerOfTen(-currencyOf(code).decimals), worth.get(code) ?? one);

/** The exact value of all balances. */
function totalValue(worth: ReadonlyMap<string, Ratio>, balances: ReadonlyMap<string, bigint>): Ratio {
  let [numerator, denominator] = [0n, 1n];
  for (const [code, amount] of balances) {
    const unit = unitWorth(worth, code);
    numerator = numerator * unit.denominator + amount * unit.numerator * denominator;
    denominator *= unit.denominator;
    const reduced = ratio(numerator, denominator);
    [numerator, denominator] = [reduced.numerator, reduced.denominator];
  }
  return ratio(numerator, denominator);
}

const aStep = fc.record({
  from: fc.nat({ max: 4 }),
  to: fc.nat({ max: 4 }),
  side: fc.constantFrom(...lockedCurrencySides),
  /** Small amounts, where rounding has the largest effect. */
  amount: fc.oneof(
    { weight: 3, arbitrary: fc.bigInt({ min: 1n, max: 50n }) },
    { weight: 1, arbitrary: fc.bigInt({ min: 1n, max: 10n ** 9n }) },
    { weight: 1, arbitrary: fc.constantFrom('min' as const, 'all' as const) },
  ),
  /** The same quote several times: a split payment. */
  times: fc.integer({ min: 1, max: 100 }),
});

const aJourney = (table: typeof aTable | fc.Arbitrary<typeof sandboxTable>) =>
  fc.record({
    table,
    held: fc.shuffledSubarray(codes, { minLength: 2, maxLength: 5 }),
    funds: fc.bigInt({ min: 1n, max: 10n ** 12n }),
    steps: fc.array(aStep, { minLength: 1, maxLength: 25 }),
  });

type Journey = ReturnType<typeof aJourney> extends fc.Arbitrary<infer T> ? T : never;

/** Executes the quotes in order while the balances cover them. Returns the number of executed quotes. */
function travel({ table: { worth, rates }, held, funds, steps }: Journey): number {
  const balances = new Map(held.map((code) => [code, funds]));
  let executed = 0;
  let before = totalValue(worth, balances);
  for (const step of steps) {
    const [from, to] = [held[step.from % held.length], held[step.to % held.length]];
    const terms = from && to && from !== to ? termsOf(rates, from, to) : undefined;
    if (!terms || !from || !to) continue;
    const amount =
      step.amount === 'min'
        ? (priceableRange(terms, step.side)?.min ?? 1n)
        : step.amount === 'all'
          ? (balances.get(step.side === 'SENDING' ? from : to) ?? 0n)
          : step.amount;
    const quote = price(terms, step.side, amount);
    if (quote instanceof AmountOutOfRange) continue;
    for (let time = 0; time < step.times; time += 1) {
      const left = (balances.get(from) ?? 0n) - quote.sending.amount;
      if (left < 0n) break;
      balances.set(from, left);
      balances.set(to, (balances.get(to) ?? 0n) + quote.receiving.amount);
      executed += 1;
    }
    const after = totalValue(worth, balances);
    expect(compareRatios(after, before)).toBeLessThanOrEqual(0);
    before = after;
  }
  return executed;
}

describe('no sequence of quotes at constant rates leaves a customer with more value', () => {
  test('100 quotes of 19 UGX to a cent, and one back', () => {
    // At 3600 UGX per dollar, 19 UGX are a little more than half a cent. Rounding to nearest would make it a whole cent.
    const free = granted(parseRateTable({ perUsd: sandboxRates.perUsd }, now));
    for (const rates of [sandboxTable.rates, free]) {
      const out = termsOf(rates, 'UGX', 'USD') as Terms;
      expect(price(out, 'SENDING', 19n)).toBeInstanceOf(AmountOutOfRange);
      const cent = priced(out, 'RECEIVING', 1n);
      expect(cent.sending.amount).toBeGreaterThanOrEqual(36n);
      const back = priced(termsOf(rates, 'USD', 'UGX') as Terms, 'SENDING', 100n);
      expect(back.receiving.amount).toBeLessThanOrEqual(100n * cent.sending.amount);
    }
  });

  test('at the rates of the sandbox', () => {
    let executed = 0;
    fc.assert(
      fc.property(aJourney(fc.constant(sandboxTable)), (journey) => {
        executed += travel(journey);
      }),
      { numRuns: 1_000 },
    );
    expect(executed).toBeGreaterThan(1_000);
  });

  test('at any rates and fees', () => {
    let executed = 0;
    fc.assert(
      fc.property(aJourney(aTable), (journey) => {
        executed += travel(journey);
      }),
      { numRuns: 1_000 },
    );
    expect(executed).toBeGreaterThan(1_000);
  });
});

describe('splitting a payment never reduces the charge', () => {
  const aSplit = (side: (typeof lockedCurrencySides)[number]) =>
    aPricedCase(side)
      .filter(({ amount }) => amount > 1n)
      .chain(({ terms, amount }) =>
        fc.array(fc.bigInt({ min: 1n, max: amount - 1n }), { minLength: 1, maxLength: 6 }).map((cuts) => {
          const points = [0n, ...new Set(cuts), amount].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
          return {
            terms,
            amount,
            parts: points.slice(1).map((point, index) => point - (points[index] ?? 0n)),
          };
        }),
      );

  const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n);

  test.each(lockedCurrencySides)('with %s locked', (side) => {
    let compared = 0;
    fc.assert(
      fc.property(aSplit(side), ({ terms, amount, parts }) => {
        const whole = priced(terms, side, amount);
        const quotes = parts.map((part) => price(terms, side, part));
        // A part without a price cannot be sent, so such a split is skipped.
        const split = quotes.flatMap((quote) => (quote instanceof AmountOutOfRange ? [] : [quote]));
        if (split.length < quotes.length) return;
        compared += 1;
        expect(sum(split.map(({ feesIncluded }) => feesIncluded))).toBeGreaterThanOrEqual(whole.feesIncluded);
        expect(sum(split.map(({ sending }) => sending.amount))).toBeGreaterThanOrEqual(whole.sending.amount);
        expect(sum(split.map(({ receiving }) => receiving.amount))).toBeLessThanOrEqual(
          whole.receiving.amount,
        );
      }),
      { numRuns: 1_000 },
    );
    expect(compared).toBeGreaterThan(100);
  });

  test('a fee above zero is never rounded to zero', () => {
    fc.assert(
      fc.property(
        anyTerms
          .filter(({ fees }) => fees.variableRate.numerator > 0n)
          .chain((terms) => {
            const range = priceableRange(terms, 'SENDING');
            return range
              ? fc.record({
                  terms: fc.constant(terms),
                  amount: fc.bigInt({
                    min: range.min,
                    max: range.min + 5n < range.max ? range.min + 5n : range.max,
                  }),
                })
              : fc.constant(undefined);
          }),
        (one) => {
          if (!one) return;
          const { terms, amount } = one;
          const { feesIncluded, rateDetails } = priced(terms, 'SENDING', amount);
          expect(rateDetails.serviceApiVariableFeeAmount).toBeGreaterThan(0n);
          expect(feesIncluded).toBeGreaterThanOrEqual(rateDetails.serviceApiVariableFeeAmount);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
