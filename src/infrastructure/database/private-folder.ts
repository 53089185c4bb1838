/**
 * Makes the data folder private to its owner: folders 0700, files 0600, for any umask and for existing folders. The
 * embedded engine sets file modes without regard to the umask.
 *
 * Decision: a folder that other users can write to is rejected and not repaired, because its content cannot be trusted. A
 * folder that they can only read is made private.
 */
import { chmodSync, type Dirent, existsSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { ConfigError } from '../config-error.ts';

const folderMode = 0o700;
const fileMode = 0o600;
const permissionBits = 0o777;
const writableByOthers = 0o022;
/** Windows has no POSIX modes. */
const hasModes = process.platform !== 'win32';

function setMode(path: string, current: number, required: number): void {
  if ((current & permissionBits) === required) return;
  try {
    chmodSync(path, required);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    // EPERM: the file belongs to another user. ENOENT: it was temporary.
    if (!['EPERM', 'ENOENT', 'ENOTSUP'].includes(code)) throw error;
  }
}

/** Rejects a folder that other users can write to, makes it private, and sets the umask so that new files are private. */
export function requirePrivateFolder(folder: string): void {
  if (!hasModes) return;
  const { mode } = statSync(folder);
  if (mode & writableByOthers) {
    const shown = (mode & permissionBits).toString(8).padStart(4, '0');
    throw new ConfigError(
      `The data folder ${folder} can be written by other users (mode ${shown}). Check what is in it, then: chmod 700 ${folder}`,
    );
  }
  setMode(folder, mode, folderMode);
  // A worker thread cannot set the umask.
  if (isMainThread) process.umask(permissionBits & ~folderMode);
}

/**
 * Makes the data folder, its files (the master key among them) and the documents private. A documents folder with the
 * right mode is not searched, because there may be many documents and versions that set this mode also set theirs.
 */
export function requirePrivateData(dataDir: string): void {
  if (!hasModes || !existsSync(dataDir)) return;
  requirePrivateFolder(dataDir);
  for (const entry of readdirSync(dataDir, { withFileTypes: true })) {
    if (entry.isFile()) makeEntryPrivate(dataDir, entry);
  }
  makeOldTreesPrivate(join(dataDir, 'documents'));
}

function makeOldTreesPrivate(folder: string): void {
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  if (!stats?.isDirectory()) return;
  if ((stats.mode & permissionBits) !== folderMode) makeTreePrivate(folder);
  else {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isDirectory()) makeOldTreesPrivate(join(folder, entry.name));
    }
  }
}

/** Makes a folder and everything in it private. Does not follow links. */
export function makeTreePrivate(folder: string): void {
  if (!hasModes) return;
  setMode(folder, lstatSync(folder).mode, folderMode);
  for (const entry of readdirSync(folder, { withFileTypes: true })) makeEntryPrivate(folder, entry);
}

function makeEntryPrivate(folder: string, entry: Dirent): void {
  const path = join(folder, entry.name);
  if (entry.isDirectory()) makeTreePrivate(path);
  else if (entry.isFile()) {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats) setMode(path, stats.mode, fileMode);
  }
}
