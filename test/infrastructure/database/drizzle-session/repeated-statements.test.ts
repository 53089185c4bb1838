import { describe, expect, test } from 'vitest';
import { repeatedStatements } from '../../../../src/infrastructure/database/drizzle-session/repeated-statements.ts';

describe('statement texts', () => {
  test('are recognized as repeated after hundreds of other texts', () => {
    const isRepeated = repeatedStatements();
    for (let nth = 0; nth < 2_000; nth += 1)
      expect([isRepeated(`${nth}`), isRepeated(`${nth}`)]).toEqual([false, true]);
  });

  test('stay in the cache while they are used, and are evicted otherwise', () => {
    const isRepeated = repeatedStatements();
    isRepeated('used');
    for (let nth = 0; nth < 2_000; nth += 1) {
      isRepeated(`${nth}`);
      expect(isRepeated('used')).toBe(true);
    }
    expect(isRepeated('0')).toBe(false);
  });
});
