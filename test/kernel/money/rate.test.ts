import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { money } from '../../../src/kernel/money/amount.ts';
import {
  compareRatios,
  convert,
  decimalText,
  divideCeil,
  divideFloor,
  divideRoundHalfUp,
  exactText,
  inverse,
  jsonNumber,
  multiply,
  one,
  parseRatio,
  quotient,
  type Ratio,
  ratio,
  zero,
} from '../../../src/kernel/money/rate.ts';
import { aRatio, rateOf } from '../../support/rates.ts';

describe('each division has an explicit rounding mode', () => {
  test.each([
    // dividend, divisor, floor, ceil, half up
    [6n, 3n, 2n, 2n, 2n],
    [7n, 3n, 2n, 3n, 2n],
    [8n, 3n, 2n, 3n, 3n],
    [5n, 2n, 2n, 3n, 3n],
    [0n, 7n, 0n, 0n, 0n],
    [-5n, 2n, -3n, -2n, -2n],
    [-7n, 3n, -3n, -2n, -2n],
    [-8n, 3n, -3n, -2n, -3n],
  ])('%i / %i', (dividend, divisor, floor, ceil, halfUp) => {
    expect(divideFloor(dividend, divisor)).toBe(floor);
    expect(divideCeil(dividend, divisor)).toBe(ceil);
    expect(divideRoundHalfUp(dividend, divisor)).toBe(halfUp);
  });

  test('a divisor that is not positive throws', () => {
    expect(() => divideFloor(1n, 0n)).toThrow('a divisor is positive');
    expect(() => divideCeil(1n, -1n)).toThrow('a divisor is positive');
    expect(() => divideRoundHalfUp(1n, 0n)).toThrow('a divisor is positive');
  });

  test('each result is the nearest integer in the direction of the rounding', () => {
    const dividends = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n });
    const divisors = fc.bigInt({ min: 1n, max: 10n ** 12n });
    fc.assert(
      fc.property(dividends, divisors, (dividend, divisor) => {
        const below = dividend - divideFloor(dividend, divisor) * divisor;
        const above = divideCeil(dividend, divisor) * divisor - dividend;
        const off = 2n * (dividend - divideRoundHalfUp(dividend, divisor) * divisor);
        expect(below >= 0n && below < divisor).toBe(true);
        expect(above >= 0n && above < divisor).toBe(true);
        expect(off >= -divisor && off < divisor).toBe(true);
      }),
    );
  });
});

describe('a ratio', () => {
  test('is reduced to lowest terms', () => {
    expect(ratio(1000n, 82_500n)).toEqual({ numerator: 2n, denominator: 165n });
    expect(ratio(0n, 5n)).toEqual(zero);
  });

  test('has no negative value and no zero denominator', () => {
    expect(() => ratio(-1n, 2n)).toThrow('not negative');
    expect(() => ratio(1n, 0n)).toThrow('not over zero');
    expect(() => inverse(zero)).toThrow('not over zero');
  });

  test('times its inverse is one', () => {
    fc.assert(
      fc.property(aRatio, (value) => {
        expect(multiply(value, inverse(value))).toEqual(one);
      }),
    );
  });

  test('compares by value', () => {
    expect(compareRatios(rateOf('0.92'), rateOf('0.9200'))).toBe(0);
    expect(compareRatios(rateOf('1/3'), rateOf('0.333333333333333333'))).toBe(1);
    expect(compareRatios(rateOf('1/3'), rateOf('0.333333333333333334'))).toBe(-1);
  });
});

describe('a rate is parsed from decimal text', () => {
  test.each<[string, Ratio]>([
    ['0.92', { numerator: 23n, denominator: 25n }],
    ['5.00', { numerator: 5n, denominator: 1n }],
    ['0', zero],
    ['1/120000', { numerator: 1n, denominator: 120_000n }],
    ['0.5/1.5', { numerator: 1n, denominator: 3n }],
    // A double cannot represent these digits.
    ['0.1234567890123456789', { numerator: 1234567890123456789n, denominator: 10n ** 19n }],
  ])('%s', (text, value) => expect(parseRatio(text)).toEqual(value));

  test.each([
    ['', 'nothing'],
    ['-1', 'a sign'],
    ['+1', 'a sign'],
    ['1e-7', 'an exponent'],
    [' 1', 'a space'],
    ['1\n', 'a line break'],
    ['.5', 'no digit before the point'],
    ['5.', 'no digit after the point'],
    ['05', 'a leading zero'],
    ['1,5', 'a comma'],
    ['1.2.3', 'two points'],
    ['1/0', 'a division by zero'],
    ['1/0.0', 'a division by zero'],
    ['1/2/3', 'two divisions'],
    ['1/', 'no divisor'],
    ['/2', 'no dividend'],
    ['NaN', 'a word'],
    ['٣', 'other digits'],
    [`0.${'1'.repeat(199)}`, 'more than 200 characters'],
  ])('but not from %j: %s', (text) => expect(parseRatio(text)).toBeUndefined());
});

describe('a rate is formatted as exact text', () => {
  test.each([
    ['0.92', '0.92'],
    ['5.00', '5'],
    ['120000', '120000'],
    ['1/8', '0.125'],
    ['1/82.5', '2/165'],
    ['1/120000', '1/120000'],
    ['0', '0'],
  ])('%s as %s', (text, written) => expect(exactText(rateOf(text))).toBe(written));

  test('which is parsed to the same ratio', () => {
    fc.assert(
      fc.property(aRatio, (value) => {
        expect(parseRatio(exactText(value))).toEqual(value);
      }),
    );
  });
});

describe('a rate is returned with at most 12 significant digits', () => {
  test.each([
    ['1/0.92', '1.08695652174'],
    ['1/82.5', '0.0121212121212'],
    ['1/120000', '0.00000833333333333'],
    ['120000', '120000'],
    ['1234567890123', '1234567890120'],
    ['0.9999999999994', '0.999999999999'],
    ['0.9999999999995', '1'],
    ['99.99999999999', '100'],
    ['1.000000000005', '1.00000000001'],
    ['1.00000000000499', '1'],
    ['0', '0'],
  ])('%s as %s', (text, shown) => {
    expect(decimalText(rateOf(text))).toBe(shown);
    expect(jsonNumber(rateOf(text))).toBe(Number(shown));
  });

  test('with an error of at most half a unit of the twelfth digit', () => {
    fc.assert(
      fc.property(aRatio, (value) => {
        const shown = rateOf(decimalText(value));
        const [low, high] = compareRatios(shown, value) < 0 ? [shown, value] : [value, shown];
        const difference = ratio(
          high.numerator * low.denominator - low.numerator * high.denominator,
          high.denominator * low.denominator,
        );
        // Relative to the value, half of 10^-11: the worst case is a value whose first digit is 1.
        expect(compareRatios(quotient(difference, value), ratio(1n, 2n * 10n ** 11n))).toBeLessThanOrEqual(0);
      }),
    );
  });

  test('and has exactly these digits in JSON', () => {
    const digitsOf = (text: string) =>
      text
        .replace(/e.*$/, '')
        .replace('.', '')
        .replace(/^0+|0+$/g, '');
    fc.assert(
      fc.property(aRatio, (value) => {
        const digits = digitsOf(JSON.stringify(jsonNumber(value)));
        expect(digits.length).toBeLessThanOrEqual(12);
        expect(digits).toBe(digitsOf(decimalText(value)));
      }),
    );
  });
});

describe('an amount is converted between currencies of different decimals', () => {
  test.each([
    ['9950 cents at 1/82.5 dollars per rupee', 9_950n, 'USD', '1/82.5', 'INR', 820_875n],
    ['99500 cents at 120000 dollars per bitcoin', 99_500n, 'USD', '120000', 'BTC', 829_167n],
    ['9.75 of a six-decimal dollar', 9_750_000n, 'USDB', '1', 'USD', 975n],
    ['100.00 dollars into a currency without decimals', 10_000n, 'USD', '1/1440', 'RWF', 144_000n],
    ['seven francs into cents', 7n, 'RWF', '1440', 'USD', 0n],
    ['eight francs into cents', 8n, 'RWF', '1440', 'USD', 1n],
  ])('%s', (_, amount, from, rate, to, converted) => {
    expect(convert(money(amount, from), rateOf(rate), to, divideRoundHalfUp)).toEqual(money(converted, to));
  });
});
