/** The server process: its output, its exit, and the settings with which it does not start. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { backupCommand } from '../src/commands/backup.ts';
import { runCommand } from '../src/commands/command.ts';
import { createPlatformCommand } from '../src/commands/create-platform.ts';
import { rotateKeysCommand } from '../src/commands/rotate-keys.ts';
import type { Database } from '../src/infrastructure/database/client.ts';
import { openEmbedded } from '../src/infrastructure/database/embedded.ts';
import { projectRoot } from '../src/kernel/project.ts';
import { platformUuids } from '../src/platforms/store.ts';
import { nodeOptions } from './support/server-process.ts';
import { basic } from './support/service.ts';

const scratch = mkdtempSync(join(tmpdir(), 'payments-start-'));
const children = new Set<ChildProcess>();

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

/** Runs a built file with only these settings in its environment. */
function run(env: Record<string, string>, file = 'main.js', args: readonly string[] = []): Run {
  const child = spawn(process.execPath, [...nodeOptions, join(projectRoot, 'dist/src', file), ...args], {
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

/** Waits for the start text; returns the address in it. */
async function started(state: Run): Promise<string> {
  while (!/^(Try it|Check the server):[\s\S]*\n$/m.test(state.out)) {
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
  const { data } = (await response.json()) as { data: unknown };
  return { data };
};
const sandbox = { data: { viewer: { mode: 'SANDBOX' } } };

describe('on the embedded database', () => {
  const DATA_DIR = join(scratch, 'data');

  test('the first start prints a request that works, and nothing on stderr', async () => {
    const state = run({ DATA_DIR, LOG_LEVEL: 'warn' });
    const url = await started(state);
    expect(state.out).not.toContain('RATES_FILE');
    const pasted = state.out.slice(state.out.indexOf('  curl'));
    const response = execFileSync('bash', ['--norc', '-c', pasted], { encoding: 'utf8' });
    expect(JSON.parse(response).data.viewer.mode).toBe('SANDBOX');
    expect(await (await fetch(`${url}/health/live`)).json()).toEqual({ status: 'live' });
    expect(await (await fetch(`${url}/health/ready`)).json()).toEqual({ status: 'ready' });

    const [link = '', linkToken = ''] =
      /http:\/\/localhost:\d+\/sign-in#token=([\w-]{43})/.exec(state.out) ?? [];
    const origin = link.slice(0, link.indexOf('/sign-in'));
    const signedIn = await fetch(`${origin}/session`, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json' },
      body: JSON.stringify({ token: linkToken }),
    });
    expect(((await signedIn.json()) as { member: unknown }).member).toMatchObject({
      roles: ['VIEW', 'TRANSACT', 'MANAGE', 'APPROVE'],
    });

    const second = run({ DATA_DIR });
    expect(await second.ended).toBe(1);
    expect(second.err).toMatch(/^The data folder .* is in use by process \d+\. [^\n]+\n$/);
    const verify = run({ DATA_DIR }, 'commands/main.js', ['ledger:verify']);
    expect(await verify.ended).toBe(1);
    expect([verify.out, verify.err]).toEqual(['', second.err]);
    await expect(
      runCommand(createPlatformCommand, ['--name', 'A', '--mode', 'sandbox'], { DATA_DIR }),
    ).rejects.toThrow(second.err.trim());
    await expect(runCommand(rotateKeysCommand, ['tokens'], { DATA_DIR })).rejects.toThrow(second.err.trim());
    await expect(runCommand(backupCommand, [join(scratch, 'rejected.tar.gz')], { DATA_DIR })).rejects.toThrow(
      second.err.trim(),
    );

    const token = /-u '([^']+)'/.exec(state.out)?.[1] ?? '';
    state.child.kill('SIGKILL');
    await state.ended;

    const again = run({ DATA_DIR, LOG_LEVEL: 'warn' });
    expect(await viewer(await started(again), token)).toEqual(sandbox);
    expect(again.out).not.toContain(token);
    expect(again.out).not.toContain('sign-in');
    expect([state.err, state.out.split(linkToken).length]).toEqual(['', 2]);
    expect(await stopped(again)).toBe(0);
    expect([state.err, again.err]).toEqual(['', '']);
    expect(again.out).not.toContain('RATES_FILE');
  });

  test('a start with a production platform and without rates prints a warning', async () => {
    const create = run({ DATA_DIR }, 'commands/main.js', [
      'platform:create',
      ...['--name', 'Acme', '--mode', 'production'],
    ]);
    expect(await create.ended).toBe(0);
    const state = run({ DATA_DIR });
    await started(state);
    expect(await stopped(state)).toBe(0);
    expect(state.out).toContain(
      '\nRATES_FILE and RATES_SOURCE are not set: production platforms have no exchange rates, and their quotes are rejected.\n',
    );
  });

  test('the token of BOOTSTRAP_TOKEN is never printed', async () => {
    const secret = 'secret-with-16-chars';
    const settings = {
      DATA_DIR: join(scratch, 'given'),
      BOOTSTRAP_TOKEN: `first:${secret}`,
      LOG_LEVEL: 'trace',
    };
    for (const said of ['Created a sandbox platform.', 'No platform was created.']) {
      const state = run(settings);
      expect(await viewer(await started(state), settings.BOOTSTRAP_TOKEN)).toEqual(sandbox);
      const pasted = state.out.slice(state.out.indexOf('  curl'));
      const env = { PATH: process.env['PATH'] ?? '', BOOTSTRAP_TOKEN: settings.BOOTSTRAP_TOKEN };
      const response = execFileSync('bash', ['--norc', '-c', pasted], { encoding: 'utf8', env });
      expect(JSON.parse(response)).toBeTruthy();
      expect(await stopped(state)).toBe(0);
      expect(state.out).toContain(said);
      expect(state.out).not.toContain('sign-in');
      const basicForm = Buffer.from(settings.BOOTSTRAP_TOKEN).toString('base64');
      for (const text of [state.out, state.err]) {
        expect(text).not.toContain(secret);
        expect(text).not.toContain(basicForm);
      }
    }
  });

  test('an unknown BOOTSTRAP_TOKEN stops the start and creates no platform', async () => {
    const folder = join(scratch, 'given');
    const countPlatforms = async (db: Database) => (await platformUuids(db.orm)).length;
    for (const [token, line] of [
      [
        'second:secret-with-16-chars',
        /^BOOTSTRAP_TOKEN is not a token of this database, which has platforms already\. [^\n]+\n$/,
      ],
      [
        'first:another-secret-of-it',
        /^BOOTSTRAP_TOKEN has a different secret than the token with this id\. [^\n]+\n$/,
      ],
    ] as const) {
      const state = run({ DATA_DIR: folder, BOOTSTRAP_TOKEN: token });
      expect(await state.ended).toBe(1);
      expect(state.err).toMatch(line);
      expect(state.out).toBe('');
    }

    // A token that was deleted later does not stop the start.
    const before = await openEmbedded(join(folder, 'database'));
    expect(await countPlatforms(before)).toBe(1);
    await before.orm.execute(sql`update api_tokens set deleted_at = now()`);
    await before.close();
    const settings = { DATA_DIR: folder, BOOTSTRAP_TOKEN: 'first:secret-with-16-chars' };
    const state = run(settings);
    expect(await viewer(await started(state), settings.BOOTSTRAP_TOKEN)).not.toEqual(sandbox);
    expect(await stopped(state)).toBe(0);
    const after = await openEmbedded(join(folder, 'database'));
    expect(await countPlatforms(after)).toBe(1);
    await after.close();
  });

  test('another MASTER_KEY is rejected with one line', async () => {
    const state = run({ DATA_DIR, MASTER_KEY: Buffer.alloc(32, 7).toString('base64') });
    expect(await state.ended).toBe(1);
    expect(state.err).toBe('MASTER_KEY is not the key of this database\n');
  });
});

test('after SIGKILL at any step of the first start, the next start succeeds', async () => {
  const DATA_DIR = join(scratch, 'killed');
  const settings = { DATA_DIR, BOOTSTRAP_TOKEN: 'first:secret-with-16-chars', LOG_LEVEL: 'warn' };
  const unfinished = join(DATA_DIR, 'database.unfinished');
  const killWhenThereIs = async (path: string): Promise<void> => {
    const killed = run(settings);
    while (!existsSync(path) && killed.child.exitCode === null) {
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    killed.child.kill('SIGKILL');
    await killed.ended;
    expect([existsSync(path), killed.err]).toEqual([true, '']);
  };
  // The remaining database files, which the next start has to create again.
  mkdirSync(unfinished, { recursive: true, mode: 0o700 });
  writeFileSync(join(unfinished, 'PG_VERSION'), '17\n');

  await killWhenThereIs(join(unfinished, 'base'));
  await killWhenThereIs(join(DATA_DIR, 'database'));
  await killWhenThereIs(join(DATA_DIR, 'master.key'));

  const state = run(settings);
  expect(await viewer(await started(state), settings.BOOTSTRAP_TOKEN)).toEqual(sandbox);
  expect(await stopped(state)).toBe(0);
  expect([state.err, existsSync(unfinished)]).toEqual(['', false]);
  const verify = run({ DATA_DIR }, 'commands/main.js', ['ledger:verify']);
  expect(await verify.ended, verify.err).toBe(0);
});

describe('a failed start prints the reason in one line', () => {
  const file = join(scratch, 'a-file');
  writeFileSync(file, '{"perUsd": {"EUR": "none"}}');

  test.each([
    ['a wrong setting', { PORT: 'http' }, /^PORT must be a port number from 0 to 65535\n$/],
    ['a folder that is a file', { DATA_DIR: join(file, 'data') }, /^DATA_DIR is not a folder[^\n]+\n$/],
    [
      'a server that does not respond',
      { DATABASE_URL: 'postgres://127.0.0.1:1/x' },
      /^DATABASE_URL [^\n]+\n$/,
    ],
    [
      'rates with an invalid structure',
      { RATES_FILE: file, DATA_DIR: join(scratch, 'data') },
      /^RATES_FILE [^\n]+\n$/,
    ],
  ])('%s', async (_, env: Record<string, string>, line) => {
    const state = run(env);
    expect(await state.ended).toBe(1);
    expect(state.err).toMatch(line);
    expect(state.out).toBe('');
  });

  test('a database server that is still starting', async () => {
    const message = Buffer.from('SFATAL\0C57P03\0Mthe database system is starting up\0\0');
    const rejection = Buffer.concat([Buffer.from('E____'), message]);
    rejection.writeInt32BE(message.length + 4, 1);
    const server = createServer((socket) => {
      socket.on('error', () => undefined).once('data', () => socket.end(rejection));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const state = run({ DATABASE_URL: `postgres://127.0.0.1:${port}/x`, DATA_DIR: join(scratch, 'up') });
    expect(await state.ended).toBe(1);
    expect(state.err).toBe('DATABASE_URL names a server that does not respond.\n');
    server.close();
  });

  test('a port that is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const state = run({ PORT: String(port), DATA_DIR: join(scratch, 'data') });
    expect(await state.ended).toBe(1);
    expect(state.err).toBe(
      `PORT ${port} is in use by another process. Stop that process, or set PORT to another number.\n`,
    );
    other.close();
  });
});
