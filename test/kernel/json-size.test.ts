import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exceedsJsonSize } from '../../src/kernel/json-size.ts';

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

describe('the length of a JSON text is estimated before serialization', () => {
  test('within a small factor for any value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const bytes = bytesOf(value);
        expect(exceedsJsonSize(value, 4 * bytes + 8)).toBe(false);
        expect(exceedsJsonSize(value, Math.floor(bytes / 8) - 8)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  const record = {
    id: 'Customer:01980000-0000-7000-8000-000000000000',
    fullName: 'Ada Lovelace',
    isDeleted: false,
  };

  test.each([
    ['records', Array.from({ length: 1_000 }, () => record)],
    [
      'objects without a prototype',
      Array.from({ length: 1_000 }, () => Object.assign(Object.create(null), record)),
    ],
    ['long strings', { body: 'b'.repeat(100_000), other: 'é'.repeat(100_000) }],
    [
      'long names',
      Object.fromEntries(Array.from({ length: 100 }, (_, nth) => [`${nth}`.padStart(1_000, 'n'), 1])),
    ],
  ])('within five per cent for %s', (_name, value) => {
    const bytes = bytesOf(value);
    expect(exceedsJsonSize(value, Math.ceil(bytes * 1.05))).toBe(false);
    expect(exceedsJsonSize(value, Math.floor(bytes * 0.95))).toBe(true);
  });

  test('without reading more of the value than the limit', () => {
    let reads = 0;
    const item = {
      get name() {
        reads += 1;
        return 'n'.repeat(100);
      },
    };
    expect(
      exceedsJsonSize(
        Array.from({ length: 10_000 }, () => item),
        1_000,
      ),
    ).toBe(true);
    expect(reads).toBeLessThan(20);
  });
});
