/**
 * Stores the contents of documents.
 *
 * Decision: files are sealed under the data key, so a copy of the folder does not reveal documents.
 * Decision: a file is written before the commit of the row that refers to it, and a replaced file is removed after it. A
 * crash in between leaves a file without a row, never a row without a file. `retention/sweep-files.ts` removes such files.
 */
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SealingKey } from '../../kernel/crypto/at-rest.ts';
import { invariant } from '../../kernel/errors.ts';
import { type Id, newUuid, uuidOf } from '../../kernel/ids.ts';

/** The port for document contents. A key is a platform's uuid, a slash and a file's uuid. */
export interface FileStore {
  put(key: string, bytes: Uint8Array): Promise<void>;
  get(key: string): Promise<Uint8Array>;
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
  return {
    async put(key, bytes) {
      const path = pathOf(key);
      await mkdir(join(folder, key.split('/')[0] ?? ''), { recursive: true, mode: 0o700 });
      // Renaming is atomic, so a reader never sees a partial file.
      await writeFile(`${path}${unfinished}`, dataKey.seal(purpose, key, bytes), { mode: 0o600 });
      await rename(`${path}${unfinished}`, path);
    },
    get: async (key) => dataKey.open(purpose, key, new Uint8Array(await readFile(pathOf(key)))),
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
