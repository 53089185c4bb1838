import { describe, expect, test } from 'vitest';
import { returnCodeTitle, returnStage } from '../../../../src/rails/bank-files/nacha/return-codes.ts';

test('the codes of the rules have titles', () => {
  const codes = Array.from({ length: 85 }, (_, index) => `R${String(index + 1).padStart(2, '0')}`);
  const withoutTitle = codes.filter((code) => returnCodeTitle(code) === undefined);
  expect(withoutTitle).toEqual(['R48', 'R49', ...codes.slice(53, 60), 'R78', 'R79']);
});

test.each([['R00'], ['R86'], ['r01'], ['constructor'], ['']])('"%s" has no title', (code) => {
  expect(returnCodeTitle(code)).toBeUndefined();
});

describe('the stage of a return', () => {
  test.each([
    ['R01', 'RETURN'],
    ['R53', 'RETURN'],
    ['R61', 'DISHONORED'],
    ['R70', 'DISHONORED'],
    ['R71', 'CONTESTED'],
    ['R77', 'CONTESTED'],
    ['R80', 'RETURN'],
    ['R99', 'RETURN'],
  ])('%s: %s', (code, stage) => {
    expect(returnStage(code)).toBe(stage);
  });
});
