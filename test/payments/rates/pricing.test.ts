import { describe, expect, test } from 'vitest';
import { maxAmount } from '../../../src/kernel/money/amount.ts';
import { AmountOutOfRange } from '../../../src/kernel/money/amount-range.ts';
import {
  type LockedCurrencySide,
  price,
  priceableRange,
  type Terms,
} from '../../../src/payments/rates/pricing.ts';
import { rateOf } from '../../support/rates.ts';
import { priced, someTerms } from '../../support/terms.ts';

const halfPercent = { variableRate: rateOf('0.005') };

describe('the worked examples are exact to the unit', () => {
  test.each<[string, Terms, bigint, bigint, bigint]>([
    ['USD to EUR, fees 500', someTerms('USD', 'EUR', '1.08695652', { fixed: 500n }), 100_000n, 500n, 91_540n],
    ['USD to EUR at 0.92, v 0.005', someTerms('USD', 'EUR', '1/0.92', halfPercent), 100_000n, 500n, 91_540n],
    [
      'USD to BTC, fees 500',
      someTerms('USD', 'BTC', '120048.01920768', { fixed: 500n }),
      100_000n,
      500n,
      828_835n,
    ],
    [
      'USD to BTC at 120000, v 0.005',
      someTerms('USD', 'BTC', '120000', halfPercent),
      100_000n,
      500n,
      829_166n, // 829166.67 is rounded down
    ],
    [
      'USDB to USD, fees 250000',
      someTerms('USDB', 'USD', '1', { fixed: 250_000n }),
      10_000_000n,
      250_000n,
      975n,
    ],
    ['USDB to USD, v 0.005', someTerms('USDB', 'USD', '1', halfPercent), 10_000_000n, 50_000n, 995n],
    ['USD to INR at 82.5, v 0.005', someTerms('USD', 'INR', '1/82.5', halfPercent), 10_000n, 50n, 820_875n],
    [
      '1:1, v 0.001, 50 units',
      someTerms('USDC', 'USDB', '1', { variableRate: rateOf('0.001') }),
      50_000_000n,
      50_000n,
      49_950_000n,
    ],
    [
      '1000 cents, fixed 50, v 1.3 %, the fee rounded first',
      someTerms('USD', 'EUR', '1/0.92', { fixed: 50n, variableRate: rateOf('0.013') }),
      1_000n,
      63n,
      862n,
    ],
  ])('%s', (_, terms, sent, feesIncluded, received) => {
    expect(priced(terms, 'SENDING', sent)).toMatchObject({
      sending: { amount: sent, currency: terms.sendingCurrency },
      receiving: { amount: received, currency: terms.receivingCurrency },
      feesIncluded,
    });
  });

  test('1:1, v 0.001, RECEIVING 50 units: 50 / 0.999', () => {
    const terms = someTerms('USDC', 'USDB', '1', { variableRate: rateOf('0.001') });
    expect(priced(terms, 'RECEIVING', 50_000_000n)).toMatchObject({
      sending: { amount: 50_050_051n }, // 50050050.05: one unit less would deliver 49999999
      receiving: { amount: 50_000_000n },
      feesIncluded: 50_051n,
    });
  });
});

test('rateDetails has the six components of the price', () => {
  const terms = {
    ...someTerms('USD', 'EUR', '1/0.92', {
      fixed: 10n,
      variableRate: rateOf('0.003'),
      counterpartyFixed: 30n,
    }),
    // A milli-satoshi is 10^-11 BTC; at 120000 dollars and 0.92 euros a dollar, 1.104 x 10^-4 cents of euro.
    counterpartyMultiplier: rateOf('0.0001104'),
  };
  const { rateDetails, feesIncluded, receiving } = priced(terms, 'SENDING', 100_000n);
  expect(feesIncluded).toBe(10n + 300n + 33n); // 30 cents of euro are 32.6 of dollar
  expect(receiving.amount).toBe(91_684n); // 99657 x 0.92 = 91684.44
  expect(rateDetails).toEqual({
    counterpartyMultiplier: 0.0001104,
    counterpartyFixedFee: 30n,
    serviceApiMultiplier: 8308.33333333, // 0.92 / 0.0001104 x (1 - 0.003) for every amount
    serviceApiFixedFee: 10n,
    serviceApiVariableFeeRate: 0.003,
    serviceApiVariableFeeAmount: 300n,
  });
});

describe('an amount is priced or rejected', () => {
  const toRupees = someTerms('USD', 'INR', '1/82.5');
  const toDollars = someTerms('INR', 'USD', '82.5');
  const withFee = someTerms('USD', 'EUR', '1/0.92', { fixed: 500n });
  const above = maxAmount + 1n;

  test.each<[string, Terms, LockedCurrencySide, bigint, 'priced' | 'rejected']>([
    ['nothing is left after fees', withFee, 'SENDING', 500n, 'rejected'],
    [
      'one unit is left after fees, which converts to less than one unit',
      withFee,
      'SENDING',
      501n,
      'rejected',
    ],
    ['two units are left after fees, which convert to at least one unit', withFee, 'SENDING', 502n, 'priced'],
    ['less than one unit would be received', toDollars, 'SENDING', 82n, 'rejected'],
    ['at least one unit would be received', toDollars, 'SENDING', 83n, 'priced'],
    ['the maximum amount is sent', toDollars, 'SENDING', maxAmount, 'priced'],
    ['more than the maximum amount is sent', toDollars, 'SENDING', above, 'rejected'],
    ['almost the maximum amount would be received', toRupees, 'SENDING', 109_090_909_090_909n, 'priced'],
    ['more than the maximum amount would be received', toRupees, 'SENDING', 109_090_909_090_910n, 'rejected'],
    ['zero is requested', toRupees, 'RECEIVING', 0n, 'rejected'],
    ['the maximum amount is requested', toRupees, 'RECEIVING', maxAmount, 'priced'],
    ['more than the maximum amount is requested', toRupees, 'RECEIVING', above, 'rejected'],
    ['almost the maximum amount would be sent', toDollars, 'RECEIVING', 109_090_909_090_909n, 'priced'],
    ['more than the maximum amount would be sent', toDollars, 'RECEIVING', 109_090_909_090_910n, 'rejected'],
  ])('when %s', (_, terms, side, amount, outcome) => {
    expect(price(terms, side, amount) instanceof AmountOutOfRange ? 'rejected' : 'priced').toBe(outcome);
  });

  test('and the error contains the accepted range', () => {
    const error = price(withFee, 'SENDING', 500n);
    expect(error).toMatchObject({
      code: 'AMOUNT_OUT_OF_RANGE',
      httpStatus: 400,
      fields: [
        {
          path: 'lockedCurrencyAmount',
          message: 'must be from 502 to 9000000000000000 in the smallest unit of USD',
        },
      ],
      details: { field: 'lockedCurrencyAmount', min: 502, max: 9_000_000_000_000_000, currency: 'USD' },
    });
  });

  test('and the error has no range if the fixed fee exceeds every amount', () => {
    const terms = someTerms('USD', 'EUR', '1', { fixed: maxAmount });
    expect(priceableRange(terms, 'SENDING')).toBeUndefined();
    expect(priceableRange(terms, 'RECEIVING')).toBeUndefined();
    const error = price(terms, 'RECEIVING', 1n);
    expect(error).toMatchObject({ code: 'AMOUNT_OUT_OF_RANGE', details: { currency: 'EUR' } });
    expect(error).not.toHaveProperty('details.min');
  });
});

describe('within one currency', () => {
  test('the rate is 1:1 and the fees of the schedule apply', () => {
    expect(priced(someTerms('USD', 'USD', '1'), 'SENDING', 123n).receiving.amount).toBe(123n);
    expect(priced(someTerms('USD', 'USD', '1', halfPercent), 'SENDING', 10_000n).receiving.amount).toBe(
      9_950n,
    );
  });

  test('any other rate throws', () => {
    expect(() => price(someTerms('USD', 'USD', '1.01'), 'SENDING', 123n)).toThrow('at 1:1');
  });
});
