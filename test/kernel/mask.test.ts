import { expect, test } from 'vitest';
import { masked } from '../../src/kernel/mask.ts';

test.each([
  ['123-45-6789', '****6789'],
  ['12345', '****2345'],
  ['1234', '****'],
  ['1', '****'],
  ['ABC👍👍👍', '****C👍👍👍'],
])('%s is shown as %s', (identifier, shown) => {
  expect(masked(identifier)).toBe(shown);
});
