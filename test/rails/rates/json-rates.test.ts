import { describe, expect, test } from 'vitest';
import { exactText } from '../../../src/kernel/money/rate.ts';
import { isProblem } from '../../../src/rails/rates/feed-values.ts';
import { readJsonRates } from '../../../src/rails/rates/json-rates.ts';

const now = new Date('2026-11-23T15:30:00Z');
const flat = { base: 'base', time: 'date', rates: 'rates' };

describe('a mapping names where the values are', () => {
  test.each([
    ['at the top', flat, { base: 'EUR', date: '2026-11-23', rates: { USD: 1.08 } }],
    [
      'inside objects',
      { base: 'meta.base', time: 'meta.at', rates: 'data.today.rates' },
      { meta: { base: 'EUR', at: '2026-11-23T00:00:00Z' }, data: { today: { rates: { USD: '1.08' } } } },
    ],
    [
      'with a base that the feed does not name',
      { ...flat, base: '=EUR' },
      { date: 1_795_392_000, rates: { USD: 1.08 } },
    ],
  ])('%s', (_, mapping, document) => {
    const result = readJsonRates(JSON.stringify(document), mapping, now);
    expect(isProblem(result) ? result : { ...result, isDay: undefined }).toEqual({
      base: 'EUR',
      publishedAt: new Date('2026-11-23T00:00:00Z'),
      isDay: undefined,
      rates: new Map([
        ['EUR', { numerator: 1n, denominator: 1n }],
        ['USD', { numerator: 27n, denominator: 25n }],
      ]),
    });
  });
});

test.each([
  ['2026-11-23', true],
  ['2026-11-23T00:00:00Z', false],
  [1_795_392_000, false],
])('the time %s is a day: %s', (date, isDay) => {
  const text = JSON.stringify({ base: 'EUR', date, rates: { USD: 1.08 } });
  expect(readJsonRates(text, flat, now)).toMatchObject({ isDay });
});

describe('a number is read as the decimal that it prints as', () => {
  test.each([
    ['1.0823', '1.0823'],
    ['1.10', '1.1'],
    ['8.3e-6', '0.0000083'],
    ['3.6e-10', '0.00000000036'],
    ['0.8532999999999998', '0.8532999999999998'],
    ['"0001.5"', '1.5'],
    ['1e12', '1000000000000'],
  ])('%s', (number, exact) => {
    const result = readJsonRates(`{"base":"USD","date":"2026-11-23","rates":{"BTC":${number}}}`, flat, now);
    const rate = isProblem(result) ? undefined : result.rates.get('BTC');
    expect(rate && exactText(rate)).toBe(exact);
  });
});

describe('a feed is rejected', () => {
  const rates = { USD: 1.08 };
  const document = (fields: object) => JSON.stringify({ base: 'EUR', date: '2026-11-23', rates, ...fields });
  const notNumber = 'its rate of USD is not a number from 10^-12 to 10^12';
  const noTime = 'its time is not a day, an instant or seconds since 1970';
  test.each([
    ['that is empty', '', 'it is not JSON'],
    ['that is cut off', document({}).slice(0, -1), 'it is not JSON'],
    ['that is no object', 'null', 'it has no object of rates at rates'],
    ['without rates', document({ rates: undefined }), 'it has no object of rates at rates'],
    ['with a list of rates', document({ rates: [1.08] }), 'it has no object of rates at rates'],
    ['without a base', document({ base: undefined }), 'its base is not a known currency'],
    ['with an unknown base', document({ base: 'XYZ' }), 'its base is not a known currency'],
    ['without a time', document({ date: undefined }), noTime],
    ['with a local time', document({ date: '2026-11-23 12:00' }), noTime],
    ['with milliseconds', document({ date: 1_795_392_000_000 }), noTime],
    ['from the future', document({ date: '2026-11-24T15:30:00.001Z' }), 'its time is more than a day ahead'],
    ['with a rate of 0', document({ rates: { USD: 0 } }), notNumber],
    ['with a rate of null', document({ rates: { USD: null } }), notNumber],
    ['with a rate of NaN', document({ rates: { USD: 'NaN' } }), notNumber],
    ['with a rate above 10^12', document({ rates: { USD: 1.1e12 } }), notNumber],
    ['with a rate below 10^-12', document({ rates: { USD: 9e-13 } }), notNumber],
    ['with a very long rate', document({ rates: { USD: `1.${'0'.repeat(40)}` } }), notNumber],
    [
      'with nothing but its base',
      document({ base: 'USD', rates: { USD: 1 } }),
      'it has no rate of a second known currency',
    ],
    [
      'with more rates than there are currencies',
      document({ rates: Object.fromEntries(Array.from({ length: 1_001 }, (_, i) => [`X${i}`, 1])) }),
      'it has more than 1000 rates',
    ],
  ])('%s', (_, text, problem) => {
    expect(readJsonRates(text, flat, now)).toEqual({ problem });
  });

  test('an inherited member is not a value', () => {
    const mapping = { ...flat, rates: 'constructor.prototype' };
    expect(readJsonRates(document({}), mapping, now)).toMatchObject({
      problem: expect.stringContaining('no object'),
    });
  });
});
