import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { folderFileStore, newStorageKey } from '../../../src/infrastructure/object-storage/file-store.ts';
import { sealingKey } from '../../../src/kernel/crypto/at-rest.ts';
import { newId } from '../../../src/kernel/ids.ts';

const chunk = 64 * 1024;
/** A sealed chunk of full length: the chunk, 1 byte version, 4 bytes key id, 12 bytes nonce, 16 bytes tag. */
const sealedChunk = chunk + 33;
const platform = newId('Platform');
const dataKey = sealingKey(new Uint8Array(32).fill(7));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'files-'));
});
afterAll(() => rm(folder, { recursive: true }));

const store = () => folderFileStore(folder, dataKey);
const pathOf = (key: string) => join(folder, key);

async function* inPieces(bytes: Uint8Array, length: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

async function contents(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const read: Uint8Array[] = [];
  for await (const piece of pieces) read.push(piece);
  return Buffer.concat(read);
}

async function stored(bytes: Uint8Array, pieceLength = 10_000): Promise<string> {
  const key = newStorageKey(platform);
  await store().putStream(key, inPieces(bytes, pieceLength));
  return key;
}

describe('a file that is written in pieces', () => {
  test.each([
    ['nothing', 0],
    ['one byte', 1],
    ['a byte less than a chunk', chunk - 1],
    ['exactly one chunk', chunk],
    ['a byte more than a chunk', chunk + 1],
    ['exactly three chunks', 3 * chunk],
    ['three chunks and a half', 3.5 * chunk],
  ])('is read as it was written: %s', async (_, length) => {
    const bytes = randomBytes(length);
    for (const pieceLength of [1_000, chunk, 2 * chunk + 1]) {
      const key = newStorageKey(platform);
      expect(await store().putStream(key, inPieces(bytes, pieceLength))).toBe(length);
      expect((await contents(store().getStream(key))).equals(bytes)).toBe(true);
    }
  });

  test.each([
    ['at a byte of the first chunk', 17],
    ['at the last byte of a chunk', chunk - 1],
    ['at the first byte of a chunk', chunk],
    ['in a later chunk', 2 * chunk + 99],
    ['at the last byte', 3 * chunk - 1],
    ['after the last byte', 3 * chunk],
  ])('can be read from %s', async (_, start) => {
    const bytes = randomBytes(3 * chunk);
    const key = await stored(bytes);
    expect((await contents(store().getStream(key, start))).equals(bytes.subarray(start))).toBe(true);
  });

  test('cannot be read from a byte that it does not have', async () => {
    const key = await stored(randomBytes(chunk));
    await expect(contents(store().getStream(key, chunk + 1))).rejects.toThrow('a byte that it has');
  });

  test('is returned in pieces of at most 64 KiB', async () => {
    const key = await stored(randomBytes(2 * chunk + 5));
    const lengths: number[] = [];
    for await (const piece of store().getStream(key)) lengths.push(piece.length);
    expect(lengths).toEqual([chunk, chunk, 5]);
  });

  test('reveals nothing in the folder', async () => {
    const key = await stored(Buffer.from('Amara Okafor\n'.repeat(10_000)));
    expect((await readFile(pathOf(key))).includes('Amara')).toBe(false);
  });

  test('leaves nothing when the pieces end with an error', async () => {
    const key = newStorageKey(newId('Platform'));
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield randomBytes(2 * chunk);
      throw new Error('the connection is closed');
    }
    await expect(store().putStream(key, broken())).rejects.toThrow('the connection is closed');
    expect(await readdir(join(folder, key.split('/')[0] ?? ''))).toEqual([]);
  });

  test('is listed and removed like other files', async () => {
    const other = newId('Platform');
    const key = newStorageKey(other);
    await store().putStream(key, inPieces(randomBytes(10), 10));
    expect(await store().keysOf(key.split('/')[0] ?? '')).toEqual([key]);
    await store().remove(key);
    expect(await store().keysOf(key.split('/')[0] ?? '')).toEqual([]);
  });
});

describe('a file that was changed is not read', () => {
  const cut = (sealed: Buffer, from: number, to?: number) =>
    sealed.subarray(from * sealedChunk, to === undefined ? undefined : to * sealedChunk);

  test.each<[string, (sealed: Buffer) => Uint8Array]>([
    ['without its last chunk', (sealed) => cut(sealed, 0, 2)],
    ['without its first chunk', (sealed) => cut(sealed, 1)],
    ['without a chunk in the middle', (sealed) => Buffer.concat([cut(sealed, 0, 1), cut(sealed, 2)])],
    ['without its last byte', (sealed) => sealed.subarray(0, -1)],
    ['empty', () => Buffer.alloc(0)],
    ['with a byte after its end', (sealed) => Buffer.concat([sealed, Buffer.alloc(1)])],
    ['with its last chunk twice', (sealed) => Buffer.concat([sealed, cut(sealed, 2)])],
    [
      'with two chunks exchanged',
      (sealed) => Buffer.concat([cut(sealed, 1, 2), cut(sealed, 0, 1), cut(sealed, 2)]),
    ],
    ['with one bit changed', (sealed) => sealed.fill((sealed[100] ?? 0) ^ 1, 100, 101)],
  ])('%s', async (_, change) => {
    const key = await stored(randomBytes(3 * chunk));
    await writeFile(pathOf(key), change(await readFile(pathOf(key))));
    await expect(contents(store().getStream(key))).rejects.toThrow();
  });

  test('under the name of another file', async () => {
    const [key, other] = [await stored(randomBytes(10)), await stored(randomBytes(10))];
    await writeFile(pathOf(key), await readFile(pathOf(other)));
    await expect(contents(store().getStream(key))).rejects.toThrow();
  });

  test('with another key', async () => {
    const key = await stored(randomBytes(10));
    const another = folderFileStore(folder, sealingKey(new Uint8Array(32).fill(8)));
    await expect(contents(another.getStream(key))).rejects.toThrow();
  });

  test('when it was written as a whole', async () => {
    const key = newStorageKey(platform);
    await store().put(key, randomBytes(10));
    await expect(contents(store().getStream(key))).rejects.toThrow();
  });
});
