import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bankText } from '../../../../src/rails/bank-files/iso20022/bank-text.ts';

describe('text for banks', () => {
  test.each([
    ['accepted characters', "Az09/-?:().,'+ x", "Az09/-?:().,'+ x"],
    ['accents', 'Ünïcödé Ñandú Šimůnek', 'Unicode Nandu Simunek'],
    ['accents as combining marks', 'e\u0301te\u0301', 'ete'],
    [
      'letters that are not a letter with an accent',
      'Straße Øre Łódź Þór æther',
      'Strasse Ore Lodz THor aether',
    ],
    ['an ampersand', 'Müller & Söhne', 'Muller + Sohne'],
    ['Greek', 'Αθήνα Ωμέγα Χίος', 'Athina Omega Chios'],
    ['Cyrillic', 'Щерев Йордан Жеков', 'Shterev Yordan Zhekov'],
    ['quotation marks and dashes', '„A“ – B', "'A' - B"],
    ['signs that are not accepted', 'a*b%c=d', 'a.b.c.d'],
    ['letters of other alphabets', '東京', '..'],
    ['line breaks and repeated spaces', '  a \r\n\t b  ', 'a b'],
    ['full-width letters and ligatures', 'ＡＢ ﬁn', 'AB fin'],
  ])('%s', (_, text, result) => {
    expect(bankText(text, 140)).toBe(result);
  });

  test('is cut after it is converted, and does not end with a space', () => {
    expect(bankText('ßßßß', 5)).toBe('sssss');
    expect(bankText('abc def', 4)).toBe('abc');
  });

  test('of any input has accepted characters, and converting it again changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 140 }), (text, maxLength) => {
        const result = bankText(text, maxLength);
        expect(result).toMatch(/^[A-Za-z0-9/\-?:().,'+ ]*$/);
        expect(result.length).toBeLessThanOrEqual(maxLength);
        expect(bankText(result, maxLength)).toBe(result);
      }),
    );
  });
});
