import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  decodeAnyBase64,
  decodeBase64Url,
  decodeHex,
  decodeUtf8,
  encodeBase58Check,
  encodeBase64Url,
  encodeHex,
} from '../../../src/kernel/crypto/encodings.ts';
import { decodeBase58Check } from '../../support/wallet-client.ts';
import vectors from '../../vectors/base58check.json' with { type: 'json' };

const bytes = fc.uint8Array({ maxLength: 80 });

test('each decoder reads the output of its encoder', () => {
  fc.assert(
    fc.property(bytes, (value) => {
      expect(decodeHex(encodeHex(value), 'lower')).toEqual(value);
      expect(decodeBase64Url(encodeBase64Url(value))).toEqual(value);
      expect(decodeAnyBase64(encodeBase64Url(value))).toEqual(value);
      expect(decodeAnyBase64(Buffer.from(value).toString('base64'))).toEqual(value);
      expect(new Uint8Array(decodeBase58Check(encodeBase58Check(value)))).toEqual(value);
    }),
  );
});

test('the strict base64url decoder reads only the canonical encoding', () => {
  const texts = fc.string({ unit: fc.constantFrom(...'AQgw-_+/=19 \n'), maxLength: 8 });
  fc.assert(
    fc.property(texts, (text) => {
      const decoded = decodeBase64Url(text);
      expect(decoded === undefined || encodeBase64Url(decoded) === text).toBe(true);
    }),
  );
});

describe('hex', () => {
  test.each([
    ['an odd number of digits', 'abc', 'lower', undefined],
    ['a letter that is not a hex digit', 'ag', 'any', undefined],
    ['a trailing newline', 'ab\n', 'any', undefined],
    ['an upper-case letter where only lower case is accepted', 'aB', 'lower', undefined],
    ['an upper-case letter where both cases are accepted', 'aB', 'any', [0xab]],
    ['an empty text', '', 'lower', []],
  ] as const)('%s', (_, text, letters, expected) => {
    expect(decodeHex(text, letters)).toEqual(expected && Uint8Array.from(expected));
  });
});

describe('base64 of the signature header', () => {
  test.each([
    ['padded', 'AQ==', [1]],
    ['not padded', 'AQ', [1]],
    ['half padded', 'AQ=', undefined],
    ['padded without need', 'AQID====', undefined],
    ['padding in the middle', 'AQ==AQ==', undefined],
    ['unused bits that are not zero', 'AR', undefined],
    ['the standard alphabet', '+/+/', [0xfb, 0xff, 0xbf]],
    ['the URL alphabet', '-_-_', [0xfb, 0xff, 0xbf]],
    ['a mixture of both alphabets', '+_+_', undefined],
    ['white space', 'AQ ID', undefined],
    ['an impossible length', 'AQIDA', undefined],
  ])('%s', (_, text, expected) => {
    expect(decodeAnyBase64(text)).toEqual(expected && Uint8Array.from(expected));
  });
});

describe('base58check', () => {
  test.each(vectors.tests)('the published vector $text', ({ text, payload }) => {
    expect(encodeBase58Check(Buffer.from(payload, 'hex'))).toBe(text);
    expect(decodeBase58Check(text).toString('hex')).toBe(payload);
  });
});

test('bytes that are not UTF-8 are rejected, and a byte order mark is part of the text', () => {
  expect(decodeUtf8(Uint8Array.of(0xff))).toBeUndefined();
  expect(decodeUtf8(Uint8Array.of(0xed, 0xa0, 0x80))).toBeUndefined();
  expect(decodeUtf8(Uint8Array.of(0xef, 0xbb, 0xbf, 0x41))).toBe('\ufeffA');
});
