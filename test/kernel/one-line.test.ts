import { expect, test } from 'vitest';
import { oneLine } from '../../src/kernel/one-line.ts';

test.each([
  ['a line break', 'one\r\ntwo', 'one two'],
  ['a line separator of Unicode', 'one\u2028two', 'one two'],
  ['a control character', 'one\u0007two', 'one two'],
  ['a change of the direction of writing', 'one\u202etwo', 'one two'],
  ['space around the text', ' \tone two\n', 'one two'],
])('%s does not remain in one line', (_, text, line) => {
  expect(oneLine(text)).toBe(line);
});
