import { describe, expect, test } from 'vitest';
import { readConfig } from '../../../src/config.ts';

const hour = 60 * 60_000;

describe('the source', () => {
  test.each([
    ['https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml', 'url', 'www.ecb.europa.eu'],
    ['https://rates.example:8443/KEY/latest?app_id=KEY', 'url', 'rates.example:8443'],
    ['http://127.0.0.1:8080/rates', 'url', '127.0.0.1:8080'],
    ['/etc/payments/rates.xml', 'file', 'RATES_SOURCE'],
  ])('%s is a %s named %s', (RATES_SOURCE, kind, source) => {
    expect(readConfig({ RATES_SOURCE }).rateFeed).toMatchObject({
      location: { kind, at: RATES_SOURCE },
      source,
    });
  });

  test.each([
    'http://rates.example/daily.xml',
    'ftp://rates.example/',
    'https://',
    'https://user:key@rates.example/',
  ])('is not %s', (RATES_SOURCE) => {
    expect(() => readConfig({ RATES_SOURCE })).toThrow(/^RATES_SOURCE must be the path of a file, or a URL/);
  });
});

describe('the age limit', () => {
  test.each([
    ['of a feed at a URL', { RATES_SOURCE: 'https://rates.example/' }, 72 * hour],
    ['of a feed in a file', { RATES_SOURCE: '/rates.xml' }, undefined],
    ['without a feed', {}, undefined],
    ['that is set', { RATES_SOURCE: '/rates.xml', RATES_MAX_AGE_HOURS: '5' }, 5 * hour],
    ['that is switched off', { RATES_SOURCE: 'https://rates.example/', RATES_MAX_AGE_HOURS: '0' }, undefined],
  ])('%s', (_, env, limit) => {
    expect(readConfig(env).ratesMaxAgeMs).toBe(limit);
  });
});

test.each([
  ['RATES_MAX_AGE_HOURS', '8761'],
  ['RATES_MAX_AGE_HOURS', '1.5'],
  ['RATES_POLL_MINUTES', '0'],
  ['RATES_POLL_MINUTES', '1441'],
  ['RATES_MAPPING', '{'],
  ['RATES_MAPPING', '{"base":"base","time":"date"}'],
  ['RATES_MAPPING', '{"base":"base","time":"date","rates":"a..b"}'],
  ['RATES_MAPPING', '{"base":"=euro","time":"date","rates":"rates"}'],
  ['RATES_MAPPING', `{"base":"base","time":"date","rates":"${Array(12).fill('a').join('.')}"}`],
])('%s is not %s', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} must be `));
});
