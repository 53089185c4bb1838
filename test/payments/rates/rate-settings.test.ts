import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AmountOutOfRange } from '../../../src/kernel/money/amount-range.ts';
import { exactText, multiply, one, parseRatio, ratio, zero } from '../../../src/kernel/money/rate.ts';
import { parseInput } from '../../../src/kernel/parse.ts';
import { withRateSettings } from '../../../src/payments/rates/platform-rates.ts';
import { lockedCurrencySides, price } from '../../../src/payments/rates/pricing.ts';
import {
  defaultRateSettings,
  parseRateSettings,
  rateSettingsJson,
  UpdateRateSettingsInput,
} from '../../../src/payments/rates/rate-settings.ts';
import { parseRateTable, type RateSource, termsOf } from '../../../src/payments/rates/rate-table.ts';
import { rateOf, tableForAll } from '../../support/rates.ts';
import { anyTerms } from '../../support/terms.ts';

const settingsOf = (section: object) => parseRateSettings(section);

describe('input', () => {
  const errorsOf = (input: unknown) => {
    const parsed = parseInput(UpdateRateSettingsInput, input);
    return parsed instanceof Error ? parsed.fields.map(({ path }) => path) : [];
  };
  const corridor = { sending: 'USD', receiving: 'EUR' };
  test.each([
    [{ spread: '0' }, []],
    [{ spread: '0.99999999' }, []],
    [{ spread: '1' }, ['spread']],
    [{ spread: '0.999999999' }, ['spread']],
    [{ spread: '-0.1' }, ['spread']],
    [{ spread: '1/250' }, ['spread']],
    [{ spread: '4e-3' }, ['spread']],
    [{ spread: 0.004 }, ['spread']],
    [{ fees: { variableRate: '1' } }, ['fees.variableRate']],
    [{ fees: { fixed: -1, counterpartyFixed: 0.5 } }, ['fees.fixed', 'fees.counterpartyFixed']],
    [{ corridors: [corridor, { ...corridor, sending: 'GBP' }] }, []],
    [{ corridors: [corridor, corridor] }, ['corridors.1.receiving']],
    [{ corridors: [{ ...corridor, receiving: 'XYZ' }] }, ['corridors.0.receiving']],
    [{ corridors: [{ sending: 'USD', receiving: 'USD', fees: { fixed: 1 } }] }, []],
    [{ corridors: [{ sending: 'USD', receiving: 'USD', spread: '0.1' }] }, ['corridors.0.spread']],
    [{ corridors: Array(201).fill(corridor) }, ['corridors']],
  ])('%j has the wrong fields %j', (input, fields) => {
    expect(errorsOf(input)).toEqual(fields);
  });

  test('the stored form is read again', () => {
    const section = {
      spread: '0.004',
      fees: { fixed: 50, variableRate: '0.01' },
      corridors: [{ ...corridor, spread: '0.002', fees: { counterpartyFixed: 3 } }],
    };
    expect(JSON.parse(JSON.stringify(rateSettingsJson(settingsOf(section))))).toEqual(section);
    expect(parseRateSettings(undefined)).toBe(defaultRateSettings);
  });
});

describe('fees', () => {
  const table = parseRateTable(
    { perUsd: { EUR: '0.9', BTC: '1' }, fees: { fixed: 1, variableRate: '0.1', counterpartyFixed: 1 } },
    new Date(0),
  ) as RateSource;
  test.each([
    ['of the deployment', {}, [1n, '0.1', 1n]],
    ['of the platform, the others of the deployment', { fees: { fixed: 0 } }, [0n, '0.1', 1n]],
    [
      'of the corridor, then of the platform, then of the deployment',
      {
        fees: { fixed: 5, variableRate: '0.2' },
        corridors: [{ sending: 'USD', receiving: 'EUR', fees: { fixed: 6 } }],
      },
      [6n, '0.2', 1n],
    ],
    [
      'of no other direction',
      { corridors: [{ sending: 'EUR', receiving: 'USD', fees: { fixed: 6 } }] },
      [1n, '0.1', 1n],
    ],
  ])('are those %s', (_, section, expected) => {
    const fees = withRateSettings(table, settingsOf(section)).fees('USD', 'EUR');
    expect([fees.fixed, exactText(fees.variableRate), fees.counterpartyFixed]).toEqual(expected);
  });
});

describe('a spread', () => {
  const rates = withRateSettings(
    tableForAll()({ mode: 'SANDBOX' }),
    settingsOf({ spread: '0.01', corridors: [{ sending: 'USD', receiving: 'MXN', spread: '0' }] }),
  );
  test.each([
    ['is part of the rate', 'USD', 'EUR', '1.01/0.92'],
    ['is part of the rate of the way back too', 'EUR', 'USD', '0.9292'],
    ['of a corridor replaces the general one', 'USD', 'MXN', '1/17.25'],
    ['does not change the rate within one currency', 'USD', 'USD', '1'],
  ])('%s', (_, sending, receiving, rate) => {
    expect(rates.rate(sending, receiving)).toEqual(rateOf(rate));
  });

  test('is in the multiplier of the service, and not in that of the counterparty', () => {
    const plain = termsOf(tableForAll()({ mode: 'SANDBOX' }), 'USD', 'EUR');
    const spread = termsOf(rates, 'USD', 'EUR');
    expect(spread?.counterpartyMultiplier).toEqual(plain?.counterpartyMultiplier);
    expect(spread?.exchangeRate).not.toEqual(plain?.exchangeRate);
  });

  test('never lets the payer pay less, nor the beneficiary receive more', () => {
    const aSpread = fc
      .integer({ min: 0, max: 99_999_999 })
      .map((millionths) => ratio(BigInt(millionths), 100_000_000n));
    fc.assert(
      fc.property(
        anyTerms.filter((terms) => terms.sendingCurrency !== terms.receivingCurrency),
        aSpread,
        fc.constantFrom(...lockedCurrencySides),
        fc.bigInt({ min: 1n, max: 10n ** 12n }),
        (terms, spread, side, amount) => {
          const rate = multiply(
            terms.exchangeRate,
            ratio(spread.numerator + spread.denominator, spread.denominator),
          );
          const plain = price(terms, side, amount);
          const worse = price({ ...terms, exchangeRate: rate }, side, amount);
          // A spread can only make an amount too large or too small to have a price.
          if (worse instanceof AmountOutOfRange) return;
          if (plain instanceof AmountOutOfRange) {
            expect(side).toBe('SENDING');
            return;
          }
          expect(worse.sending.amount).toBeGreaterThanOrEqual(plain.sending.amount);
          expect(worse.receiving.amount).toBeLessThanOrEqual(plain.receiving.amount);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  test('keeps the text of a rate short enough to be read again', () => {
    const longest = rateOf(`123456789012.123456789012/987654321098.987654321098`);
    const worse = multiply(longest, ratio(199_999_999n, 100_000_000n));
    expect(parseRatio(exactText(worse))).toEqual(worse);
    expect(multiply(longest, one)).toEqual(longest);
    expect(zero.numerator).toBe(0n);
  });
});
