/** What lies in the data folder is its owner's alone, whatever the umask is and however old the folder is. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { projectRoot } from '../../../src/kernel/project.ts';

const scratch = mkdtempSync(join(tmpdir(), 'payments-private-'));
const children = new Set<ChildProcess>();
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(scratch, { recursive: true, force: true });
});

/** A folder of that mode, whatever the umask of this process is. */
function folderOf(name: string, mode: number): string {
  const folder = join(scratch, name);
  mkdirSync(folder);
  chmodSync(folder, mode);
  return folder;
}

const token = 'private-test:0123456789abcdef';

/** Runs a built file under the umask. */
function run(umask: string, env: Record<string, string>, file = 'main.js', args: readonly string[] = []) {
  const script = `umask ${umask}; exec "$0" "$@"`;
  const child = spawn('sh', ['-c', script, process.execPath, join(projectRoot, 'dist/src', file), ...args], {
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', BOOTSTRAP_TOKEN: token, ...env },
    cwd: scratch,
  });
  children.add(child);
  const state = { out: '', err: '', child, ended: once(child, 'close').then(([code]) => code as number) };
  child.stdout.on('data', (chunk) => {
    state.out += String(chunk);
  });
  child.stderr.on('data', (chunk) => {
    state.err += String(chunk);
  });
  return state;
}

/** Starts the server, lets it work with files of every kind, and returns after it has ended. */
async function serveOnce(umask: string, DATA_DIR: string): Promise<string[]> {
  const server = run(umask, { DATA_DIR });
  await expect.poll(() => server.out || server.err).toMatch(/Payments platform: \S+/);
  const url = /http:\/\/[^/]+/.exec(server.out)?.[0] ?? '';
  const headers = { Authorization: `Basic ${Buffer.from(token).toString('base64')}` };
  const customer = await fetch(`${url}/2025-10-13/customers`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace' }),
  });
  const { id } = (await customer.json()) as { id: string };
  const form = new FormData();
  for (const [name, value] of Object.entries({
    documentHolder: id,
    documentType: 'PASSPORT',
    country: 'US',
    documentNumber: 'X1',
  })) {
    form.set(name, value);
  }
  form.set('file', new Blob(['%PDF-1.4\n%%EOF\n'], { type: 'application/pdf' }), 'passport.pdf');
  const uploaded = await fetch(`${url}/2025-10-13/documents`, { method: 'POST', headers, body: form });
  expect([uploaded.status, await uploaded.text()]).toEqual([201, expect.any(String)]);
  // While it serves, the lock is there too.
  const open = exposed(DATA_DIR);
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  return [...open, ...exposed(DATA_DIR)];
}

/** Everything in the folder that somebody else may read, write or enter, and files that may be run. */
function exposed(folder: string): string[] {
  const found: string[] = [];
  const visit = (path: string) => {
    const stats = lstatSync(path);
    const mode = stats.mode & 0o777;
    if (mode !== (stats.isDirectory() ? 0o700 : 0o600)) found.push(`${mode.toString(8)} ${path}`);
    if (stats.isDirectory()) for (const name of readdirSync(path)) visit(join(path, name));
  };
  visit(folder);
  return found;
}

describe.each(['000', '022'])('with umask %s', (umask) => {
  let DATA_DIR: string;
  beforeAll(() => {
    DATA_DIR = folderOf(`data-${umask}`, 0o755);
  });

  test('a folder that was there with mode 0755 and all in it become private', async () => {
    expect(await serveOnce(umask, DATA_DIR)).toEqual([]);
    const names = readdirSync(DATA_DIR);
    expect(names).toEqual(expect.arrayContaining(['database', 'documents', 'master.key']));
  });

  test('so does what an older version left readable and writable', async () => {
    execFileSync('find', [DATA_DIR, '-type', 'f', '-exec', 'chmod', '666', '{}', '+']);
    execFileSync('find', [DATA_DIR, '-type', 'd', '-exec', 'chmod', '755', '{}', '+']);
    expect(await serveOnce(umask, DATA_DIR)).toEqual([]);
  });

  test('a backup is private, and what is restored from it', async () => {
    const file = join(scratch, `backup-${umask}.tar.gz`);
    const saved = run(umask, { DATA_DIR }, 'commands/main.js', ['backup', file, '--with-master-key']);
    expect([await saved.ended, saved.err]).toEqual([0, '']);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(exposed(DATA_DIR)).toEqual([]);
    const restored = join(scratch, `restored-${umask}`);
    const done = run(umask, { DATA_DIR: restored }, 'commands/main.js', ['restore', file]);
    expect([await done.ended, done.err]).toEqual([0, '']);
    expect(exposed(restored)).toEqual([]);
  });
});

describe('a folder that others can write is rejected, and left as it is', () => {
  const commands: [string, string, string[]][] = [
    ['a start', 'main.js', []],
    ['a command', 'commands/main.js', ['platform:create', '--name', 'A', '--mode', 'sandbox']],
  ];
  test.each(
    [0o777, 0o775, 0o1777].flatMap((mode) =>
      commands.map(([what, file, args]) => [mode.toString(8), what, mode, file, args] as const),
    ),
  )('mode %s by %s', async (_, __, mode, file, args) => {
    const folder = folderOf(`open-${mode}-${args.length}`, mode);
    writeFileSync(join(folder, 'left by somebody'), '');
    const state = run('022', { DATA_DIR: folder }, file, args);
    expect(await state.ended).toBe(1);
    const shown = (mode & 0o777).toString(8).padStart(4, '0');
    expect(state.err).toBe(
      `The data folder ${folder} can be written by other users (mode ${shown}). Check what is in it, then: chmod 700 ${folder}\n`,
    );
    expect(state.out).toBe('');
    expect(readdirSync(folder)).toEqual(['left by somebody']);
  });

  test('beside a PostgreSQL server too, where it has the documents', async () => {
    const folder = folderOf('open-beside-postgres', 0o777);
    const env = {
      DATA_DIR: folder,
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
      MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
    };
    const state = run('022', env);
    expect([await state.ended, state.err]).toEqual([
      1,
      expect.stringContaining('can be written by other users'),
    ]);
  });
});
