/** The message of an invalid input names its wrong fields. */
import { expect, test } from 'vitest';
import { InvalidInput } from '../../src/kernel/errors.ts';

const wrong = (...paths: string[]) =>
  new InvalidInput(paths.map((path) => ({ path, message: 'is required' })));

test.each([
  [wrong('a.b'), 'a.b: is required'],
  [wrong('a', 'b'), 'These fields are not valid: a, b.'],
  [wrong('a', 'b', 'c'), 'These fields are not valid: a, b, c.'],
  [wrong('a', 'b', 'c', 'd'), 'These fields are not valid: a, b, c and others.'],
])('%#', (error, message) => {
  expect(error.message).toBe(message);
});

test('the names are paths in the argument that has the fields', () => {
  expect(wrong('a', 'b').under('input').message).toBe('These fields are not valid: input.a, input.b.');
});

test('a message of the caller stays', () => {
  const fields = [
    { path: 'a', message: 'x' },
    { path: 'b', message: 'y' },
  ];
  expect(new InvalidInput(fields, { message: 'Unsuitable.' }).under('input').message).toBe('Unsuitable.');
});
