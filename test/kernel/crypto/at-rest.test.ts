import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { masterKeyFingerprint, parseMasterKey, sealingKey } from '../../../src/kernel/crypto/at-rest.ts';
import { utf8 } from '../../../src/kernel/crypto/encodings.ts';

const secret = new Uint8Array(32).fill(0x11);
const other = new Uint8Array(32).fill(0x22);
const key = sealingKey(secret);
const record = 'InternalAccount:019542f5-b3e7-7d02-8000-000000000002';

describe('a sealed value', () => {
  test('opens to its plaintext and is different each time', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (plaintext) => {
        const [first, second] = [key.seal('seed', record, plaintext), key.seal('seed', record, plaintext)];
        expect(key.open('seed', record, first)).toEqual(plaintext);
        expect(first).not.toEqual(second);
        expect(first).toHaveLength(plaintext.length + 33);
      }),
    );
  });

  test('does not open when any one bit is flipped', () => {
    const sealed = key.seal('seed', record, utf8('twelve words'));
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const flipped = sealed.with(bit >> 3, (sealed[bit >> 3] ?? 0) ^ (1 << (bit & 7)));
      expect(() => key.open('seed', record, flipped)).toThrow();
    }
  });

  test('does not open for another record, purpose or sealing key, or when truncated', () => {
    const sealed = key.seal('seed', record, utf8('twelve words'));
    expect(() => key.open('seed', `${record}0`, sealed)).toThrow();
    expect(() => key.open('signing', record, sealed)).toThrow();
    expect(() => sealingKey(other).open('seed', record, sealed)).toThrow();
    for (let length = 0; length < sealed.length; length += 1) {
      expect(() => key.open('seed', record, sealed.subarray(0, length))).toThrow();
    }
  });
});

test('each purpose has its own key, which is not the sealing key', () => {
  const keys = ['a', 'b', 'wallet-export-issuer'].map((purpose) =>
    Buffer.from(key.derive(purpose, 32)).toString('hex'),
  );
  expect(new Set([...keys, Buffer.from(secret).toString('hex')]).size).toBe(4);
  expect(key.derive('a', 48)).toHaveLength(48);
});

test('a caller that overwrites a derived key does not affect other callers', () => {
  key.derive('a', 32).fill(0);
  expect(key.derive('a', 32)).not.toEqual(new Uint8Array(32));
});

test('the fingerprint distinguishes master keys and contains no part of them', () => {
  expect(masterKeyFingerprint(secret)).toMatch(/^[0-9a-f]{16}$/);
  expect(masterKeyFingerprint(secret)).toBe(key.fingerprint);
  expect(masterKeyFingerprint(other)).not.toBe(key.fingerprint);
  expect(key.fingerprint).not.toContain('1111');
});

test('the digest of a one-time code depends on the code, the challenge and the sealing key', () => {
  const digest = key.otpDigest('challenge', '000000');
  expect(digest).toHaveLength(32);
  expect(key.otpDigest('challenge', '000000')).toEqual(digest);
  expect(key.otpDigest('challenge', '000001')).not.toEqual(digest);
  expect(key.otpDigest('challeng', 'e000000')).not.toEqual(digest);
  expect(sealingKey(other).otpDigest('challenge', '000000')).not.toEqual(digest);
});

describe('a MASTER_KEY', () => {
  const base64 = Buffer.from(secret).toString('base64');
  test.each([
    ['64 hex digits', '11'.repeat(32), true],
    ['base64 of 32 bytes', base64, true],
    ['base64url without padding', base64.replace('=', ''), true],
    ['62 hex digits', '11'.repeat(31), false],
    ['64 characters that are not hex', 'g'.repeat(64), false],
    ['a passphrase', 'correct horse battery staple', false],
    ['empty', '', false],
  ])('%s', (_, text, taken) => {
    expect(parseMasterKey(text)?.length === 32).toBe(taken);
  });

  test('of another length throws', () => {
    expect(() => sealingKey(new Uint8Array(16))).toThrow();
  });
});
