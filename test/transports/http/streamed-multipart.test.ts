import { describe, expect, test } from 'vitest';
import { MalformedForm, streamedFile } from '../../../src/transports/http/streamed-multipart.ts';

const type = 'multipart/form-data; boundary=xx';

async function* inPieces(body: string, length: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(body);
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

const part = (head: string, content: string) =>
  `--xx\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
const file = (content: string) => part('name="file"; filename="c.csv"', content);
const field = (name: string, value: string) => part(`name="${name}"`, value);
const form = (...parts: string[]) => `${parts.join('')}--xx--\r\n`;

async function read(body: string, pieceLength: number, contentType = type) {
  const { fileName, fields, pieces } = await streamedFile(inPieces(body, pieceLength), contentType);
  const read: Uint8Array[] = [];
  for await (const piece of pieces) read.push(piece);
  return { fileName, fields: Object.fromEntries(fields), content: Buffer.concat(read).toString() };
}

const content = 'a,b\r\n--x\r\n-- xx\r\n\r\n--x,"ä"\r\n';

describe('a form with one file is read in pieces of any length', () => {
  test.each([
    ['the file only', form(file(content)), { fields: {}, content }],
    ['an empty file', form(file('')), { fields: {}, content: '' }],
    [
      'a field before the file',
      form(field('dryRun', 'true'), file(content)),
      { fields: { dryRun: 'true' }, content },
    ],
    [
      'a field after the file',
      form(file(content), field('dryRun', 'true')),
      { fields: { dryRun: 'true' }, content },
    ],
  ])('%s', async (_, body, expected) => {
    for (const length of [1, 2, 3, 7, 64, 10_000]) {
      expect(await read(body, length)).toEqual({ fileName: 'c.csv', ...expected });
    }
  });
});

describe('a body is rejected', () => {
  test.each([
    ['without a boundary', form(file('a')), 'body: must be multipart/form-data', 'multipart/form-data'],
    ['with another boundary', form(file('a')), 'body: must be multipart/form-data', `${type}y`],
    ['without a file', form(field('a', 'b')), 'file: is required', type],
    ['with two files', form(file('a'), file('b')), 'file: must be one file', type],
    ['with a file of another name', form(part('name="x"; filename="f"', '1')), 'x: must be text', type],
    ['that ends in the file', `${file('a').trimEnd()}`, 'body: must be multipart/form-data', type],
    ['that ends after the file', file('a'), 'body: must be multipart/form-data', type],
    [
      'with a part that is no form data',
      `--xx\r\nA: b\r\n\r\nc\r\n--xx--`,
      'body: must be multipart/form-data',
      type,
    ],
    ['with a long head', `--xx\r\n${'a'.repeat(5_000)}`, 'body: must be multipart/form-data', type],
    [
      'with a long field',
      form(field('a', 'b'.repeat(70_000)), file('c')),
      'body: must have fields of at most 65536 bytes',
      type,
    ],
    [
      'with many parts',
      form(...Array.from({ length: 20 }, () => field('a', 'b')), file('c')),
      'body: must have at most 20 parts',
      type,
    ],
  ])('%s', async (_, body, message, contentType) => {
    const problem = await read(body, 100, contentType).catch((error: unknown) => error);
    expect(problem).toBeInstanceOf(MalformedForm);
    expect((problem as MalformedForm).problem.message).toBe(message);
  });
});
