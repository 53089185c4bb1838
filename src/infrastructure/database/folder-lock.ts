/**
 * The lock of the embedded database's folder. The engine takes none of its own, and a second process on the same
 * folder would lose rows that were acknowledged.
 *
 * Decision: the lock names its holder by pid and start time. A pid alone is not enough: after a crash, and always in
 * a container, another process may have the dead one's pid.
 *
 * A lock appears whole or not at all. One that was left behind is moved aside before another is made, and what was
 * moved is looked at: two may judge the same lock, and the slower would move the faster one's. What lies aside still
 * counts, so that whoever takes the folder in that moment finds its holder.
 */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ConfigError } from '../config-error.ts';
import { requirePrivateFolder } from './private-folder.ts';

const lockName = 'lock.json';

/** Where the embedded database's files are. */
export const embeddedFolder = (dataDir: string): string => resolve(dataDir, 'database');

export class FolderInUse extends ConfigError {
  constructor(folder: string, pid: number) {
    super(
      `The data folder ${folder} is in use by process ${pid}. Stop it first, or set DATA_DIR to another folder.`,
    );
  }
}

/** When the process started, as the system tells it; `undefined` when there is no such process. */
function startOf(pid: number): string | undefined {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it exists, and is somebody else's.
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

/** What a lock says; `undefined` where there is none any more. */
function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** The process that a lock names, if it still runs. */
function holderIn(text: string): number | undefined {
  try {
    const { pid, startedAt } = JSON.parse(text) as Holder;
    return startOf(pid) === startedAt ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** Gives a file another name, if nothing has that name. Answers whether it could. */
function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (isErrno(error, 'EEXIST')) return false;
    if (!isErrno(error, 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS')) throw error;
  }
  // The file system knows no second names: what follows may be seen before it is whole.
  try {
    writeFileSync(to, readFileSync(from), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (isErrno(error, 'EEXIST')) return false;
    throw error;
  }
}

/**
 * Moves a lock aside whose holder is gone.
 *
 * @param judged what it said.
 * @returns the process whose lock it was, should it be another by now; that one has it back.
 */
export function moveAside(path: string, judged: string): number | undefined {
  const aside = `${path}.${randomUUID()}.aside`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined;
    throw error;
  }
  const moved = textOf(aside) ?? judged;
  const holder = moved === judged ? undefined : holderIn(moved);
  // Where somebody took the place meanwhile it stays aside, and is found there.
  if (holder === undefined || linked(aside, path)) rmSync(aside, { force: true });
  return holder;
}

/** A process whose lock lies aside, if there is one. Those of processes that are gone are cleared away. */
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
 * Takes the folder, making it if need be. Answers how to give it back; throws `FolderInUse`, and a `ConfigError` where
 * others can write the folder.
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  requirePrivateFolder(folder);
  const path = join(folder, lockName);
  const mine: Holder = { pid: process.pid, startedAt: startOf(process.pid) ?? 'unknown' };
  const ready = `${path}.${randomUUID()}`;
  writeFileSync(ready, JSON.stringify(mine), { flag: 'wx', mode: 0o600 });
  try {
    while (!linked(ready, path)) {
      const text = textOf(path);
      if (text === undefined) continue;
      const holder = holderIn(text) ?? moveAside(path, text);
      if (holder !== undefined) throw new FolderInUse(folder, holder);
    }
  } finally {
    rmSync(ready, { force: true });
  }
  const giveBack = () => rmSync(path, { force: true });
  const displaced = holderAside(folder);
  if (displaced !== undefined) {
    giveBack();
    throw new FolderInUse(folder, displaced);
  }
  return giveBack;
}
