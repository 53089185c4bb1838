/** The process itself: what it says, how it stops, and what it refuses to start with. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { openEmbedded } from '../src/infrastructure/database/embedded.ts';
import { projectRoot } from '../src/kernel/project.ts';
import { platformUuids } from '../src/platforms/store.ts';
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

  test('the first start ends with a request that works, and nothing is on stderr', async () => {
    const state = run({ DATA_DIR, LOG_LEVEL: 'warn' });
    const url = await started(state);
    expect(state.out).not.toContain('RATES_FILE');
    const pasted = state.out.slice(state.out.indexOf('  curl'));
    const answer = execFileSync('bash', ['--norc', '-c', pasted], { encoding: 'utf8' });
    expect(JSON.parse(answer).data.viewer.mode).toBe('SANDBOX');
    expect(await (await fetch(`${url}/health/live`)).json()).toEqual({ status: 'live' });
    expect(await (await fetch(`${url}/health/ready`)).json()).toEqual({ status: 'ready' });

    const second = run({ DATA_DIR });
    expect(await second.ended).toBe(1);
    expect(second.err).toMatch(/^The data folder .* is in use by process \d+\. [^\n]+\n$/);
    const commands = [
      ['platform:create', '--name', 'A', '--mode', 'sandbox'],
      ['ledger:verify'],
      ['keys:rotate', 'tokens'],
      ['backup', join(scratch, 'refused.tar.gz')],
    ];
    for (const args of commands) {
      const command = run({ DATA_DIR }, 'commands/main.js', args);
      expect(await command.ended).toBe(1);
      expect([command.out, command.err]).toEqual(['', second.err]);
    }

    const token = /-u '([^']+)'/.exec(state.out)?.[1] ?? '';
    state.child.kill('SIGKILL');
    await state.ended;

    const again = run({ DATA_DIR, LOG_LEVEL: 'warn' });
    expect(await viewer(await started(again), token)).toEqual(sandbox);
    expect(again.out).not.toContain(token);
    expect(await stopped(again)).toBe(0);
    expect([state.err, again.err]).toEqual(['', '']);
    expect(again.out).not.toContain('RATES_FILE');
  });

  test('a start with a production platform and no rates says so', async () => {
    const create = run({ DATA_DIR }, 'commands/main.js', [
      'platform:create',
      ...['--name', 'Acme', '--mode', 'production'],
    ]);
    expect(await create.ended).toBe(0);
    const state = run({ DATA_DIR });
    await started(state);
    expect(await stopped(state)).toBe(0);
    expect(state.out).toContain(
      '\nRATES_FILE is not set: production platforms have no exchange rates, and their quotes are rejected.\n',
    );
  });

  test('a token that BOOTSTRAP_TOKEN gives is printed nowhere', async () => {
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
      const answer = execFileSync('bash', ['--norc', '-c', pasted], { encoding: 'utf8', env });
      expect(JSON.parse(answer)).toBeTruthy();
      expect(await stopped(state)).toBe(0);
      expect(state.out).toContain(said);
      const basicForm = Buffer.from(settings.BOOTSTRAP_TOKEN).toString('base64');
      for (const text of [state.out, state.err]) {
        expect(text).not.toContain(secret);
        expect(text).not.toContain(basicForm);
      }
    }
  });

  test('a BOOTSTRAP_TOKEN that the database does not have stops the start, and makes no platform', async () => {
    const folder = join(scratch, 'given');
    const platforms = async () => {
      const db = await openEmbedded(join(folder, 'database'));
      const uuids = await platformUuids(db.orm);
      await db.close();
      return uuids.length;
    };
    expect(await platforms()).toBe(1);
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
    expect(await platforms()).toBe(1);

    // One that was deleted since does not keep the service from starting.
    const db = await openEmbedded(join(folder, 'database'));
    await db.orm.execute(sql`update api_tokens set deleted_at = now()`);
    await db.close();
    const settings = { DATA_DIR: folder, BOOTSTRAP_TOKEN: 'first:secret-with-16-chars' };
    const state = run(settings);
    expect(await viewer(await started(state), settings.BOOTSTRAP_TOKEN)).not.toEqual(sandbox);
    expect(await stopped(state)).toBe(0);
    expect(await platforms()).toBe(1);
  });

  test('another MASTER_KEY is refused in one line', async () => {
    const state = run({ DATA_DIR, MASTER_KEY: Buffer.alloc(32, 7).toString('base64') });
    expect(await state.ended).toBe(1);
    expect(state.err).toBe('MASTER_KEY is not the key of this database\n');
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

describe('kill -9 during the very first start leaves a folder that starts', () => {
  test.each([
    ['while the files of the database are made', 'database.unfinished'],
    ['while it is migrated', 'database'],
    ['while the first platform is made', 'master.key'],
  ])('%s', async (_, made) => {
    const DATA_DIR = join(scratch, `killed-${made}`);
    const settings = { DATA_DIR, BOOTSTRAP_TOKEN: 'first:secret-with-16-chars', LOG_LEVEL: 'warn' };
    const killed = run(settings);
    while (!existsSync(join(DATA_DIR, made)) && killed.child.exitCode === null) {
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    killed.child.kill('SIGKILL');
    await killed.ended;

    const state = run(settings);
    expect(await viewer(await started(state), settings.BOOTSTRAP_TOKEN)).toEqual(sandbox);
    expect(await stopped(state)).toBe(0);
    expect(state.err).toBe('');
    const verify = run({ DATA_DIR }, 'commands/main.js', ['ledger:verify']);
    expect([await verify.ended, verify.err]).toEqual([0, '']);
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
      { RATES_FILE: file, DATA_DIR: join(scratch, 'data') },
      /^RATES_FILE [^\n]+\n$/,
    ],
  ])('%s', async (_, env: Record<string, string>, line) => {
    const state = run(env);
    expect(await state.ended).toBe(1);
    expect(state.err).toMatch(line);
    expect(state.out).toBe('');
  });

  test('a server that is still coming up', async () => {
    const told = Buffer.from('SFATAL\0C57P03\0Mthe database system is starting up\0\0');
    const refusal = Buffer.concat([Buffer.from('E____'), told]);
    refusal.writeInt32BE(told.length + 4, 1);
    const server = createServer((socket) => {
      socket.on('error', () => undefined).once('data', () => socket.end(refusal));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const state = run({ DATABASE_URL: `postgres://127.0.0.1:${port}/x`, DATA_DIR: join(scratch, 'up') });
    expect(await state.ended).toBe(1);
    expect(state.err).toBe('DATABASE_URL names a server that does not respond.\n');
    server.close();
  });

  test('a port that is taken', async () => {
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
