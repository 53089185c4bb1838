import { describe, expect, test } from 'vitest';
import { isMnemonic, newMnemonic } from '../../src/wallets/seed.ts';

test('a new seed has 12 words with a valid checksum, and is always different', () => {
  const seeds = Array.from({ length: 20 }, newMnemonic);
  for (const seed of seeds) expect(isMnemonic(seed)).toBe(true);
  expect(new Set(seeds).size).toBe(20);
});

describe('a mnemonic', () => {
  // The test vectors of BIP-39 (English).
  test.each([
    [
      'of the published vectors',
      'legal winner thank year wave sausage worth useful legal winner thank yellow',
      true,
    ],
    ['of zeros', `${'abandon '.repeat(11)}about`, true],
    ['with a wrong checksum', `${'abandon '.repeat(11)}abandon`, false],
    ['of 24 words', `${'abandon '.repeat(23)}art`, false],
    ['with a word that is not in the list', `${'abandon '.repeat(11)}payments`, false],
    ['with two spaces', `abandon  ${'abandon '.repeat(10)}about`, false],
    ['empty', '', false],
  ])('%s', (_, text, valid) => {
    expect(isMnemonic(text)).toBe(valid);
  });
});
