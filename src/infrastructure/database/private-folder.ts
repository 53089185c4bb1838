/**
 * Keeps the data folder to its owner: folders 0700, files 0600, whatever the umask is and however old the folder is. The
 * embedded engine gives its files modes of its own, whatever the umask.
 *
 * Decision: a folder that others can write is rejected and not repaired, because nobody knows what they have put there.
 * One that others can only read is made private.
 */
import { chmodSync, type Dirent, existsSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { ConfigError } from '../config-error.ts';

const folderMode = 0o700;
const fileMode = 0o600;
const permissionBits = 0o777;
const writableByOthers = 0o022;
/** Windows has no such modes. */
const hasModes = process.platform !== 'win32';

function setMode(path: string, current: number, wanted: number): void {
  if ((current & permissionBits) === wanted) return;
  try {
    chmodSync(path, wanted);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    // EPERM: it belongs to another user, who cannot write it either. ENOENT: it was temporary.
    if (!['EPERM', 'ENOENT', 'ENOTSUP'].includes(code)) throw error;
  }
}

/** Rejects a folder that others can write, and makes it private. From now on the process makes private files only. */
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
  // A thread has no umask of its own.
  if (isMainThread) process.umask(permissionBits & ~folderMode);
}

/**
 * The same for what lies in the data folder: its own files, among them the master key, and the documents. Documents are
 * many, and the service has made them private since it made their folders so: they are gone through only where a folder
 * still has another mode.
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

/** Makes a folder and all below it private. Links are not followed. */
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
