import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  editableAmount,
  normalizedDecimal,
  parseAmount,
} from '../../console/src/components/decimal-input.ts';

const usd = { code: 'USD', decimals: 2 };

/** Makes this the locale of the viewer. */
function viewerIn(locale: string): void {
  const Original = Intl.NumberFormat;
  vi.spyOn(Intl, 'NumberFormat').mockImplementation(function format(_locale, options) {
    return new Original(locale, options);
  } as typeof Intl.NumberFormat);
}
afterEach(() => vi.restoreAllMocks());

describe.each(['en-US', 'de-DE', 'fr-FR', 'de-CH', 'es-ES'])('a viewer in %s', (locale) => {
  test.each([0, 2, 3, 8])('saves an amount with %i decimals as it was shown', (decimals) => {
    viewerIn(locale);
    for (const amount of [0, 1, 7, 50, 400, 1_000, 50_000, 125_050, 123_456_789]) {
      expect(parseAmount(editableAmount(amount, decimals), { code: 'XTS', decimals })).toBe(amount);
    }
  });
});

test.each<[locale: string, typed: string, amount: string | undefined]>([
  ['de-DE', '1.250,50', '1250.50'],
  ['de-DE', '1250,50', '1250.50'],
  ['de-DE', '1250.50', '1250.50'],
  ['de-DE', '1.250', '1250'],
  ['de-DE', '0.125', '0.125'],
  ['de-DE', '1250.500', undefined],
  ['de-DE', '1.25.50', undefined],
  ['de-DE', '1,250.50', undefined],
  ['en-US', '1,250.50', '1250.50'],
  ['en-US', '1250,50', '1250.50'],
  ['en-US', '1,250', '1250'],
  ['en-US', '1,25,0', undefined],
  ['en-US', '1.250,50', undefined],
  ['fr-FR', '1 250,50', '1250.50'],
  ['de-CH', '1’250.50', '1250.50'],
  ['en-US', 'ten', undefined],
  ['en-US', '-5', undefined],
])('in %s, %s is %s', (locale, typed, expected) => {
  viewerIn(locale);
  expect(normalizedDecimal(typed)).toBe(expected);
});

test('what could be two numbers is an error, in the form of the viewer', () => {
  viewerIn('de-DE');
  expect(parseAmount('1250.500', usd)).toBe('Enter a number, such as 1250,50.');
});
