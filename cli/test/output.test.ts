/** Amounts and texts of other parties in the output. */
import { describe, expect, test } from 'vitest';
import { smallestUnit } from '../src/commands/options.ts';
import { CommandError } from '../src/errors.ts';
import { decimal, printerOf } from '../src/output.ts';

const printed = (isJson: boolean) => {
  const lines: string[] = [];
  const output = { write: (text: string) => void lines.push(text) };
  const io = {
    env: {},
    stdout: output,
    stderr: output,
    isInteractive: false,
    signal: new AbortController().signal,
    readStdin: async () => '',
    askSecret: async () => undefined,
  };
  return { lines, printer: printerOf(io, isJson, (text) => text.replaceAll('hunter22', '***')) };
};

test.each([
  [0, 2, '0.00'],
  [5, 2, '0.05'],
  [1234, 2, '12.34'],
  [-5, 2, '-0.05'],
  [1234, 0, '1234'],
  [9_000_000_000_000_000, 8, '90000000.00000000'],
])('%d in the smallest unit with %d decimals is %s', (amount, decimals, text) => {
  expect(decimal(amount, decimals)).toBe(text);
});

test.each([
  ['25', 2, 2500],
  ['25.5', 2, 2550],
  ['0.01', 2, 1],
  ['90000000.00000000', 8, 9_000_000_000_000_000],
  ['7', 0, 7],
])('%s with %d decimals is %d in the smallest unit', (text, decimals, amount) => {
  expect(smallestUnit(text, { code: 'XXX', decimals })).toBe(amount);
});

test.each([
  ['', 2],
  ['.5', 2],
  ['1.', 2],
  ['1e3', 2],
  ['0x10', 2],
  [' 1', 2],
  ['1.5', 0],
  ['99999999999999999', 2],
  ['9999999999999999.99', 2],
])('the amount "%s" with %d decimals is wrong usage', (text, decimals) => {
  expect(() => smallestUnit(text, { code: 'XXX', decimals })).toThrow(CommandError);
});

describe('a text of another party', () => {
  test('does not control the terminal', () => {
    const { lines, printer } = printed(false);
    printer.record({}, [['Name', 'a\u001b]0;title\u0007b\nc\u202ed']]);
    expect(lines.join('')).toBe('Name  a\u{fffd}]0;title\u{fffd}b\u{fffd}c\u{fffd}d\n');
  });

  test('stays within its line of JSON', () => {
    const { lines, printer } = printed(true);
    printer.item({ name: 'a\nb' }, () => '');
    expect(lines).toEqual(['{"name":"a\\nb"}\n']);
  });

  test('is printed in an error without the secret that it contains', () => {
    for (const isJson of [true, false]) {
      const { lines, printer } = printed(isJson);
      printer.error(new CommandError(1, 'hunter22 is wrong'));
      expect(lines.join('')).toContain('*** is wrong');
    }
  });
});
