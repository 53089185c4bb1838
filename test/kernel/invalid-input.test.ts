/** The message of an invalid input names its wrong fields. */
import { expect, test } from 'vitest';
import { InvalidInput } from '../../src/kernel/errors.ts';

const wrong = (...paths: string[]) =>
  new InvalidInput(paths.map((path) => ({ path, message: 'is required' })));

test.each([
  [wrong('a.b'), 'a.b: is required'],
  [wrong('a', 'b'), '2 fields are not valid: a, b.'],
  [wrong('a', 'b', 'c'), '3 fields are not valid: a, b, c.'],
  [wrong('a', 'b', 'c', 'd'), '4 fields are not valid: a, b, c and others.'],
])('%#', (error, message) => {
  expect(error.message).toBe(message);
});
