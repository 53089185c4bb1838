import { sign, verify } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  compressPoint,
  generateKeyPair,
  keyPairOf,
  parseClientPublicKey,
  parseDerSignature,
  parseUncompressedPoint,
  privateKeyObject,
  publicKeyObject,
  scalarFrom,
} from '../../../src/kernel/crypto/p256.ts';
import { convertPoint, makeKeyPair } from '../../support/wallet-client.ts';

const key = makeKeyPair();
const point = new Uint8Array(Buffer.from(key.publicKey, 'hex'));
const p = 'ffffffff00000001000000000000000000000000ffffffffffffffffffffffff';

describe('a clientPublicKey', () => {
  test.each([
    ['in lower case', key.publicKey, true],
    ['in upper case', key.publicKey.toUpperCase(), true],
    ['with a flipped bit', `${key.publicKey.slice(0, -1)}${key.publicKey.endsWith('0') ? 1 : 0}`, false],
    ['compressed', convertPoint(key.publicKey, 'compressed'), false],
    ['as a hybrid point', `06${key.publicKey.slice(2)}`, false],
    ['at the origin', `04${'00'.repeat(64)}`, false],
    ['with x equal to the prime', `04${p}${'00'.repeat(32)}`, false],
    ['the point at infinity', '00', false],
    ['with one digit more', `${key.publicKey}0`, false],
    ['with a newline in place of a digit', `${key.publicKey.slice(0, -1)}\n`, false],
    ['empty', '', false],
  ])('%s', (_, text, taken) => {
    expect(parseClientPublicKey(text) !== undefined).toBe(taken);
  });
});

test('a point is compressed as by the client kit', () => {
  for (let round = 0; round < 20; round += 1) {
    const { compressed, uncompressed } = generateKeyPair();
    const hex = Buffer.from(uncompressed).toString('hex');
    expect(Buffer.from(compressPoint(uncompressed) ?? []).toString('hex')).toBe(
      convertPoint(hex, 'compressed'),
    );
    expect(compressPoint(compressed)).toEqual(compressed);
  }
});

test('a point off the curve cannot be parsed or compressed', () => {
  const off = point.with(64, (point[64] ?? 0) ^ 1);
  expect(parseUncompressedPoint(off)).toBeUndefined();
  expect(compressPoint(off)).toBeUndefined();
  expect(compressPoint(Uint8Array.of(2, ...new Uint8Array(31), 7).fill(0xff, 1))).toBeUndefined();
});

test('the signature of a key pair can be verified with its public key', () => {
  const pair = generateKeyPair();
  const signature = sign('sha256', point, privateKeyObject(pair));
  expect(verify('sha256', point, publicKeyObject(pair.compressed), signature)).toBe(true);
  expect(parseDerSignature(signature)).toBeDefined();
});

test('a small scalar has 32 bytes, and one outside 1 to n-1 throws', () => {
  const one = new Uint8Array(32).with(31, 1);
  expect(Buffer.from(keyPairOf(one).compressed).toString('hex')).toBe(
    '036b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296',
  );
  expect(() => keyPairOf(new Uint8Array(32))).toThrow();
  expect(() => keyPairOf(new Uint8Array(32).fill(0xff))).toThrow();
});

test('a scalar is derived deterministically from exactly 48 bytes', () => {
  const seed = new Uint8Array(48).fill(7);
  expect(scalarFrom(seed)).toEqual(scalarFrom(seed));
  expect(scalarFrom(seed)).toHaveLength(32);
  expect(() => scalarFrom(new Uint8Array(32))).toThrow();
});

describe('a DER signature', () => {
  const n = 'ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551';
  const nLess1 = `${n.slice(0, -1)}0`;
  test.each([
    ['the smallest', '3006020101020101', true],
    ['the largest', `3046022100${nLess1}022100${nLess1}`, true],
    ['r of n', `3026022100${n}020101`, false],
    ['s of n', `3026020101022100${n}`, false],
    ['r of zero', '3006020100020101', false],
    ['s of zero', '3006020101020100', false],
    ['a negative r', '3006020181020101', false],
    ['an unnecessary leading zero', '300702020001020101', false],
    ['a length in long form', '308106020101020101', false],
    ['an integer length in long form', '30070281010102010100', false],
    ['a byte after it', '300602010102010100', false],
    ['a byte inside after s', '300702010102010100', false],
    ['a third integer', '3009020101020101020101', false],
    ['an indefinite length', '30800201010201010000', false],
    ['another tag', '3106020101020101', false],
    ['an empty integer', '30050200020101', false],
    ['an integer that ends after the input', '3006020101020201', false],
    ['an empty input', '', false],
  ])('%s', (_, hex, taken) => {
    expect(parseDerSignature(Buffer.from(hex, 'hex')) !== undefined).toBe(taken);
  });

  test('of any bytes is parsed without throwing', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
        parseDerSignature(bytes);
        parseDerSignature(Uint8Array.of(0x30, bytes.length, ...bytes));
      }),
    );
  });
});
