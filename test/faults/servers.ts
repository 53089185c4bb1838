/**
 * The servers under test: built processes, each with a fixed port and a separate proxy to the database. They are restarted
 * when they end, as an orchestrator does.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../../src/kernel/project.ts';
import { freePort } from '../support/free-port.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';
import type { Disturbances } from './outages.ts';
import { pause } from './random.ts';
import type { RunRecord } from './record.ts';

export const platformToken = 'faults:faults-secret-0123456789';
const masterKey = Buffer.alloc(32, 7).toString('base64');

/** The settings of a process for the shared database. */
export const serviceEnv = (databaseUrl: string): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  DATABASE_URL: databaseUrl,
  MASTER_KEY: masterKey,
});

/** Memory in MiB. */
export interface MemoryUse {
  readonly resident: number;
  /** The heap in use after garbage collection; only of a server with the probe. */
  readonly held: number | undefined;
}

export interface FaultyServer {
  readonly name: string;
  readonly url: string;
  /** The proxy between the server and the database. */
  readonly proxy: TcpProxy;
  /** The start time of the current process; `undefined` while none serves. */
  readonly since: number | undefined;
  /** Its memory; `undefined` while none serves. */
  memory(): Promise<MemoryUse | undefined>;
  /** Starts the server, and repeats the start while it fails because the database is unavailable. */
  start(): Promise<void>;
  kill(): Promise<void>;
  /** Sends SIGTERM. The process must shut down in order. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

/** Names and codes of errors of an unreachable database or a terminated connection. */
const outageCodes = /^(ECONN|EPIPE|ETIMEDOUT|CONNECT|CONNECTION_|UNAVAILABLE|08|57P0[1-5]|25P0[23]|53300)/;

const lockTimeout = '55P03';

interface LogLine {
  readonly level: number;
  readonly msg?: string;
  /** SQLSTATE, or the kind of a job. */
  readonly code?: string;
  readonly job?: string;
  readonly err?: {
    readonly type?: string;
    readonly message?: string;
    readonly code?: string;
    readonly cause?: LogLine['err'];
  };
}

const codesOf = (err: LogLine['err']): string[] => (err ? [err.code ?? '', ...codesOf(err.cause)] : []);

const describeError = (err: LogLine['err']): string =>
  err
    ? `${err.type}: ${err.message?.split('\n')[0]?.slice(0, 200)}${err.cause ? ` <- ${describeError(err.cause)}` : ''}`
    : '';

/** Checks log lines at level `warn`. Only an outage of the database may be logged, and only during an outage. */
function readLine(
  line: string,
  server: string,
  record: RunRecord,
  disturbed: Disturbances,
  { mayWait, startedAt }: { readonly mayWait: boolean; readonly startedAt: number },
): void {
  let parsed: LogLine;
  try {
    parsed = JSON.parse(line) as LogLine;
  } catch {
    // A process that cannot start prints the reason in one line. Other text does not come from the log.
    if (disturbed.around(server) && /^DATABASE_URL names a server that does not respond/.test(line)) return;
    record.finding(`${server} wrote: ${line.slice(0, 300)}`);
    return;
  }
  // The messages of the service about an outage.
  if (/^(the database is available again|connections to the database broke)/.test(parsed.msg ?? '')) return;
  if (mayWait && parsed.code === lockTimeout) {
    record.count('groups of operations that waited a second for an account');
    return;
  }
  const isOutage =
    codesOf(parsed.err).some((code) => outageCodes.test(code)) ||
    parsed.msg === 'the database is unavailable';
  if (isOutage && disturbed.around(server)) record.count('log lines: the database is unavailable');
  else {
    const { msg, code = '', job = '' } = parsed;
    const age = `${Math.round((Date.now() - startedAt) / 100) / 10} s after its start`;
    record.finding(
      [`${server} logged, ${age}: ${msg}`, job, code, describeError(parsed.err)].filter(Boolean).join(' '),
    );
  }
}

const mebibyte = 2 ** 20;

/** The resident memory from the operating system; 0 if it is not available. */
function residentOf(pid: number): number {
  const status = `/proc/${pid}/status`;
  const [, kib] = (existsSync(status) && /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(status, 'utf8'))) || [];
  return Number(kib ?? 0) / 1024;
}

/**
 * @param probed lets `memory` measure the heap. The garbage collection for it slows the server down.
 * @param options.settings more environment variables.
 * @param options.mayWait allows groups of operations that waited a second for the lock of an account, and were run again alone.
 */
export async function createServer(
  name: string,
  databaseUrl: string,
  record: RunRecord,
  disturbed: Disturbances,
  probed: boolean,
  {
    settings = {},
    mayWait = false,
  }: { readonly settings?: Readonly<Record<string, string>>; readonly mayWait?: boolean } = {},
): Promise<FaultyServer> {
  const proxy = await startTcpProxy(databaseUrl);
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'payments-faults-'));
  let child: ChildProcess | undefined;
  let since: number | undefined;
  let ending = false;

  const flags = ['--max-semi-space-size=64'];
  if (probed) flags.push('--expose-gc', '--import', new URL('./probe.mjs', import.meta.url).href);

  /** Starts the process once. Returns whether it serves. */
  async function launch(): Promise<boolean> {
    const started = spawn(process.execPath, [...flags, join(projectRoot, 'dist/src/main.js')], {
      cwd: projectRoot,
      env: {
        ...serviceEnv(proxy.url),
        PORT: String(port),
        DATA_DIR: folder,
        BOOTSTRAP_TOKEN: platformToken,
        PRIVATE_TARGETS: 'allow',
        RATE_LIMITS: 'off',
        LOG_LEVEL: 'warn',
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'pipe', ...(probed ? (['ipc'] as const) : [])],
    });
    child = started;
    const startedAt = Date.now();
    let rest = '';
    const { stdout, stderr } = started;
    if (!stdout || !stderr) throw new Error('a process that is started has its pipes');
    stderr.on('data', (chunk: Buffer) => {
      const lines = (rest + chunk.toString()).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (line !== '') readLine(line, name, record, disturbed, { mayWait, startedAt });
      }
    });
    const ended = once(started, 'exit').then(([code]) => {
      const hadServed = since !== undefined;
      since = undefined;
      if (!ending && hadServed) {
        record.finding(`${name} ended by itself with ${code}`);
        start().catch((error: Error) => record.finding(error.message));
      }
      return false;
    });
    const serving = once(stdout, 'data').then(() => true);
    const serves = await Promise.race([serving, ended]);
    stdout.resume();
    return serves;
  }

  // A run that dies ends its servers too.
  process.once('exit', () => child?.kill('SIGKILL'));

  let starting: Promise<void> | undefined;
  const start = (): Promise<void> => {
    starting ??= untilItServes().finally(() => {
      starting = undefined;
    });
    return starting;
  };

  async function untilItServes(): Promise<void> {
    ending = false;
    for (let attempt = 1; !(await launch()); attempt += 1) {
      record.count('starts that found no database');
      if (!disturbed.around(name) || attempt > 100) throw new Error(`${name} does not start`);
      await pause(200);
    }
    since = Date.now();
  }

  async function end(signal: NodeJS.Signals): Promise<number | null | undefined> {
    await starting;
    if (!child || child.exitCode !== null || child.signalCode !== null) return undefined;
    ending = true;
    since = undefined;
    const ended = once(child, 'exit') as Promise<[number | null]>;
    child.kill(signal);
    const [code] = await ended;
    return code;
  }

  return {
    name,
    url: `http://127.0.0.1:${port}`,
    proxy,
    get since() {
      return since;
    },
    async memory() {
      if (!child?.pid || since === undefined) return undefined;
      if (!probed) return { resident: residentOf(child.pid), held: undefined };
      const report = once(child, 'message') as Promise<[{ resident: number; held: number }]>;
      child.send('memory');
      const [{ resident, held }] = await report;
      return { resident: resident / mebibyte, held: held / mebibyte };
    },
    start: start,
    kill: async () => void (await end('SIGKILL')),
    async stop() {
      const from = Date.now();
      const code = await end('SIGTERM');
      if (code !== 0 && code !== undefined) record.finding(`${name} ended with ${code} on SIGTERM`);
      if (Date.now() - from > 10_000) record.finding(`${name} took more than 10 s to end on SIGTERM`);
    },
    async close() {
      await end('SIGKILL');
      await proxy.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
