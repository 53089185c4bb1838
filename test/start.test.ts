/** The process itself: what it says, how it stops, and what it refuses to start with. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { projectRoot } from '../src/kernel/project.ts';
import { basic } from './support/service.ts';

// Each test starts several processes, which a busy machine does slowly.
vi.setConfig({ testTimeout: 240_000 });

const scratch = mkdtempSync(join(tmpdir(), 'payments-start-'));
const children = new Set<ChildProcess>();

// The build that `npm start` makes; the tests' own process runs the sources.
beforeAll(() => {
  execFileSync(join(projectRoot, 'node_modules/.bin/tsc'), ['-p', 'tsconfig.build.json'], {
    cwd: projectRoot,
  });
}, 120_000);

afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(scratch, { recursive: true, force: true });
});

interface Run {
  readonly child: ChildProcess;
  out: string;
  err: string;
  readonly ended: Promise<number | null>;
}

/** Runs a built file with these settings and no others of this process. */
function run(env: Record<string, string>, file = 'main.js', args: readonly string[] = []): Run {
  const child = spawn(process.execPath, [join(projectRoot, 'dist/src', file), ...args], {
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', ...env },
    cwd: scratch,
  });
  children.add(child);
  const state: Run = { child, out: '', err: '', ended: once(child, 'close').then(([code]) => code) };
  child.stdout.on('data', (chunk: Buffer) => {
    state.out += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    state.err += chunk.toString();
  });
  return state;
}

/** Waits for the start text; answers the address in it. */
async function started(state: Run): Promise<string> {
  while (!/^Paste this[\s\S]*\n$/m.test(state.out)) {
    if (state.child.exitCode !== null) throw new Error(`it ended: ${state.err}`);
    await Promise.race([once(state.child.stdout as NodeJS.ReadableStream, 'data'), state.ended]);
  }
  return /http:\/\/[^/]+/.exec(state.out)?.[0] ?? '';
}

async function stopped(state: Run): Promise<number | null> {
  state.child.kill('SIGTERM');
  return state.ended;
}

const viewer = async (url: string, token: string): Promise<unknown> => {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: basic(token) },
    body: JSON.stringify({ query: '{ viewer { ... on Platform { mode } } }' }),
  });
  return response.json();
};
const sandbox = { data: { viewer: { mode: 'SANDBOX' } } };

describe('on the embedded database', () => {
  const DATA_DIR = join(scratch, 'data');

  test('the first start ends with a request that works, and nothing is on stderr', async () => {
    const state = run({ DATA_DIR, LOG_LEVEL: 'warn' });
    const url = await started(state);
    const pasted = state.out.slice(state.out.indexOf('  curl'));
    const answer = execFileSync('bash', ['--norc', '-c', pasted], { encoding: 'utf8' });
    expect(JSON.parse(answer).data.viewer.mode).toBe('SANDBOX');
    expect(await (await fetch(`${url}/health/live`)).json()).toEqual({ status: 'live' });
    expect(await (await fetch(`${url}/health/ready`)).json()).toEqual({ status: 'ready' });

    const second = run({ DATA_DIR });
    expect(await second.ended).toBe(1);
    expect(second.err).toMatch(/^The data folder .* is in use by process \d+\. [^\n]+\n$/);
    const command = run({ DATA_DIR }, 'commands/main.js', [
      'platform:create',
      '--name',
      'A',
      '--mode',
      'sandbox',
    ]);
    expect(await command.ended).toBe(1);
    expect([command.out, command.err]).toEqual(['', second.err]);

    const token = /-u '([^']+)'/.exec(state.out)?.[1] ?? '';
    state.child.kill('SIGKILL');
    await state.ended;

    const again = run({ DATA_DIR, LOG_LEVEL: 'warn' });
    expect(await viewer(await started(again), token)).toEqual(sandbox);
    expect(again.out).not.toContain(token);
    expect(await stopped(again)).toBe(0);
    expect([state.err, again.err]).toEqual(['', '']);
  });

  test('another MASTER_KEY is refused in one line', async () => {
    const state = run({ DATA_DIR, MASTER_KEY: Buffer.alloc(32, 7).toString('base64') });
    expect(await state.ended).toBe(1);
    expect(state.err).toBe('MASTER_KEY is not the key that this database was first started with\n');
  });

  test('a folder whose making was cut short is made again', async () => {
    const folder = join(scratch, 'cut-short');
    mkdirSync(join(folder, 'database.unfinished'), { recursive: true });
    writeFileSync(join(folder, 'database.unfinished', 'PG_VERSION'), '17\n');
    const state = run({ DATA_DIR: folder, BOOTSTRAP_TOKEN: 'first:secret-with-16-chars' });
    expect(await viewer(await started(state), 'first:secret-with-16-chars')).toEqual(sandbox);
    expect(await stopped(state)).toBe(0);
    expect(existsSync(join(folder, 'database.unfinished'))).toBe(false);
  });
});

describe('what cannot start says why in one line', () => {
  const file = join(scratch, 'a-file');
  writeFileSync(file, '{"perUsd": {"EUR": "none"}}');

  test.each([
    ['a wrong setting', { PORT: 'http' }, /^PORT must be a port number from 0 to 65535\n$/],
    ['a folder that is a file', { DATA_DIR: join(file, 'data') }, /^DATA_DIR is not a folder[^\n]+\n$/],
    [
      'a server that does not answer',
      { DATABASE_URL: 'postgres://127.0.0.1:1/x' },
      /^DATABASE_URL [^\n]+\n$/,
    ],
    [
      'rates of another shape',
      { RATES_FILE: file, DATA_DIR: join(scratch, 'rates') },
      /^RATES_FILE [^\n]+\n$/,
    ],
  ])('%s', async (_, env: Record<string, string>, line) => {
    const state = run(env);
    expect(await state.ended).toBe(1);
    expect(state.err).toMatch(line);
    expect(state.out).toBe('');
  });

  test('a port that is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const state = run({ PORT: String(port), DATA_DIR: join(scratch, 'taken') });
    expect(await state.ended).toBe(1);
    expect(state.err).toMatch(/^PORT is in use by another process[^\n]+\n$/);
    other.close();
  });
});
