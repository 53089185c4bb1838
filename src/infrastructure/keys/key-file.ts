/**
 * The master key that is kept in the data folder where the environment gives none. A file is written whole or not at
 * all, and reaches the disk before anything is sealed under what it holds.
 *
 * Decision: while the key is changed, the new one lies beside the old. Whichever of them the database names is the
 * right one, so a change that is cut short anywhere has lost nothing.
 */
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { parseMasterKey } from '../../kernel/crypto/at-rest.ts';
import { ConfigError } from '../config-error.ts';

export const keyFileName = 'master.key';

export const keyPath = (dataDir: string): string => join(dataDir, keyFileName);
const newKeyPath = (dataDir: string): string => `${keyPath(dataDir)}.new`;

function readSecret(path: string): Uint8Array | undefined {
  if (!existsSync(path)) return undefined;
  const secret = parseMasterKey(readFileSync(path, 'utf8').trim());
  if (!secret) throw new ConfigError(`${path} does not hold 32 bytes in base64`);
  return secret;
}

function sync(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Puts it into the folder, readable by the owner alone. With `keep`, a file that is there stays as it is. */
function writeSecret(dataDir: string, path: string, secret: Uint8Array, { keep }: { keep: boolean }): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const part = `${path}.${process.pid}.part`;
  writeFileSync(part, `${Buffer.from(secret).toString('base64')}\n`, { mode: 0o600 });
  try {
    sync(part);
    if (keep) linkSync(part, path);
    else renameSync(part, path);
  } catch (error) {
    if (!keep || (error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(part, { force: true });
  }
  sync(dataDir);
}

export interface StoredSecrets {
  readonly current: Uint8Array | undefined;
  /** Of a change that was begun. */
  readonly next: Uint8Array | undefined;
}

export const storedSecrets = (dataDir: string): StoredSecrets => ({
  current: readSecret(keyPath(dataDir)),
  next: readSecret(newKeyPath(dataDir)),
});

/** Makes the folder's first key; of several processes at once, all have the same one. */
export function createSecret(dataDir: string): Uint8Array {
  writeSecret(dataDir, keyPath(dataDir), randomBytes(32), { keep: true });
  return readSecret(keyPath(dataDir)) as Uint8Array;
}

/** Lays the new key beside the old, before the database is changed. */
export function storeNextSecret(dataDir: string, secret: Uint8Array): void {
  writeSecret(dataDir, newKeyPath(dataDir), secret, { keep: false });
}

/** The database names the new key: it takes the old one's place. */
export function promoteNextSecret(dataDir: string): void {
  try {
    renameSync(newKeyPath(dataDir), keyPath(dataDir));
  } catch (error) {
    // Another process did it.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  sync(dataDir);
}
