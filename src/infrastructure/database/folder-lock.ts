/**
 * The lock of the embedded database's folder. The engine has no lock, and a second process on the same folder would lose
 * acknowledged rows.
 *
 * Decision: the lock names its holder by pid and start time. A pid alone is not enough: after a crash, and often in a
 * container, another process has the pid of the one that ended.
 *
 * A lock file is created atomically. A stale lock is renamed before a new one is created, and the renamed file is read
 * again: two processes may find the same stale lock, and the slower one would otherwise remove the new lock of the faster
 * one. A renamed lock still counts, so that a process that takes the folder in that moment finds its holder.
 */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ConfigError } from '../config-error.ts';
import { requirePrivateFolder } from './private-folder.ts';

const lockName = 'lock.json';

/** The folder of the embedded database's files. */
export const embeddedFolder = (dataDir: string): string => resolve(dataDir, 'database');

export class FolderInUse extends ConfigError {
  constructor(folder: string, pid: number) {
    super(
      `The data folder ${folder} is in use by process ${pid}. Stop it first, or set DATA_DIR to another folder.`,
    );
  }
}

/** The start time of a process as the operating system reports it; `undefined` when there is no such process. */
function startOf(pid: number): string | undefined {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it exists and belongs to another user.
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return undefined;
  }
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field may hold spaces and parentheses; the start time is the 20th after its last ")".
    return `${boot} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`;
  } catch {
    try {
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    } catch {
      return 'unknown';
    }
  }
}

interface Holder {
  readonly pid: number;
  readonly startedAt: string;
}

function isErrno(error: unknown, ...codes: string[]): boolean {
  return codes.includes((error as NodeJS.ErrnoException).code ?? '');
}

/** The content of a lock file; `undefined` when it no longer exists. */
function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** The pid in a lock, if that process still runs. */
function holderIn(text: string): number | undefined {
  try {
    const { pid, startedAt } = JSON.parse(text) as Holder;
    return startOf(pid) === startedAt ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** Gives a file a second name. Returns false when that name exists. */
function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (isErrno(error, 'EEXIST')) return false;
    if (!isErrno(error, 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS')) throw error;
  }
  // The file system has no hard links. Other processes may see this file before it is complete.
  try {
    writeFileSync(to, readFileSync(from), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (isErrno(error, 'EEXIST')) return false;
    throw error;
  }
}

/**
 * Renames a stale lock.
 *
 * @param staleText the content that named a process that has ended.
 * @returns the pid of the holder if another process has replaced the lock meanwhile. Its lock is restored.
 */
export function moveAside(path: string, staleText: string): number | undefined {
  const aside = `${path}.${randomUUID()}.aside`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined;
    throw error;
  }
  const moved = textOf(aside) ?? staleText;
  const holder = moved === staleText ? undefined : holderIn(moved);
  // If a third lock exists by now, the renamed one stays, and `holderAside` finds it.
  if (holder === undefined || tryLink(aside, path)) rmSync(aside, { force: true });
  return holder;
}

/** The pid of a running process whose lock was renamed. Removes renamed locks of processes that have ended. */
function holderAside(folder: string): number | undefined {
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(lockName) || !name.endsWith('.aside')) continue;
    const text = textOf(join(folder, name));
    const holder = text === undefined ? undefined : holderIn(text);
    if (holder !== undefined) return holder;
    rmSync(join(folder, name), { force: true });
  }
  return undefined;
}

/**
 * Locks the folder and creates it if necessary. Throws `FolderInUse`, or a `ConfigError` when other users can write to it.
 *
 * @returns a function that releases the lock.
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  requirePrivateFolder(folder);
  const path = join(folder, lockName);
  const mine: Holder = { pid: process.pid, startedAt: startOf(process.pid) ?? 'unknown' };
  const ready = `${path}.${randomUUID()}`;
  writeFileSync(ready, JSON.stringify(mine), { flag: 'wx', mode: 0o600 });
  try {
    while (!tryLink(ready, path)) {
      const text = textOf(path);
      if (text === undefined) continue;
      const holder = holderIn(text) ?? moveAside(path, text);
      if (holder !== undefined) throw new FolderInUse(folder, holder);
    }
  } finally {
    rmSync(ready, { force: true });
  }
  const release = () => rmSync(path, { force: true });
  const displaced = holderAside(folder);
  if (displaced !== undefined) {
    release();
    throw new FolderInUse(folder, displaced);
  }
  return release;
}
