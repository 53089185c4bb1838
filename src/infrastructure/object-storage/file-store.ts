/**
 * Keeps the bytes of documents. Nothing here hands them out to a caller of the API: a reviewer reads them where they
 * are kept.
 *
 * Decision: the folder's files are sealed under the master key, so that a copy of the folder shows nobody's passport.
 * Decision: a file is written before the row that names it commits, and a replaced one is removed after. A crash in
 * between leaves a sealed file that nothing refers to, never a row without its file; `retention/sweep-files.ts` removes
 * it.
 */
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MasterKey } from '../../kernel/crypto/at-rest.ts';

/** Port: where documents' bytes are kept. Keys are ours: a platform's uuid, a slash and a file's uuid. */
export interface FileStore {
  put(key: string, bytes: Uint8Array): Promise<void>;
  get(key: string): Promise<Uint8Array>;
  /** Removing what is not there is no mistake. Takes along what was put and not finished. */
  remove(key: string): Promise<void>;
  /** The keys of a platform's files, in any order; also of those that were not finished. */
  keysOf(platformUuid: string): Promise<readonly string[]>;
}

const keyPattern = /^[0-9a-f-]{36}\/[0-9a-f-]{36}$/;
const purpose = 'document';
/** What a file is called until it is whole. */
const unfinished = '.part';

/** Keeps them in a folder, each platform in one of its own. */
export function folderFileStore(folder: string, masterKey: MasterKey): FileStore {
  const pathOf = (key: string) => {
    if (!keyPattern.test(key)) throw new Error('Invariant broken: a file key is made of two uuids');
    return join(folder, key);
  };
  return {
    async put(key, bytes) {
      const path = pathOf(key);
      await mkdir(join(folder, key.split('/')[0] ?? ''), { recursive: true, mode: 0o700 });
      // Renaming is atomic, so that nobody finds half a file.
      await writeFile(`${path}${unfinished}`, masterKey.seal(purpose, key, bytes), { mode: 0o600 });
      await rename(`${path}${unfinished}`, path);
    },
    get: async (key) => masterKey.open(purpose, key, new Uint8Array(await readFile(pathOf(key)))),
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
      // What is no file of ours is left alone.
      return [...new Set(keys.filter((key) => keyPattern.test(key)))];
    },
  };
}
