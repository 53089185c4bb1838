/** References that depositors state: made, and found again in what people write. Source: ISO 11649; ISO 7064 (MOD 97-10). */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { creditorReference, referencesIn } from '../../../src/rails/bank-connections/creditor-reference.ts';

/** The check of the standard: the first four characters are moved to the end, letters are 10 to 35. */
function isValid(reference: string): boolean {
  const moved = reference.slice(4) + reference.slice(0, 4);
  const digits = moved.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return BigInt(digits) % 97n === 1n;
}

const alphabet = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'];
const reference = fc
  .tuple(
    fc.constantFrom('IA', 'QT'),
    fc.array(fc.constantFrom(...alphabet), { minLength: 12, maxLength: 12 }),
  )
  .map(([prefix, characters]) => `${prefix}-${characters.join('')}`);

test('the check of these tests accepts a published reference', () => {
  expect(isValid('RF18539007547034')).toBe(true);
  expect(isValid('RF18539007547035')).toBe(false);
});

test('every creditor reference is valid and has at most 25 characters', () => {
  fc.assert(
    fc.property(reference, (one) => {
      const made = creditorReference(one);
      expect(made).toHaveLength(18);
      expect(isValid(made)).toBe(true);
    }),
  );
});

describe('a reference is found', () => {
  const own = 'IA-ABCDEFGH2345';
  const made = creditorReference(own);
  test.each([
    ['alone', made],
    ['with a space after each four characters', made.replace(/(.{4})/g, '$1 ')],
    ['in lower case', made.toLowerCase()],
    ['in a sentence', `Invoice 12, ref ${made}, thank you`],
    ['without RF and check digits', 'IA-ABCDEFGH2345'],
    ['twice, once', `${made} ${made}`],
  ])('%s', (_, text) => {
    expect(referencesIn(text)).toEqual([own]);
  });

  test('also after letters that could be the start of another', () => {
    expect(referencesIn(`VIA ${made.slice(4)}`)).toContain(own);
  });

  test('not with wrong check digits', () => {
    expect(referencesIn(`RF00${made.slice(4)}`)).toEqual([]);
  });

  test('each of several', () => {
    expect(referencesIn(`IA-ABCDEFGH2345 / QT-ZZZZZZZZ7777`)).toEqual([own, 'QT-ZZZZZZZZ7777']);
  });

  test('not in text without one, however long', () => {
    expect(referencesIn('RF18'.repeat(100_000))).toEqual([]);
  });
});

test('a text of candidates gives a bounded number of references', () => {
  expect(referencesIn('IAQT'.repeat(10_000)).length).toBeLessThanOrEqual(20);
});

test('what is written for a depositor is found again', () => {
  fc.assert(
    fc.property(reference, fc.string({ maxLength: 20 }), (one, before) => {
      expect(referencesIn(`${before.replace(/[A-Za-z0-9]/g, '')} ${creditorReference(one)}`)).toEqual([one]);
    }),
  );
});
