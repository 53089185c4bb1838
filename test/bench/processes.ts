/** The processes that a benchmark compares: the built server, and a bare one with hand-written SQL. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../../src/kernel/project.ts';

export interface Running {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

function started(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const url = /http:\/\/[\d.]+:\d+/.exec(text)?.[0];
      if (url) resolve(url);
    });
    child.once('exit', (code) => reject(new Error(`a process ended with ${code} before it listened`)));
  });
}

/** Starts a process that prints its URL when it listens. */
export async function startProcess(
  args: readonly string[],
  env: Record<string, string>,
  node = process.execPath,
): Promise<Running> {
  const child = spawn(node, args, {
    cwd: projectRoot,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await started(child);
  return {
    url,
    pid: child.pid as number,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}

export const benchToken = 'bench:bench-secret-for-measuring';

/** A setting that all servers on one database share. */
export const benchMasterKey = Buffer.alloc(32, 7).toString('base64');

const startMain = (env: Record<string, string>): Promise<Running> =>
  startProcess(['--max-semi-space-size=64', join(projectRoot, 'dist/src/main.js')], {
    PORT: '0',
    BOOTSTRAP_TOKEN: benchToken,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
    ...env,
  });

/** The server of `npm start` on a PostgreSQL database. */
export async function startBuilt(databaseUrl: string, env: Record<string, string> = {}): Promise<Running> {
  const folder = mkdtempSync(join(tmpdir(), 'payments-bench-'));
  const running = await startMain({
    DATABASE_URL: databaseUrl,
    MASTER_KEY: benchMasterKey,
    DATA_DIR: folder,
    ...env,
  });
  return {
    ...running,
    stop: async () => {
      await running.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The same on the embedded database in a folder. */
export const startEmbedded = (folder: string): Promise<Running> =>
  startMain({ DATABASE_URL: '', DATA_DIR: folder });

/** One statement behind `node:http`: the upper limit for any server on this database. */
export const startBare = (databaseUrl: string): Promise<Running> =>
  startProcess([join(projectRoot, 'test/bench/bare.mjs'), databaseUrl], {});
