import { describe, expect, test } from 'vitest';
import { sealingKey } from '../../../src/kernel/crypto/at-rest.ts';
import { newId } from '../../../src/kernel/ids.ts';
import {
  makeRegistrationChallenge,
  rejectRegistrationChallenge,
} from '../../../src/wallets/credentials/registration-challenge.ts';

const dataKey = sealingKey(new Uint8Array(32).fill(7));
const accountId = newId('InternalAccount');
const expiresAt = new Date('2026-11-22T12:05:00.000Z');
const challenge = makeRegistrationChallenge(dataKey, accountId, expiresAt);

/** The message of the error, or `undefined` for an accepted challenge. */
const flawOf = (text: string, at: string, { of = accountId, key = dataKey } = {}) =>
  rejectRegistrationChallenge(key, of, text, new Date(at))?.fields[0]?.message;

describe('a challenge of the service', () => {
  test.each([
    ['is valid at once', '2026-11-22T12:00:00.000Z', undefined],
    ['is valid one millisecond before it expires', '2026-11-22T12:04:59.999Z', undefined],
    [
      'is rejected at the instant of its expiry',
      '2026-11-22T12:05:00.000Z',
      'has expired: create new options',
    ],
    ['is rejected years later', '2036-11-22T12:05:00.000Z', 'has expired: create new options'],
  ])('%s', (_, at, flaw) => {
    expect(flawOf(challenge, at)).toBe(flaw);
  });

  test('is rejected for another account, whether it has expired or not', () => {
    for (const at of ['2026-11-22T12:00:00.000Z', '2036-11-22T12:00:00.000Z']) {
      expect(flawOf(challenge, at, { of: newId('InternalAccount') })).toBe('was made for another account');
    }
  });

  test('differs from every other one for the same account and time', () => {
    expect(makeRegistrationChallenge(dataKey, accountId, expiresAt)).not.toBe(challenge);
  });
});

describe('a challenge of the integrator, which the service cannot judge, is', () => {
  const later = '2036-11-22T12:00:00.000Z';

  test('every other text', () => {
    for (const text of ['', 'AAAA', 'sandbox', '!', Buffer.alloc(108).toString('base64url')]) {
      expect(flawOf(text, later)).toBeUndefined();
    }
  });

  test('one of which any bit is flipped', () => {
    const bytes = Buffer.from(challenge, 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const flipped = Buffer.from(bytes);
      flipped.writeUInt8(flipped.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      expect(flawOf(flipped.toString('base64url'), later)).toBeUndefined();
    }
  });

  test('one of another deployment', () => {
    expect(flawOf(challenge, later, { key: sealingKey(new Uint8Array(32).fill(8)) })).toBeUndefined();
  });
});
