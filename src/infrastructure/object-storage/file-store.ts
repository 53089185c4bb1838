/**
 * Stores the contents of documents, and of larger files in chunks.
 *
 * Decision: files are sealed under the data key, so a copy of the folder does not reveal documents.
 * Decision: a file is written before the commit of the row that refers to it, and a replaced file is removed after it. A
 * crash in between leaves a file without a row, never a row without a file. `retention/sweep-files.ts` removes such files.
 */
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SealingKey } from '../../kernel/crypto/at-rest.ts';
import { invariant } from '../../kernel/errors.ts';
import { type Id, newUuid, uuidOf } from '../../kernel/ids.ts';
import { readSealed, writeSealed } from './sealed-stream.ts';

/**
 * The port for the contents of files. A key is a platform's uuid, a slash and a file's uuid. A file that `put` wrote is read by
 * `get`, and one that `putStream` wrote by `getStream`.
 */
export interface FileStore {
  put(key: string, bytes: Uint8Array): Promise<void>;
  get(key: string): Promise<Uint8Array>;
  /**
   * Writes pieces as they arrive, with 64 KiB in memory. When it returns, the file is on the disk. When the pieces end with an error, it
   * throws that error and no file remains. The caller limits the length and the time.
   *
   * @returns The number of bytes.
   */
  putStream(key: string, pieces: AsyncIterable<Uint8Array>): Promise<number>;
  /**
   * Reads a file in pieces of up to 64 KiB, from byte `start` on, 0 by default. Throws on the first piece that is not authentic, also when
   * the file is shorter or longer than what was written. A reader that stops early must end the iteration.
   */
  getStream(key: string, start?: number): AsyncGenerator<Uint8Array>;
  /** Removes a file, also an unfinished one. A missing file is no error. */
  remove(key: string): Promise<void>;
  /** The keys of a platform's files, in any order, including unfinished ones. */
  keysOf(platformUuid: string): Promise<readonly string[]>;
}

export const newStorageKey = (platformId: Id<'Platform'>): string => `${uuidOf(platformId)}/${newUuid()}`;

const keyPattern = /^[0-9a-f-]{36}\/[0-9a-f-]{36}$/;
const purpose = 'document';
/** The suffix of a file that is not complete. */
const unfinished = '.part';

/** Stores files in a folder, with a subfolder for each platform. */
export function folderFileStore(folder: string, dataKey: SealingKey): FileStore {
  const pathOf = (key: string) => {
    invariant(keyPattern.test(key), 'a file key is made of two uuids');
    return join(folder, key);
  };
  const newPathOf = async (key: string) => {
    const path = pathOf(key);
    await mkdir(join(folder, key.split('/')[0] ?? ''), { recursive: true, mode: 0o700 });
    return path;
  };
  return {
    async put(key, bytes) {
      const path = await newPathOf(key);
      // Renaming is atomic, so a reader never sees a partial file.
      await writeFile(`${path}${unfinished}`, dataKey.seal(purpose, key, bytes), { mode: 0o600 });
      await rename(`${path}${unfinished}`, path);
    },
    get: async (key) => dataKey.open(purpose, key, new Uint8Array(await readFile(pathOf(key)))),
    async putStream(key, pieces) {
      const path = await newPathOf(key);
      const file = await open(`${path}${unfinished}`, 'w', 0o600);
      try {
        const length = await writeSealed(file, dataKey, key, pieces);
        // Otherwise a power failure after the rename can leave a shorter file under the final name.
        await file.sync();
        await rename(`${path}${unfinished}`, path);
        return length;
      } catch (error) {
        await rm(`${path}${unfinished}`, { force: true });
        throw error;
      } finally {
        await file.close();
      }
    },
    async *getStream(key, start = 0) {
      const file = await open(pathOf(key));
      try {
        yield* readSealed(file, dataKey, key, start);
      } finally {
        await file.close();
      }
    },
    async remove(key) {
      const path = pathOf(key);
      for (const name of [path, `${path}${unfinished}`]) await rm(name, { force: true });
    },
    async keysOf(platformUuid) {
      const names = await readdir(join(folder, platformUuid)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return [];
        throw error;
      });
      const keys = names.map((name) => `${platformUuid}/${name.replace(/\.part$/, '')}`);
      // Other files are ignored.
      return [...new Set(keys.filter((key) => keyPattern.test(key)))];
    },
  };
}
