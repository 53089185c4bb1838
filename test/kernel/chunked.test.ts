import { expect, test } from 'vitest';
import { chunked } from '../../src/kernel/chunked.ts';

test.each([
  ['an empty list has no part', [], []],
  ['a short list is one part', [1], [[1]]],
  ['a list of just the size is one part', [1, 2], [[1, 2]]],
  ['the last part has the rest', [1, 2, 3], [[1, 2], [3]]],
])('%s', (_, items, parts) => {
  expect([...chunked(items, 2)]).toEqual(parts);
});
