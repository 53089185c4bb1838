/** The divisions of a price: computed again from what is stored, they reproduce the price to the last unit. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  compareRatios,
  divideCeil,
  divideFloor,
  exactText,
  parseRatio,
} from '../../../src/kernel/money/rate.ts';
import { explainPrice, lockedCurrencySides } from '../../../src/payments/rates/pricing.ts';
import { variableFeeRateFields, variableFeeRateOf } from '../../../src/payments/rates/rate-details.ts';
import { rateDetailsFromJson, rateDetailsToJson } from '../../../src/payments/transactions/row.ts';
import { rateOf } from '../../support/rates.ts';
import { aPricedCase, priced, someTerms } from '../../support/terms.ts';

describe.each(lockedCurrencySides)('the divisions of a price with the %s side locked', (side) => {
  test('reproduce the price from its stored terms', () => {
    fc.assert(
      fc.property(aPricedCase(side), ({ terms, amount }) => {
        const price = priced(terms, side, amount);
        const stored = rateDetailsFromJson(JSON.parse(JSON.stringify(rateDetailsToJson(price.rateDetails))));
        const variableRate = variableFeeRateOf(stored);
        expect(variableRate).toEqual(terms.fees.variableRate);
        if (!variableRate) return;
        const explained = explainPrice(
          {
            sendingCurrency: price.sending.currency,
            receivingCurrency: price.receiving.currency,
            exchangeRate: parseRatio(exactText(price.exchangeRate)) ?? rateOf('1'),
            fees: {
              fixed: stored.serviceApiFixedFee,
              variableRate,
              counterpartyFixed: stored.counterpartyFixedFee,
            },
          },
          side,
          side === 'SENDING' ? price.sending.amount : price.receiving.amount,
        );
        expect(explained.sent).toBe(price.sending.amount);
        expect(explained.received).toBe(price.receiving.amount);
        expect(explained.fees).toBe(price.feesIncluded);
        const named = new Map(explained.roundings.map(({ name, rounded }) => [name, rounded.amount]));
        expect(price.feesIncluded).toBe(
          stored.serviceApiFixedFee +
            (named.get('VARIABLE_FEE') ?? 0n) +
            (named.get('COUNTERPARTY_FEE') ?? 0n),
        );
      }),
      { numRuns: 500 },
    );
  });

  test('are rounded in their direction by less than one unit', () => {
    fc.assert(
      fc.property(aPricedCase(side), ({ terms, amount }) => {
        for (const { exact, rounded, direction } of explainPrice(terms, side, amount).roundings) {
          const divide = direction === 'UP' ? divideCeil : divideFloor;
          expect(rounded.amount).toBe(divide(exact.numerator, exact.denominator));
        }
      }),
      { numRuns: 200 },
    );
  });
});

test('each division has the value before and after', () => {
  const terms = someTerms('USD', 'EUR', '1/0.92', {
    fixed: 50n,
    variableRate: rateOf('0.0131'),
    counterpartyFixed: 1n,
  });
  const shown = (side: 'SENDING' | 'RECEIVING', amount: bigint) =>
    explainPrice(terms, side, amount).roundings.map(
      ({ name, exact, rounded, direction }) =>
        `${name} ${exactText(exact)} ${direction} ${rounded.amount} ${rounded.currency}`,
    );
  expect(shown('SENDING', 1_001n)).toEqual([
    'VARIABLE_FEE 13.1131 UP 14 USD',
    'COUNTERPARTY_FEE 25/23 UP 2 USD',
    'RECEIVING_AMOUNT 860.2 DOWN 860 EUR',
  ]);
  expect(shown('RECEIVING', 860n)).toEqual([
    'NET_AMOUNT 21500/23 UP 935 USD',
    'COUNTERPARTY_FEE 25/23 UP 2 USD',
    'SENDING_AMOUNT 9870000/9869 UP 1001 USD',
    'VARIABLE_FEE 13.1131 UP 14 USD',
  ]);
});

describe('the stored variable fee rate', () => {
  test.each([
    ['a short decimal is stored as a number', '0.005', undefined],
    ['a fraction also as exact text', '1/3', '1/3'],
    ['a number that prints with an exponent also as exact text', '0.0000001', '0.0000001'],
    ['more than twelve digits also as exact text', '0.1234567890123', '0.1234567890123'],
  ])('%s', (_, text, exact) => {
    const fields = variableFeeRateFields(rateOf(text));
    expect(fields.exactVariableFeeRate).toBe(exact);
    expect(compareRatios(variableFeeRateOf(fields) ?? rateOf('9'), rateOf(text))).toBe(0);
  });

  test('of an earlier version without an exact decimal is unknown', () => {
    expect(variableFeeRateOf({ serviceApiVariableFeeRate: 1e-7 })).toBeUndefined();
  });
});
