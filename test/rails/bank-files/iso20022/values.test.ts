import { describe, expect, test } from 'vitest';
import { parseDecimal } from '../../../../src/rails/bank-files/iso20022/values.ts';

describe('a decimal number is an integer of the smallest unit', () => {
  test.each([
    ['without digits after the point', '5', 2, 500n],
    ['with fewer digits than the currency has', '5.5', 2, 550n],
    ['with all digits', '1234.56', 2, 123_456n],
    ['with a point at the start', '.50', 2, 50n],
    ['with a point at the end', '5.', 2, 500n],
    ['with leading zeros', '000000000000000000001.00', 2, 100n],
    ['with zeros that the currency does not have', '100.00', 0, 100n],
    ['with 18 digits', '9999999999999999.99', 2, 999_999_999_999_999_999n],
    ['of zero', '0.00', 2, 0n],
  ])('%s', (_, text, decimals, amount) => {
    expect(parseDecimal(text, decimals)).toBe(amount);
  });

  test.each([
    ['without digits', ''],
    ['only a point', '.'],
    ['with a minus', '-5.00'],
    ['with a plus', '+5.00'],
    ['with an exponent', '5e2'],
    ['with a comma', '5,00'],
    ['with separators', '1 000.00'],
    ['with digits that the currency does not have', '5.001'],
    ['with 19 digits', '99999999999999999.99'],
    ['with two points', '5.0.0'],
    ['in hexadecimal form', '0x10'],
    ['with digits of another alphabet', '٥'],
    ['of enormous length', '0'.repeat(9_999)],
  ])('not one %s', (_, text) => {
    expect(parseDecimal(text, 2)).toBeUndefined();
  });
});
