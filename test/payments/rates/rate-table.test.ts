import { describe, expect, test } from 'vitest';
import { InvalidInput } from '../../../src/kernel/errors.ts';
import { currencies } from '../../../src/kernel/money/currencies.ts';
import { decimalText, exactText, ratio, zero } from '../../../src/kernel/money/rate.ts';
import { price } from '../../../src/payments/rates/pricing.ts';
import { parseRateTable, type RateSource, termsOf } from '../../../src/payments/rates/rate-table.ts';
import { sandboxRates } from '../../../src/sandbox/rates.ts';
import { rateOf } from '../../support/rates.ts';

const readAt = new Date('2025-10-13T12:00:00Z');

function tableOf(file: unknown): RateSource {
  const table = parseRateTable(file, readAt);
  if (table instanceof InvalidInput) throw table;
  return table;
}

/** `path: message` of each invalid field of the file. */
function errorsOf(file: unknown): string[] {
  const table = parseRateTable(file, readAt);
  return table instanceof InvalidInput ? table.fields.map(({ path, message }) => `${path}: ${message}`) : [];
}

const perUsd = { EUR: '0.92', INR: '82.5', BTC: '1/120000' };

describe('a rate is sending units per receiving unit', () => {
  const table = tableOf({ perUsd });
  test.each([
    ['USD', 'EUR', '1/0.92'],
    ['EUR', 'USD', '0.92'],
    ['USD', 'INR', '1/82.5'],
    ['USD', 'BTC', '120000'],
    ['EUR', 'INR', '0.92/82.5'],
    ['BTC', 'INR', '1/9900000'],
    ['INR', 'INR', '1'],
    ['USD', 'USD', '1'],
  ])('from %s to %s: %s', (sending, receiving, rate) => {
    expect(table.rate(sending, receiving)).toEqual(rateOf(rate));
  });

  test.each([
    ['USD', 'MXN'],
    ['MXN', 'USD'],
    ['MXN', 'MXN'],
    ['USD', 'toString'],
  ])('from %s to %s there is none where the file names one of them not', (sending, receiving) => {
    expect(table.rate(sending, receiving)).toBeUndefined();
    expect(termsOf(table, sending, receiving)).toBeUndefined();
  });
});

describe('a corridor is an exception for one direction', () => {
  const table = tableOf({
    perUsd,
    fees: { fixed: 5, variableRate: '0.005', counterpartyFixed: 7 },
    corridors: [
      { sending: 'USD', receiving: 'EUR', exchangeRate: '1.1', fees: { fixed: 50 } },
      { sending: 'USD', receiving: 'USD', fees: { fixed: 0, variableRate: '0', counterpartyFixed: 0 } },
    ],
  });

  test('with its own rate', () => {
    expect(table.rate('USD', 'EUR')).toEqual(rateOf('1.1'));
    expect(table.rate('EUR', 'USD')).toEqual(rateOf('0.92'));
    expect(table.rate('USD', 'USD')).toEqual(rateOf('1'));
  });

  test('and its own fees, with the general fee as the default of each part', () => {
    expect(table.fees('USD', 'EUR')).toEqual({
      fixed: 50n,
      variableRate: rateOf('0.005'),
      counterpartyFixed: 7n,
    });
    expect(table.fees('EUR', 'USD')).toEqual({
      fixed: 5n,
      variableRate: rateOf('0.005'),
      counterpartyFixed: 7n,
    });
    expect(table.fees('USD', 'USD')).toEqual({ fixed: 0n, variableRate: zero, counterpartyFixed: 0n });
  });
});

test('a file without fees has zero fees', () => {
  expect(tableOf({ perUsd }).fees('USD', 'EUR')).toEqual({
    fixed: 0n,
    variableRate: zero,
    counterpartyFixed: 0n,
  });
});

test('the update time of the rates is the time in the file, or the time at which the file was read', () => {
  expect(tableOf({ perUsd }).updatedAt).toEqual(readAt);
  expect(tableOf({ perUsd, updatedAt: '2025-10-01T00:00:00+02:00' }).updatedAt).toEqual(
    new Date('2025-09-30T22:00:00Z'),
  );
});

describe('a JSON number is read as its shortest decimal, of at most 15 digits', () => {
  const rate = 'must be a rate from 10^-12 to 10^12, as text: "0.92" or "1/120000"';
  test.each<[unknown, string[]]>([
    [0.92, []],
    [17.25, []],
    [1234567890.12345, []],
    [0.00000123456789012345, []],
    [1e-7, [`perUsd.EUR: ${rate}`]], // has no decimal text without an exponent
    [1.234567890123456, [`perUsd.EUR: ${rate}`]],
    [1 / 82.5, [`perUsd.EUR: ${rate}`]],
  ])('%d', (value, rejected) => {
    expect(errorsOf({ perUsd: { ...perUsd, EUR: value } })).toEqual(rejected);
  });

  test('with exactly these decimal digits', () => {
    expect(tableOf({ perUsd: { ...perUsd, EUR: 0.1 } }).rate('EUR', 'USD')).toEqual(ratio(1n, 10n));
  });
});

describe('a file is rejected with every invalid field', () => {
  const aRate = 'must be a rate from 10^-12 to 10^12, as text: "0.92" or "1/120000"';
  const aFraction = 'must be a fraction from 0 to below 1, as text: "0.005"';
  const anAmount = 'must be an integer from 0 to 9000000000000000, in the smallest unit';
  const corridor = { sending: 'USD', receiving: 'EUR' };

  test.each<[string, unknown, string[]]>([
    ['a text', 'EUR', [': must be an object']],
    ['fees that are not an object', { perUsd, fees: 5 }, ['fees: must be an object']],
    ['no rates', {}, ['perUsd: must be an object of rates by currency code']],
    ['an unknown field', { perUsd, rates: {} }, ['rates: is not a known field']],
    [
      'an unknown currency',
      { perUsd: { ...perUsd, XXX: '1' } },
      ['perUsd.XXX: must be the code of a known currency'],
    ],
    [
      'a rate of the dollar other than 1',
      { perUsd: { ...perUsd, USD: '1.1' } },
      ['perUsd.USD: must be 1, or left out'],
    ],
    ['no bitcoin', { perUsd: { EUR: '0.92' } }, ['perUsd.BTC: is required']],
    [
      'invalid rates',
      { perUsd: { EUR: '-1', GBP: '0', INR: 'x', MXN: '1000000000001', BTC: null } },
      [
        `perUsd.EUR: ${aRate}`,
        `perUsd.GBP: ${aRate}`,
        `perUsd.INR: ${aRate}`,
        `perUsd.MXN: ${aRate}`,
        `perUsd.BTC: ${aRate}`,
      ],
    ],
    [
      'invalid fees',
      { perUsd, fees: { fixed: -1, variableRate: '1', counterpartyFixed: 0.5 } },
      [`fees.fixed: ${anAmount}`, `fees.variableRate: ${aFraction}`, `fees.counterpartyFixed: ${anAmount}`],
    ],
    [
      'a corridor twice',
      { perUsd, corridors: [corridor, { ...corridor, exchangeRate: '1' }] },
      ['corridors.1: repeats a corridor'],
    ],
    [
      'a corridor of a currency without a rate',
      { perUsd, corridors: [{ sending: 'USD', receiving: 'MXN' }] },
      ['corridors.0.receiving: must be named in perUsd'],
    ],
    [
      'a rate from a currency to itself',
      { perUsd, corridors: [{ sending: 'EUR', receiving: 'EUR', exchangeRate: '1' }] },
      ['corridors.0.exchangeRate: must be left out: a currency is exchanged for itself at 1:1'],
    ],
  ])('%s', (_, file, rejected) => {
    expect(errorsOf(file)).toEqual(rejected);
  });
});

describe('the table without a RATES_FILE', () => {
  const table = tableOf(sandboxRates);

  test.each([
    ['EUR', '0.92'],
    ['GBP', '0.79'],
    ['MXN', '17.25'],
    ['INR', '82.5'],
    ['BRL', '5'],
    ['NGN', '1500'],
    ['PHP', '56'],
    ['KES', '130'],
    ['ZAR', '18'],
    ['CAD', '1.36'],
    ['AED', '3.6725'],
    ['USDC', '1'],
    ['USDT', '1'],
    ['USDB', '1'],
    ['BTC', '1/120000'],
  ])('has the exact rate of %s per dollar: %s', (code, perDollar) => {
    const rate = table.rate(code, 'USD');
    expect(rate && exactText(rate)).toBe(perDollar);
  });

  test('has every known currency and no other', () => {
    expect(Object.keys(sandboxRates.perUsd).sort()).toEqual(currencies.map(({ code }) => code).sort());
  });

  test('has a variable fee of 0.5 % and no other fee', () => {
    for (const { code } of currencies) {
      expect(table.fees('USD', code)).toEqual({
        fixed: 0n,
        variableRate: rateOf('0.005'),
        counterpartyFixed: 0n,
      });
    }
  });

  test.each([
    ['USD', 'EUR', 100_000n, 91_540n],
    ['USD', 'BTC', 100_000n, 829_166n],
    ['USDB', 'USD', 10_000_000n, 995n],
    ['USD', 'INR', 10_000n, 820_875n],
  ])('prices the worked example from %s to %s', (sending, receiving, sent, received) => {
    const terms = termsOf(table, sending, receiving);
    expect(terms && price(terms, 'SENDING', sent)).toMatchObject({ receiving: { amount: received } });
  });
});

describe('the counterparty multiplier is the number of smallest receiving units per milli-satoshi', () => {
  test.each([
    ['BTC', '0.001'],
    ['USD', '0.00012'], // 10^-11 BTC at 120000.00 dollars, in cents
    ['EUR', '0.0001104'],
    ['USDB', '1.2'],
    ['RWF', '0.001728'], // no decimals: 10^-11 x 120000 x 1440
  ])('to %s: %s', (receiving, multiplier) => {
    const terms = termsOf(tableOf(sandboxRates), 'USD', receiving);
    expect(terms && decimalText(terms.counterpartyMultiplier)).toBe(multiplier);
  });
});
