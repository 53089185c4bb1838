/**
 * The master key in the data folder, used when the environment has none. A file is written atomically and synced to disk
 * before anything is sealed under its key.
 *
 * Decision: during a rotation both the old and the new key are in the folder. The database refers to the right one, so an
 * interrupted rotation loses nothing.
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

/** Writes a key file, readable only by the owner. With `replace: false`, an existing file stays. */
function writeSecret(
  dataDir: string,
  path: string,
  secret: Uint8Array,
  { replace }: { replace: boolean },
): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const part = `${path}.${process.pid}.part`;
  writeFileSync(part, `${Buffer.from(secret).toString('base64')}\n`, { mode: 0o600 });
  try {
    sync(part);
    if (replace) renameSync(part, path);
    else linkSync(part, path);
  } catch (error) {
    if (replace || (error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(part, { force: true });
  }
  sync(dataDir);
}

interface StoredSecrets {
  readonly current: Uint8Array | undefined;
  /** The new key of a rotation that has started. */
  readonly next: Uint8Array | undefined;
}

export const storedSecrets = (dataDir: string): StoredSecrets => ({
  current: readSecret(keyPath(dataDir)),
  next: readSecret(newKeyPath(dataDir)),
});

/** Creates the first key of the folder. Concurrent processes all get the same key. */
export function createSecret(dataDir: string): Uint8Array {
  writeSecret(dataDir, keyPath(dataDir), randomBytes(32), { replace: false });
  return readSecret(keyPath(dataDir)) as Uint8Array;
}

/** Stores the new key of a rotation, before the database is changed. */
export function storeNextSecret(dataDir: string, secret: Uint8Array): void {
  writeSecret(dataDir, newKeyPath(dataDir), secret, { replace: true });
}

/** Replaces the old key with the new one, after the database refers to the new one. */
export function promoteNextSecret(dataDir: string): void {
  try {
    renameSync(newKeyPath(dataDir), keyPath(dataDir));
  } catch (error) {
    // Another process did it.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  sync(dataDir);
}
