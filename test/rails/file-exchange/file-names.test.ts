import { describe, expect, test } from 'vitest';
import {
  archivedNameOf,
  listedNameOf,
  originalNameOf,
  requireOwnName,
  stagedNameOf,
} from '../../../src/rails/file-exchange/file-names.ts';

const bytes = (text: string) => Buffer.from(text);

describe('the name of an outgoing file', () => {
  test.each([['BF-ABCDEFGHIJKL.xml'], ['a'], ['_'], ['A'.repeat(120)]])('can be %s', (name) => {
    expect(requireOwnName(name)).toBe(name);
    expect(stagedNameOf(name)).toBe(`${name}.part`);
  });

  test.each([
    ['empty', ''],
    ['of 121 characters', 'A'.repeat(121)],
    ['a path', 'a/b'],
    ['a path with backslashes', 'a\\b'],
    ['hidden', '.a'],
    ['the parent folder', '..'],
    ['with a space', 'a b'],
    ['with a null byte', 'a\0'],
    ['with a line feed at its end', 'a\n'],
    ['with a letter outside ASCII', 'ä'],
    ['temporary', 'a.part'],
  ])('is not %s', (_, name) => {
    expect(() => requireOwnName(name)).toThrow();
  });
});

describe('the name of an incoming file', () => {
  test.each([
    ['plain', 'camt.053_2026-01-05.xml', 'camt.053_2026-01-05.xml'],
    ['with a space', 'my file.xml', 'my%20file.xml'],
    ['with a percent sign', 'a%20b', 'a%2520b'],
    ['with letters outside ASCII', 'é.xml', '%C3%A9.xml'],
    ['with a line feed', 'a\nb', 'a%0Ab'],
    ['with markup', '<b>', '%3Cb%3E'],
    ['of 255 bytes', ' '.repeat(255), '%20'.repeat(255)],
  ])('%s is listed with escapes, and its original is known', (_, original, listed) => {
    expect(listedNameOf(bytes(original))).toBe(listed);
    expect(originalNameOf(listed)).toEqual(bytes(original));
  });

  test('that is not UTF-8 is listed too', () => {
    expect(listedNameOf(Buffer.from([0xff, 0x41]))).toBe('%FFA');
    expect(originalNameOf('%FFA')).toEqual(Buffer.from([0xff, 0x41]));
  });

  test.each([
    ['empty', ''],
    ['the folder', '.'],
    ['the parent folder', '..'],
    ['a path', '../etc/passwd'],
    ['an absolute path', '/etc/passwd'],
    ['a path with backslashes', '..\\a'],
    ['with a null byte', 'a\0b'],
    ['hidden', '.a.xml'],
    ['of 256 bytes', 'a'.repeat(256)],
    ['temporary', 'a.xml.part'],
    ['temporary, in upper case', 'a.XML.FILEPART'],
    ['a backup of an editor', 'a.xml~'],
  ])('is not listed when it is %s', (_, original) => {
    expect(listedNameOf(bytes(original))).toBeUndefined();
  });

  test.each([
    ['a path', '../a'],
    ['an escaped path', '..%2Fa'],
    ['the escaped parent folder', '%2E%2E'],
    ['an escaped null byte', 'a%00'],
    ['an incomplete escape', 'a%2'],
    ['an escape in lower case', 'a%2f'],
    ['empty', ''],
  ])('is never %s', (_, name) => {
    expect(() => originalNameOf(name)).toThrow('listed by the exchange');
  });

  test('is archived with the time of the file, within 255 bytes', () => {
    const modifiedAt = new Date('2026-01-05T10:11:12.345Z');
    expect(archivedNameOf(bytes('a.xml'), modifiedAt).toString()).toBe('20260105T101112345Z-a.xml');
    expect(archivedNameOf(bytes('a'.repeat(255)), modifiedAt)).toHaveLength(255);
  });
});
