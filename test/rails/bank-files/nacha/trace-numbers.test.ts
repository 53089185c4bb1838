import { expect, test } from 'vitest';
import { newestSequence } from '../../../../src/rails/bank-files/nacha/trace-numbers.ts';

test.each([
  ['the last sequence', 17, 17, 17],
  ['an earlier one', 5, 17, 5],
  ['one of the second round', 5, 10_000_017, 10_000_005],
  ['one of the first round, if the second has not come so far', 18, 10_000_017, 18],
  ['the first number of a round', 0, 20_000_000, 20_000_000],
])('a trace number means its newest sequence: %s', (_, number, last, sequence) => {
  expect(newestSequence(number, last)).toBe(sequence);
});

test('a trace number that was not used yet means no sequence', () => {
  expect(newestSequence(18, 17)).toBeLessThan(0);
});
