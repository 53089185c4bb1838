/**
 * The folder of a connection as the bank uses it: it takes files from `outbox/` and publishes files in `inbox/`.
 *
 * Decision: published files have modification times of a minute ago, ascending. Exchanges wait until a file has not been modified for
 * seconds, and tests do not.
 */
import { mkdir, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface ExchangeFolder {
  /** Names of complete files, sorted. */
  listOutbox(): Promise<readonly string[]>;
  readOutbox(name: string): Promise<Buffer>;
  /** As banks do after they have taken a file over. */
  removeFromOutbox(name: string): Promise<void>;
  /** Writes under a temporary name, then renames. */
  writeInbox(name: string, text: string): Promise<void>;
}

const fileAgeSeconds = 60;

const isComplete = (name: string): boolean => !name.startsWith('.') && !/\.(part|tmp|filepart)$/i.test(name);

export function openExchangeFolder(folder: string): ExchangeFolder {
  const outbox = join(folder, 'outbox');
  const inbox = join(folder, 'inbox');
  let lastModified = 0;
  return {
    async listOutbox() {
      await mkdir(outbox, { recursive: true });
      const entries = await readdir(outbox, { withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile() && isComplete(entry.name))
        .map(({ name }) => name)
        .sort();
    },
    readOutbox: (name) => readFile(join(outbox, name)),
    removeFromOutbox: (name) => rm(join(outbox, name), { force: true }),
    async writeInbox(name, text) {
      await mkdir(inbox, { recursive: true });
      const temporary = join(inbox, `${name}.part`);
      await writeFile(temporary, text);
      lastModified = Math.max(Math.floor(Date.now() / 1_000) - fileAgeSeconds, lastModified + 0.01);
      await utimes(temporary, lastModified, lastModified);
      await rename(temporary, join(inbox, name));
    },
  };
}
