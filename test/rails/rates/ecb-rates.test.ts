import { describe, expect, test } from 'vitest';
import { readEcbRates } from '../../../src/rails/rates/ecb-rates.ts';
import { isProblem } from '../../../src/rails/rates/feed-values.ts';
import { ecbXml } from '../../support/rate-feed.ts';
import { rateOf } from '../../support/rates.ts';

const now = new Date('2026-11-23T15:30:00Z');

function published(xml: string) {
  const result = readEcbRates(xml, now);
  if (isProblem(result)) throw new Error(result.problem);
  return result;
}

test('the rates are exact, for one euro, and of a day', () => {
  const { base, publishedAt, isDay, rates } = published(
    ecbXml('2026-11-23', { USD: '1.0823', JPY: '163.97', INR: '91.0475' }),
  );
  expect({ base, publishedAt, isDay }).toEqual({
    base: 'EUR',
    publishedAt: new Date('2026-11-23T00:00:00Z'),
    isDay: true,
  });
  expect(rates.get('EUR')).toEqual(rateOf('1'));
  expect(rates.get('USD')).toEqual(rateOf('1.0823'));
  expect(rates.get('INR')).toEqual(rateOf('91.0475'));
});

test('of several days the newest counts, wherever it is', () => {
  const day = (time: string, rate: string) =>
    `<Cube time="${time}"><Cube currency="USD" rate="${rate}"/></Cube>`;
  const xml = `<E><Cube>${day('2026-11-20', '1.1')}${day('2026-11-23', '1.2')}${day('2026-11-19', '1.3')}</Cube></E>`;
  expect(published(xml)).toMatchObject({ publishedAt: new Date('2026-11-23T00:00:00Z') });
  expect(published(xml).rates.get('USD')).toEqual(rateOf('1.2'));
});

describe('a feed is rejected', () => {
  const usd = { USD: '1.08' };
  test.each([
    ['that is cut off', ecbXml('2026-11-23', usd).slice(0, -20), 'it is not well-formed XML'],
    [
      'with an entity of its own',
      `<!DOCTYPE a [<!ENTITY x "1.08">]>${'<a>&x;</a>'}`,
      'it is not well-formed XML',
    ],
    ['that is nested deeper than the format', '<Cube>'.repeat(9), 'it is not well-formed XML'],
    ['that is a page', '<html><body>Maintenance</body></html>', 'it has no Cube with a time'],
    ['without currencies', ecbXml('2026-11-23', {}), 'it has no rate of USD'],
    ['without USD', ecbXml('2026-11-23', { GBP: '0.8' }), 'it has no rate of USD'],
    [
      'of a day that does not exist',
      ecbXml('2026-02-30', usd),
      'its time is not a day, an instant or seconds since 1970',
    ],
    ['of the day after tomorrow', ecbXml('2026-11-25', usd), 'its time is more than a day ahead'],
    [
      'with a rate of 0',
      ecbXml('2026-11-23', { USD: '0' }),
      'its rate of USD is not a number from 10^-12 to 10^12',
    ],
    [
      'with a negative rate',
      ecbXml('2026-11-23', { USD: '-1.08' }),
      'its rate of USD is not a number from 10^-12 to 10^12',
    ],
    [
      'with a decimal comma',
      ecbXml('2026-11-23', { USD: '1,08' }),
      'its rate of USD is not a number from 10^-12 to 10^12',
    ],
    [
      'with N/A',
      ecbXml('2026-11-23', { ...usd, GBP: 'N/A' }),
      'its rate of GBP is not a number from 10^-12 to 10^12',
    ],
    ['with another rate of the base', ecbXml('2026-11-23', { ...usd, EUR: '2' }), 'it has two rates of EUR'],
  ])('%s', (_, xml, problem) => {
    expect(readEcbRates(xml, now)).toEqual({ problem });
  });
});

test('a day that has started in another time zone is accepted', () => {
  expect(published(ecbXml('2026-11-24', { USD: '1.08' })).publishedAt).toEqual(
    new Date('2026-11-24T00:00:00Z'),
  );
});

test('currencies that the service does not know are left out', () => {
  expect([...published(ecbXml('2026-11-23', { USD: '1.08', XYZ: 'N/A' })).rates.keys()]).toEqual([
    'EUR',
    'USD',
  ]);
});
