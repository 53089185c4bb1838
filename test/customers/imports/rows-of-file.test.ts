import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ImportFormat, maxRowBytes } from '../../../src/customers/imports/customer-import.ts';
import {
  type FileRow,
  fieldsOfRow,
  RowSplitter,
  textOfRow,
} from '../../../src/customers/imports/rows-of-file.ts';

const bytes = (text: string) => new Uint8Array(Buffer.from(text));

/** Splits a file that arrives in pieces of a length. */
function split(text: string | Uint8Array, { format = 'CSV' as ImportFormat, pieceLength = 1_000_000 } = {}) {
  const file = typeof text === 'string' ? bytes(text) : text;
  const splitter = new RowSplitter(format);
  const rows: FileRow[] = [];
  for (let at = 0; at < file.length; at += pieceLength) {
    rows.push(...splitter.push(file.subarray(at, at + pieceLength)));
  }
  rows.push(...splitter.end());
  return {
    rows: rows.map((row) => textOfRow(row.bytes)),
    ends: rows.map(({ end }) => end),
    problem: splitter.problem,
  };
}

describe('a file is split into rows', () => {
  test.each<[string, string, string[]]>([
    ['by line feeds', 'a,b\nc,d\n', ['a,b', 'c,d']],
    ['by CRLF', 'a,b\r\nc,d\r\n', ['a,b', 'c,d']],
    ['also without a last line break', 'a\nb', ['a', 'b']],
    ['without empty rows', '\n\r\na\n\n\nb\n\n', ['a', 'b']],
    ['without a byte order mark', '\ufeffa\nb', ['a', 'b']],
    ['with a quote after a byte order mark', '\ufeff"a\nb"\nc', ['"a\nb"', 'c']],
    ['with line breaks in quotes', '"a\r\nb",c\nd', ['"a\r\nb",c', 'd']],
    ['with doubled quotes', '"a""\n""b"\nc', ['"a""\n""b"', 'c']],
    ['with quotes within an unquoted field', 'a"b\nc', ['a"b', 'c']],
    ['with a carriage return within a row', 'a\rb\nc', ['a\rb', 'c']],
    ['of two bytes', 'a\n', ['a']],
    ['of one byte', 'a', ['a']],
    ['of no byte', '', []],
    ['of a byte order mark only', '\ufeff', []],
  ])('%s', (_, file, rows) => {
    for (const pieceLength of [1, 2, 3, 4, 5, 1_000]) {
      expect(split(file, { pieceLength })).toMatchObject({ rows, problem: undefined });
    }
  });

  test('of NDJSON by lines, whatever their quotes', () => {
    expect(split('{"a":"\\""}\n"\n', { format: 'NDJSON' }).rows).toEqual(['{"a":"\\""}', '"']);
  });

  test('whose ends are the bytes at which the next row starts, so that it can be continued there', () => {
    const file = bytes('\ufeffh\r\n"ä\n",1\n\nc,2\r\nd,3');
    const all = split(file, { pieceLength: 2 });
    for (const [index, end] of all.ends.entries()) {
      const rest = new RowSplitter('CSV', end);
      const rows = [...rest.push(file.subarray(end)), ...rest.end()].map((row) => textOfRow(row.bytes));
      expect(rows).toEqual(all.rows.slice(index + 1));
    }
  });

  test.each([
    ['with a quote that is not closed', 'a\n"b\nc', 'open-quote'],
    ['of one quote', '"', 'open-quote'],
    ['with text after a closing quote', '"a"b\n', 'text-after-quote'],
    ['with a carriage return and text after a closing quote', '"a"\rb\n', 'text-after-quote'],
    ['with a row of 64 KiB and one byte', `a\n${'b'.repeat(maxRowBytes + 1)}\n`, 'too-long'],
    ['with a last row of 64 KiB and one byte', 'b'.repeat(maxRowBytes + 1), 'too-long'],
    ['with a quoted row that does not end', `"${'b\n'.repeat(maxRowBytes)}`, 'too-long'],
  ])('but not one %s', (_, file, problem) => {
    expect(split(file, { pieceLength: 60_000 }).problem).toBe(problem);
    expect(split(file).problem).toBe(problem);
  });

  test('with a row of 64 KiB', () => {
    const row = 'b'.repeat(maxRowBytes);
    expect(split(`a\n${row}\nc`, { pieceLength: 60_000 })).toMatchObject({
      rows: ['a', row, 'c'],
      problem: undefined,
    });
  });
});

describe('the fields of a row', () => {
  test.each<[string, string, string[]]>([
    ['are separated by commas', 'a,b', ['a', 'b']],
    ['can be empty', ',a,,', ['', 'a', '', '']],
    ['can be quoted', '"a,b",c', ['a,b', 'c']],
    ['can have doubled quotes', '"say ""hi""",""""', ['say "hi"', '"']],
    ['can be empty quotes', '"",a,""', ['', 'a', '']],
    ['keep formulas, spaces and other quotes as they are', '=1+1, @x ,a"b', ['=1+1', ' @x ', 'a"b']],
  ])('%s', (_, row, fields) => {
    expect(fieldsOfRow(bytes(row))).toEqual(fields);
  });

  test('are the fields that were written, for any texts', () => {
    const field = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', 'ä', ' '), maxLength: 8 });
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
    fc.assert(
      fc.property(
        fc.array(fc.array(field, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 20 }),
        (rows, pieceLength) => {
          const file = rows.map((row) => row.map(quoted).join(',')).join('\r\n');
          const found = split(file, { pieceLength });
          expect(found.rows.map((row) => fieldsOfRow(bytes(row)))).toEqual(rows);
        },
      ),
    );
  });
});
