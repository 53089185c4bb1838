import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type ImportFormat, maxImportBytes } from '../../../src/customers/imports/customer-import.ts';
import { FileInspection } from '../../../src/customers/imports/inspect-file.ts';

async function* inPieces(file: Uint8Array, length: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.length; at += length) yield file.subarray(at, at + length);
}

/** Inspects a file that arrives in pieces of 10 bytes. */
async function inspect(text: string | Uint8Array, format: ImportFormat = 'CSV') {
  const file = Buffer.from(text);
  const inspection = new FileInspection(format);
  const passed: Uint8Array[] = [];
  try {
    for await (const piece of inspection.through(inPieces(file, 10))) passed.push(piece);
  } catch (error) {
    if (!inspection.problem) throw error;
    return inspection.problem;
  }
  expect(Buffer.concat(passed).equals(file)).toBe(true);
  return inspection.result();
}

describe('a file is accepted', () => {
  test('with its rows, columns, first row and digest', async () => {
    const file = '\ufeffcustomerType, fullName\r\nINDIVIDUAL,Ada\r\n\r\nBUSINESS,"x\ny"\r\n';
    expect(await inspect(file)).toEqual({
      total: 2,
      columns: ['customerType', 'fullName'],
      start: Buffer.byteLength('\ufeffcustomerType, fullName\r\n'),
      digest: createHash('sha256').update(file).digest('hex'),
    });
  });

  test('of NDJSON, without a header', async () => {
    expect(await inspect('{"a":1}\n{"b":2}', 'NDJSON')).toMatchObject({
      total: 2,
      columns: undefined,
      start: 0,
    });
  });
});

describe('a file is rejected', () => {
  test.each<[string, string | Uint8Array, string[]]>([
    ['that is empty', '', ['file has no rows']],
    ['with a header only', 'customerType\n', ['file has no rows']],
    ['with an unknown column', 'customerType,name\na,b', ['columns.2 is not a known column']],
    ['with a column twice', 'customerType,city,city\n1,2,3', ['columns.3 is there twice']],
    ['without customerType', 'city\nLagos', ['customerType is required as a column']],
    [
      'without a header, and does not repeat its data',
      'INDIVIDUAL,Ada Lovelace\n',
      [
        'columns.1 is not a known column',
        'columns.2 is not a known column',
        'customerType is required as a column',
      ],
    ],
    ['in UTF-16', Buffer.from('\ufeffcustomerType\nINDIVIDUAL', 'utf16le'), ['file the header is not UTF-8']],
    [
      'with a row in another encoding',
      Buffer.concat([Buffer.from('customerType,city\na,b\nc,'), Buffer.from('Z\u00fcrich', 'latin1')]),
      ['file row 2 is not UTF-8'],
    ],
    ['with a wrong quote', 'customerType\na\n"b"c\n', ['file row 2 has text after a closing quote']],
    ['with an open quote', 'customerType\na\n"b\nc\n', ['file row 2 has a quote that is not closed']],
    ['with a long row', `customerType\n${'x'.repeat(70_000)}`, ['file row 1 is longer than 65536 bytes']],
    ['with a long header', 'x'.repeat(70_000), ['file the header is longer than 65536 bytes']],
  ])('%s', async (_, file, problems) => {
    const found = await inspect(file);
    expect('fields' in found && found.fields.map(({ path, message }) => `${path} ${message}`)).toEqual(
      problems,
    );
  });

  test('above 1,000,000 rows', async () => {
    const inspection = new FileInspection('NDJSON');
    const passing = inspection.through(inPieces(Buffer.alloc(2_000_002, '1\n'), 64 * 1024));
    await expect(async () => {
      for await (const _ of passing);
    }).rejects.toThrow();
    expect(inspection.problem?.message).toBe('file: must have at most 1000000 rows');
  });

  test('above 100 MiB, at the piece that exceeds them', async () => {
    const inspection = new FileInspection('NDJSON');
    async function* tooMany(): AsyncGenerator<Uint8Array> {
      const piece = Buffer.alloc(1024 * 1024, `${'a'.repeat(1023)}\n`);
      for (let sent = 0; sent <= maxImportBytes; sent += piece.length) yield piece;
    }
    let passed = 0;
    await expect(async () => {
      for await (const piece of inspection.through(tooMany())) passed += piece.length;
    }).rejects.toThrow();
    expect(passed).toBe(maxImportBytes);
    expect(inspection.problem).toMatchObject({ code: 'PAYLOAD_TOO_LARGE', httpStatus: 413 });
  });

  test('not because its source ended with an error', async () => {
    const inspection = new FileInspection('CSV');
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('customerType\nINDIVIDUAL\n');
      throw new Error('closed');
    }
    await expect(async () => {
      for await (const _ of inspection.through(broken()));
    }).rejects.toThrow('closed');
    expect(inspection.problem).toBeUndefined();
  });
});
