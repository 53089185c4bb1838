import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeCbor } from '../../../src/wallets/credentials/cbor.ts';
import { type CborValue, cbor } from '../../support/software-passkey.ts';

const decode = (hex: string) => decodeCbor(new Uint8Array(Buffer.from(hex, 'hex')));

describe('CBOR is decoded', () => {
  // RFC 8949, appendix A.
  test.each([
    ['00', 0],
    ['17', 23],
    ['1818', 24],
    ['1903e8', 1000],
    ['1a000f4240', 1_000_000],
    ['3863', -100],
    ['f4', false],
    ['f5', true],
    ['f6', null],
    ['62c3bc', 'ü'],
    ['83010203', [1, 2, 3]],
    [
      'a201020304',
      new Map([
        [1, 2],
        [3, 4],
      ]),
    ],
    ['4401020304', Uint8Array.of(1, 2, 3, 4)],
  ])('%s', (hex, value) => {
    expect(decode(hex)).toEqual(value);
  });
});

describe('CBOR is rejected', () => {
  test.each([
    ['an empty input', ''],
    ['a byte after the item', '0000'],
    ['a byte string longer than the input', '4401'],
    ['a length that is not in its shortest form', '1817'],
    ['a two-byte length that fits into one', '1900ff'],
    ['a four-byte length that fits into two', '1a0000ffff'],
    ['an eight-byte argument', '1b000000e8d4a51000'],
    ['an indefinite length', '9f01ff'],
    ['a tag', 'c000'],
    ['a float', 'f97c00'],
    ['undefined', 'f7'],
    ['a reserved argument', '1c'],
    ['a duplicate key', 'a201020103'],
    ['a key that is an array', 'a18001'],
    ['a map without its last value', 'a10102'.slice(0, 4)],
    ['an array of four thousand million', '9affffffff'],
    ['text that is not UTF-8', '61ff'],
    ['nesting without a limit', '81'.repeat(10_000)],
  ])('%s', (_, hex) => {
    expect(decode(hex)).toBeUndefined();
  });
});

test('an encoded value is decoded, and rejected when it is truncated at any byte', () => {
  const { value } = fc.letrec<{ value: CborValue }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.integer({ min: -(2 ** 31), max: 2 ** 31 }),
      fc.string(),
      fc.uint8Array({ maxLength: 300 }),
      fc.boolean(),
      fc.array(tie('value'), { maxLength: 4 }),
    ),
  }));
  fc.assert(
    fc.property(value, fc.nat(), (item, cut) => {
      const bytes = new Uint8Array(cbor(item));
      expect(decodeCbor(bytes)).toEqual(item);
      expect(decodeCbor(bytes.subarray(0, cut % bytes.length))).toBeUndefined();
    }),
  );
});
