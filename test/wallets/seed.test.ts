import { validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { expect, test } from 'vitest';
import { newMnemonic } from '../../src/wallets/seed.ts';

test('a new seed has 12 words with a valid checksum, and is always different', () => {
  const seeds = Array.from({ length: 20 }, newMnemonic);
  for (const seed of seeds) {
    expect(seed.split(' ')).toHaveLength(12);
    expect(validateMnemonic(seed, wordlist)).toBe(true);
  }
  expect(new Set(seeds).size).toBe(20);
});
