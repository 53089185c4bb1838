import { describe, expect, test } from 'vitest';
import {
  digestOf,
  digits,
  equalBytes,
  matchesDigest,
  newAgentToken,
  newClientId,
  newClientSecret,
  newOtp,
  randomText,
  unambiguousAlphabet,
} from '../../../src/kernel/crypto/secrets.ts';

describe('the format of', () => {
  test.each([
    ['a client id', newClientId, /^[0-9a-f]{32}$/],
    ['a client secret', newClientSecret, /^[0-9a-f]{36}$/],
    ['an agent token', newAgentToken, /^gat_[0-9a-f]{40}$/],
    ['a numeric code', () => newOtp({ length: 6, alphanumeric: false }), /^[0-9]{6}$/],
    ['an alphanumeric code', () => newOtp({ length: 12, alphanumeric: true }), /^[2-9A-HJ-NP-Z]{12}$/],
  ])('%s', (_, make, form) => {
    const made = Array.from({ length: 50 }, make);
    for (const secret of made) expect(secret).toMatch(form);
    expect(new Set(made).size).toBe(50);
  });
});

test('all characters of an alphabet are equally likely', () => {
  const drawn = randomText(100_000, digits);
  for (const digit of digits) {
    // The expected count is 10,000 and the standard deviation 95. Ten standard deviations are not a coincidence.
    expect(Math.abs(drawn.split(digit).length - 1 - 10_000)).toBeLessThan(950);
  }
  expect(unambiguousAlphabet).toHaveLength(32);
});

test('a secret matches its digest and no other', () => {
  const digest = digestOf('secret');
  expect(Buffer.from(digestOf('abc')).toString('hex')).toBe(
    // FIPS 180-4, the one-block example.
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
  expect(matchesDigest('secret', digest)).toBe(true);
  expect(matchesDigest('Secret', digest)).toBe(false);
  expect(equalBytes(digest, digest.subarray(1))).toBe(false);
});
