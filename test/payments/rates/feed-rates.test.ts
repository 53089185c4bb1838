import { describe, expect, test } from 'vitest';
import { idOf } from '../../../src/kernel/ids.ts';
import { feedRates } from '../../../src/payments/rates/feed-rates.ts';
import type { RateSnapshot } from '../../../src/payments/rates/rate-snapshot.ts';
import { parseRateTable, type RateTable, termsOf } from '../../../src/payments/rates/rate-table.ts';
import { rateOf } from '../../support/rates.ts';

const friday = new Date('2026-11-20T00:00:00Z');
const updatedAt = '2026-11-01T00:00:00Z';
const hour = 60 * 60_000;

const snapshot = (fields: Partial<RateSnapshot> = {}): RateSnapshot => ({
  id: idOf('RateSnapshot', '0199d9a0-0000-7000-8000-000000000001'),
  source: 'ecb.example',
  base: 'EUR',
  publishedAt: friday,
  isDay: true,
  fetchedAt: new Date('2026-11-20T15:10:00Z'),
  rates: new Map([
    ['EUR', rateOf('1')],
    ['USD', rateOf('1.08')],
    ['GBP', rateOf('0.85')],
  ]),
  ...fields,
});

function fileOf(file: object): RateTable {
  const table = parseRateTable({ updatedAt, ...file }, new Date(updatedAt), { besideFeed: true });
  if (table instanceof Error) throw table;
  return table;
}

const small = fileOf({
  perUsd: { BTC: '1/120000', NGN: '1500', GBP: '99' },
  fees: { fixed: 7 },
  corridors: [{ sending: 'EUR', receiving: 'USD', exchangeRate: '0.9', fees: { fixed: 9 } }],
});
const both = feedRates(snapshot(), { table: small, maxAgeMs: 72 * hour });
const alone = feedRates(snapshot(), { table: undefined, maxAgeMs: 72 * hour });

describe('the rates of a feed in euro with a small file', () => {
  const tooOldAt = new Date('2026-11-24T00:00:00Z');
  const feed = { source: 'ecb.example', publishedAt: friday, tooOldAt };
  const file = { source: 'RATES_FILE', publishedAt: new Date(updatedAt) };
  const mixed = { source: 'ecb.example and RATES_FILE', publishedAt: new Date(updatedAt), tooOldAt };
  test.each([
    ['USD', 'EUR', '1.08', feed],
    ['USD', 'GBP', '1.08/0.85', feed],
    ['GBP', 'EUR', '0.85', feed],
    ['USD', 'BTC', '120000', file],
    ['NGN', 'BTC', '180000000', file],
    ['EUR', 'NGN', '1/1620', { ...mixed }],
    ['EUR', 'USD', '0.9', file],
    ['USD', 'USD', '1', undefined],
  ])('from %s to %s: %s', (sending, receiving, rate, origin) => {
    const [numerator = '', divisor = '1'] = rate.split('/');
    expect(both.rate(sending, receiving)).toEqual(rateOf(`${numerator}/${divisor}`));
    // The rate of the file goes through the dollar of the feed: 1500 x 1.08.
    expect(both.origin(sending, receiving)).toEqual(origin);
  });

  test('the fees are those of the file', () => {
    expect(both.fees('USD', 'EUR').fixed).toBe(7n);
    expect(both.fees('EUR', 'USD').fixed).toBe(9n);
  });

  test('a price needs the rate of BTC', () => {
    expect(termsOf(both, 'USD', 'EUR')).toMatchObject({ exchangeRate: rateOf('1.08') });
    expect(termsOf(alone, 'USD', 'EUR')).toBeUndefined();
  });

  test('a currency that neither has is not served', () => {
    expect(both.rate('USD', 'KES')).toBeUndefined();
    expect(both.rate('KES', 'KES')).toBeUndefined();
  });
});

describe('the age', () => {
  test.each([
    ['of a day counts from its end', { isDay: true }, '2026-11-21T00:00:00Z'],
    ['of an instant counts from it', { isDay: false }, '2026-11-20T00:00:00Z'],
  ])('%s', (_, fields, start) => {
    const rates = feedRates(snapshot(fields), { table: undefined, maxAgeMs: 2 * hour });
    expect(rates.agesFrom).toEqual(new Date(start));
    expect(rates.origin('USD', 'EUR')?.tooOldAt).toEqual(new Date(new Date(start).getTime() + 2 * hour));
  });

  test('has no end without a limit', () => {
    const rates = feedRates(snapshot(), { table: undefined, maxAgeMs: undefined });
    expect(rates.origin('USD', 'EUR')).toEqual({
      source: 'ecb.example',
      publishedAt: friday,
      tooOldAt: undefined,
    });
  });
});

test('a file beside a feed needs neither BTC nor the currencies of its corridors', () => {
  const file = { perUsd: {}, corridors: [{ sending: 'USD', receiving: 'EUR', fees: { fixed: 1 } }] };
  expect(parseRateTable(file, friday, { besideFeed: true })).not.toBeInstanceOf(Error);
  expect(parseRateTable(file, friday)).toMatchObject({
    fields: [
      { path: 'perUsd.BTC', message: 'is required' },
      { path: 'corridors.0.receiving', message: 'must be named in perUsd' },
    ],
  });
});
