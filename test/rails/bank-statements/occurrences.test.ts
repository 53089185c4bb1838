import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { Occurrences } from '../../../src/rails/bank-statements/occurrences.ts';

const digestOf = (key: string): string => createHash('sha256').update(key).digest('base64url');

test('each key is counted by itself', () => {
  const occurrences = new Occurrences();
  const counts = ['a', 'b', 'a', 'c', 'a', 'b'].map((key) => occurrences.add(digestOf(key)));
  expect(counts).toEqual([1, 1, 2, 1, 3, 2]);
});

test('many keys are counted as a map counts them', () => {
  const occurrences = new Occurrences();
  const expected = new Map<string, number>();
  const differing: string[] = [];
  for (let nth = 0; nth < 20_000; nth += 1) {
    // Half of the keys occur once, the others again and again.
    const key = nth % 2 === 0 ? `once-${nth}` : `again-${nth % 1_001}`;
    const count = (expected.get(key) ?? 0) + 1;
    expected.set(key, count);
    if (occurrences.add(digestOf(key)) !== count) differing.push(key);
  }
  expect(differing).toEqual([]);
});

test('a key that has occurred is known, another one is not', () => {
  const occurrences = new Occurrences();
  for (let nth = 0; nth < 5_000; nth += 1) occurrences.add(digestOf(`key-${nth}`));
  expect(occurrences.has(digestOf('key-4999'))).toBe(true);
  expect(occurrences.has(digestOf('key-5000'))).toBe(false);
});
