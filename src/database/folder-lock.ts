/**
 * The lock of the embedded database's folder. The engine takes none of its own, and a second process on the same
 * folder would lose rows that were acknowledged.
 *
 * Decision: the lock names its holder by pid and start time. A pid alone is not enough: after a crash, and always in
 * a container, another process may have the dead one's pid.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export class FolderInUse extends Error {
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

function holderOf(path: string): Holder | undefined {
  try {
    const { pid, startedAt } = JSON.parse(readFileSync(path, 'utf8')) as Holder;
    return { pid, startedAt };
  } catch {
    return undefined;
  }
}

/** Takes the folder, making it if need be. Answers how to give it back; throws `FolderInUse`. */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, 'lock.json');
  const mine: Holder = { pid: process.pid, startedAt: startOf(process.pid) ?? 'unknown' };
  for (;;) {
    try {
      writeFileSync(path, JSON.stringify(mine), { flag: 'wx', mode: 0o600 });
      return () => rmSync(path, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const holder = holderOf(path);
    if (holder && startOf(holder.pid) === holder.startedAt) throw new FolderInUse(folder, holder.pid);
    // Its holder is gone. Moving it away is atomic: of two that find it stale, one moves it and both try again.
    const stale = `${path}.${process.pid}`;
    try {
      renameSync(path, stale);
      rmSync(stale, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}
