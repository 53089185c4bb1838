/** Amounts and texts of other parties in the output. */
import { Readable } from 'node:stream';
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
    stdin: Readable.from([]),
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

  test('does not control the terminal in a line of a stream, a remark or an error', () => {
    const { lines, printer } = printed(false);
    printer.item({}, () => 'a\u001b[2Jb\nc');
    printer.note('a\u009b2Jb\nc');
    const details = { code: 'A\u001bB', hint: 'a\u001bb', requestId: '\u009bc' };
    printer.error(new CommandError(1, 'a\u001bb', details));
    expect(lines).toEqual([
      'a\u{fffd}[2Jb\u{fffd}c\n',
      'a\u{fffd}2Jb\nc\n',
      'Error: a\u{fffd}b (A\u{fffd}B)\na\u{fffd}b\nRequest: \u{fffd}c\n',
    ]);
  });

  test('stays within its line of JSON, and does not control the terminal', () => {
    const { lines, printer } = printed(true);
    printer.item({ name: 'a\nb' }, () => '');
    expect(lines).toEqual(['{"name":"a\\nb"}\n']);
    // Python, for one, splits lines at the first three.
    const name = 'a\u0085\u2028\u2029\u009b\u007f\u202e\u{e0001}\u{1f600}b';
    printer.item({ name }, () => '');
    expect(lines[1]).toMatch(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+\n$/u);
    expect(JSON.parse(lines[1] ?? '')).toEqual({ name });
  });

  test('is printed in an error without the secret that it contains', () => {
    for (const isJson of [true, false]) {
      const { lines, printer } = printed(isJson);
      printer.error(new CommandError(1, 'hunter22 is wrong'));
      expect(lines.join('')).toContain('*** is wrong');
    }
  });
});
