import { describe, expect, test } from 'vitest';
import type { BankFileReader } from '../../../src/rails/bank-files/bank-file.ts';
import { createBankFileReader } from '../../../src/rails/bank-files/read-bank-file.ts';
import { readAll, streamOf } from '../../support/bank-files.ts';

/** A reader that gives the whole content as the id of a message. */
const recording = (kind: 'CAMT_053' | 'NACHA_RETURNS'): BankFileReader =>
  async function* (chunks) {
    const parts: Uint8Array[] = [];
    for await (const chunk of chunks) parts.push(chunk);
    yield { record: 'file', kind, messageId: Buffer.concat(parts).toString() };
  };

const read = createBankFileReader({ iso20022: recording('CAMT_053'), nacha: recording('NACHA_RETURNS') });

describe('the format of a file is', () => {
  test.each([
    ['XML by a declaration', '<?xml version="1.0"?><Document/>', 'CAMT_053'],
    ['XML by its root', '<Document/>', 'CAMT_053'],
    ['XML after a byte order mark', '\uFEFF<Document/>', 'CAMT_053'],
    ['XML after white space', ' \r\n\t<Document/>', 'CAMT_053'],
    ['NACHA by a file header', '101 091000019', 'NACHA_RETURNS'],
  ])('%s', async (_, content, kind) => {
    for (const size of [1, 2, 3, 1_000]) {
      expect(await readAll(content, { read, size })).toEqual([{ record: 'file', kind, messageId: content }]);
    }
  });
});

describe('a file is unreadable', () => {
  test.each<[string, string | Uint8Array, RegExp]>([
    ['without content', '', /empty/],
    ['of white space', ' '.repeat(5_000), /white space/],
    ['with a byte order mark alone', '\uFEFF', /empty/],
    ['of another format', ':20:STATEMENT', /neither XML in UTF-8 nor NACHA/],
    ['in UTF-16', Buffer.from('\uFEFF<Document/>', 'utf16le'), /neither XML in UTF-8 nor NACHA/],
    ['of a compressed archive', new Uint8Array([0x50, 0x4b, 3, 4]), /neither XML in UTF-8 nor NACHA/],
  ])('%s', async (_, content, message) => {
    await expect(readAll(content, { read })).rejects.toMatchObject({
      name: 'UnreadableBankFile',
      message: expect.stringMatching(message),
      line: 1,
    });
  });
});

test('the source of the file is closed when its reader stops', async () => {
  let isClosed = false;
  async function* source(): AsyncGenerator<Uint8Array> {
    try {
      yield* streamOf([new TextEncoder().encode('<Document>'), new Uint8Array(10)]);
    } finally {
      isClosed = true;
    }
  }
  // biome-ignore lint/correctness/useYield: a reader that stops at once.
  const failing: BankFileReader = async function* () {
    throw new Error('stop');
  };
  const records = createBankFileReader({ iso20022: failing, nacha: failing })(source());
  await expect(records.next()).rejects.toThrow('stop');
  expect(isClosed).toBe(true);
});
