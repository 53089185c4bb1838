/** Texts and values that break careless code. */
import type { Random } from '../faults/random.ts';

export const uuid = '019542f5-b3e7-7d02-8000-00000000dead';

export const hostileTexts: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udc00y',
  '\u202e\u2066',
  '\ufeff',
  '\u2028\u2029',
  '💣'.repeat(200),
  'e\u0301'.repeat(300),
  'x'.repeat(5_000),
  'ÿ'.repeat(1_024),
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  "'; drop table customers; --",
  "' or 1=1 --",
  '#{7*7}{{7*7}}',
  '%s%n%x',
  '%00',
  '%c0%ae',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '1e309',
  '-0',
  'NaN',
  'Infinity',
  '9'.repeat(400),
  'null',
  'true',
  '{}',
  '[]',
  `Customer:${uuid}`,
  `Customer:${uuid.toUpperCase()}`,
  `Customer:${uuid}\u0000`,
  `Transaction:${uuid}:${uuid}`,
  'Customer:',
  ':',
  `__proto__:${uuid}`,
  '+275760-09-13T00:00:00Z',
  '0000-01-01T00:00:00+14:00',
  '2026-02-30T25:61:61Z',
];

/** Numbers in JSON notation, including numbers that no double can represent. */
export const hostileNumbers: readonly string[] = [
  '0',
  '-0',
  '-1',
  '1.5',
  '2147483648',
  '-2147483649',
  '9007199254740991',
  '9007199254740993',
  '9223372036854775808',
  '1e308',
  '1e400',
  '-1e400',
  '0.1e-400',
  '1'.repeat(400),
  `0.${'3'.repeat(400)}`,
];

const open = { '[': ']', '{"a":': '}' };

/** JSON of that depth. */
export function deepJson(random: Random, levels: number): string {
  const start = random.pick(Object.keys(open)) as keyof typeof open;
  return `${start.repeat(levels)}1${open[start].repeat(levels)}`;
}

const quoted = (random: Random): string => JSON.stringify(random.pick(hostileTexts));

/** JSON as a text, with duplicate keys and with numbers that no object can hold. */
export function hostileJson(random: Random): string {
  switch (random.between(0, 9)) {
    case 0:
      return random.pick(hostileNumbers);
    case 1:
      return quoted(random);
    case 2:
      return random.pick(['null', 'true', 'false', '[]', '{}', '[[]]', '""']);
    case 3:
      return deepJson(random, random.pick([10, 100, 3_000]));
    case 4:
      return `{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"x":1}}}`;
    case 5:
      return `{${quoted(random)}:1,${quoted(random)}:${quoted(random)}}`;
    case 6:
      return `[${Array.from({ length: random.between(1, 300) }, () => quoted(random)).join()}]`;
    case 7: {
      const key = quoted(random);
      return `{${Array.from({ length: random.between(2, 40) }, (_, n) => `${key}:${n}`).join()}}`;
    }
    case 8:
      return `{${Array.from({ length: random.between(1, 500) }, (_, n) => `"k${n}":${n}`).join()}}`;
    default:
      return `"\\u${random.pick(['d800', 'dc00', '0000', 'ffff', '202e'])}"`;
  }
}

/** Texts that cause backtracking in patterns without an anchor or with nested repetitions. */
const slowTexts: readonly ((length: number) => string)[] = [
  (length) => `a@${'.'.repeat(length)}@`,
  (length) => `${'a'.repeat(length)}!`,
  (length) => `${' '.repeat(length)}x`,
  (length) => `$${'a.'.repeat(length / 2)}@`,
  (length) => `+${'1'.repeat(length)}x`,
  (length) => `https://${'a-'.repeat(length / 2)}.`,
  (length) => `${'0'.repeat(length)}1`,
  (length) => '\r\n'.repeat(length / 2),
  (length) => 'é'.repeat(length / 2),
  (length) => '\u0000'.repeat(length / 6),
];

/** A text of about that number of bytes in JSON. */
export const longText = (random: Random, bytes: number): string => random.pick(slowTexts)(bytes);

const repeated = (item: string, bytes: number): string =>
  `[${`${item},`.repeat(Math.max(0, Math.floor(bytes / (item.length + 1)) - 1))}${item}]`;

const numbered = (bytes: number, keyOf: (n: number) => string, value: string): string => {
  const each = keyOf(1_000_000).length + value.length + 4;
  return `{${Array.from({ length: Math.floor(bytes / each) }, (_, n) => `"${keyOf(n)}":${value}`).join()}}`;
};

/** JSON of about that number of bytes: long lists, maps with many keys, deep nesting, long texts. */
export function largeJson(random: Random, bytes: number): string {
  switch (random.between(0, 7)) {
    case 0:
      return repeated(random.pick(['1', '{}', '[]', 'null', '""', '"PENDING"', '1e9', '{"a":1}']), bytes);
    case 1:
      return numbered(bytes, (n) => `key${n}`, random.pick(['1', '"x"', '{}']));
    case 2:
      return numbered(bytes, (n) => `${4_294_967_290 - n * 7}`, '1');
    case 3:
      return deepJson(random, bytes / 8);
    case 4:
      return repeated(JSON.stringify(`InternalAccount:${uuid}`), bytes);
    case 5:
      return `"${'\\"'.repeat(bytes / 2)}"`;
    case 6:
      return '1'.repeat(bytes);
    default:
      return JSON.stringify(longText(random, bytes));
  }
}

/** The size of a large request: near the limits, and far below and above them. */
export const largeSize = (random: Random): number =>
  random.pick([20_000, 100_000, 250_000, 600_000, 1_040_000]);

/** Removes, repeats, swaps or replaces parts of a text. */
export function mangled(random: Random, text: string): string {
  let result = text;
  for (let times = random.between(1, 3); times > 0; times -= 1) {
    const at = random.between(0, result.length);
    const to = Math.min(result.length, at + random.between(1, 12));
    const middle = random.pick([
      '',
      result.slice(at, to).repeat(random.between(2, 5)),
      random.pick([
        '{',
        '}',
        '(',
        ')',
        '"',
        '"""',
        '\\',
        '$',
        '...',
        '@',
        ':',
        '!',
        '#',
        '\u0000',
        '\ufeff',
        '&',
      ]),
      random.pick(hostileTexts).slice(0, 50),
    ]);
    result = result.slice(0, at) + middle + result.slice(to);
  }
  return result;
}

/** Random bytes, which are usually not UTF-8. */
export const bytesOf = (random: Random, length: number): Buffer =>
  Buffer.from(Array.from({ length }, () => random.between(0, 255)));
