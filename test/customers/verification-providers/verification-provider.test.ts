/** Signatures of verification providers. The HMAC is that of RFC 4231. */
import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { isSignedByProvider } from '../../../src/customers/verification-providers/verification-provider.ts';
import { utf8 } from '../../../src/kernel/crypto/encodings.ts';

const secret = utf8('a secret of a provider, 32 bytes or more');
const seconds = 1_767_225_600;
const body = utf8('{"eventId":"e-1"}');
const now = new Date(seconds * 1000);

/** `printf '1767225600.{"eventId":"e-1"}' | openssl dgst -sha256 -hmac '<secret>'` */
const hex = (of: Uint8Array = body, at = seconds, key: Uint8Array = secret): string =>
  createHmac('sha256', key)
    .update(Buffer.concat([Buffer.from(`${at}.`), of]))
    .digest('hex');
const header = `t=${seconds},v1=${hex()}`;

test('the HMAC is that of test case 2 of RFC 4231', () => {
  const expected = '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843';
  expect(createHmac('sha256', 'Jefe').update('what do ya want for nothing?').digest('hex')).toBe(expected);
});

describe('a signature is valid', () => {
  test.each([
    ['as it is', header],
    ['with blanks', `t=${seconds}, v1=${hex()}`],
    ['in upper case', `t=${seconds},v1=${hex().toUpperCase()}`],
    ['after one with another secret', `t=${seconds},v1=${hex(body, seconds, utf8('old'))},v1=${hex()}`],
    ['with a scheme that is not known', `t=${seconds},v0=abc,v1=${hex()}`],
  ])('%s', (_, given) => {
    expect(isSignedByProvider(given, body, secret, now)).toBe(true);
  });
});

describe('a signature is not valid', () => {
  test.each([
    ['when it is missing', undefined],
    ['when it is empty', ''],
    ['without a time', `v1=${hex()}`],
    ['with two times', `t=${seconds},t=${seconds},v1=${hex()}`],
    ['with another time', `t=${seconds + 1},v1=${hex()}`],
    ['without a signature', `t=${seconds}`],
    ['that is too short', `t=${seconds},v1=${hex().slice(2)}`],
    ['with another secret', `t=${seconds},v1=${hex(body, seconds, utf8('another'))}`],
    ['of the body alone', `t=${seconds},v1=${createHmac('sha256', secret).update(body).digest('hex')}`],
    ['with six signatures', `t=${seconds}${`,v1=${hex()}`.repeat(6)}`],
    ['in a header that is too long', `${header},x=${'y'.repeat(1_000)}`],
  ])('%s', (_, given) => {
    expect(isSignedByProvider(given, body, secret, now)).toBe(false);
  });

  test('when a bit of the body differs', () => {
    for (let index = 0; index < body.length; index += 1) {
      const changed = Uint8Array.from(body);
      changed[index] = (changed[index] as number) ^ 1;
      expect(isSignedByProvider(header, changed, secret, now)).toBe(false);
    }
  });
});

describe('the time of a signature', () => {
  test.each([
    ['five minutes ago', 300_000, true],
    ['five minutes and a millisecond ago', 300_001, false],
    ['in five minutes', -300_000, true],
    ['in five minutes and a millisecond', -300_001, false],
  ])('%s', (_, ageMs, isValid) => {
    expect(isSignedByProvider(header, body, secret, new Date(now.getTime() + ageMs))).toBe(isValid);
  });
});
