/** Only its owner can read the data folder, whatever the umask and the version that created the folder. */
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
import { readConfig } from '../../../src/config.ts';
import { copyTemplate } from '../../../src/infrastructure/database/embedded-template.ts';
import { projectRoot } from '../../../src/kernel/project.ts';
import { openDatabase } from '../../../src/open-database.ts';
import { nodeOptions } from '../../support/server-process.ts';

const scratch = mkdtempSync(join(tmpdir(), 'payments-private-'));
const children = new Set<ChildProcess>();
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(scratch, { recursive: true, force: true });
});

/** A folder with that mode, independent of the umask of this process. */
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
  const command = [process.execPath, ...nodeOptions, join(projectRoot, 'dist/src', file), ...args];
  const child = spawn('sh', ['-c', script, ...command], {
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

/** Starts the server, makes it write files of every kind, and returns after it has ended. */
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
  // The lock file exists while the server runs.
  const open = exposed(DATA_DIR);
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  return [...open, ...exposed(DATA_DIR)];
}

/** Everything in the folder that other users may read, write or enter, and executable files. */
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

describe.each([
  ['000', 'an empty folder', () => undefined],
  ['022', 'a folder with a database', (folder: string) => void copyTemplate(join(folder, 'database'))],
])('with umask %s', (umask, what, fill) => {
  let DATA_DIR: string;
  beforeAll(() => {
    DATA_DIR = folderOf(`data-${umask}`, 0o755);
    fill(DATA_DIR);
  });

  test(`${what} of mode 0755, and all that is created in it, become private`, async () => {
    expect(await serveOnce(umask, DATA_DIR)).toEqual([]);
    const names = readdirSync(DATA_DIR);
    expect(names).toEqual(expect.arrayContaining(['database', 'documents', 'master.key']));
  });

  test('files that an older version left readable and writable become private', async () => {
    execFileSync('find', [DATA_DIR, '-type', 'f', '-exec', 'chmod', '666', '{}', '+']);
    execFileSync('find', [DATA_DIR, '-type', 'd', '-exec', 'chmod', '755', '{}', '+']);
    expect(await serveOnce(umask, DATA_DIR)).toEqual([]);
  });

  test('a backup and its restored files are private', async () => {
    const file = join(scratch, `backup-${umask}.tar.gz`);
    const saved = run(umask, { DATA_DIR }, 'commands/main.js', ['backup', file, '--with-master-key']);
    expect(await saved.ended, saved.err).toBe(0);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(exposed(DATA_DIR)).toEqual([]);
    const restored = join(scratch, `restored-${umask}`);
    const done = run(umask, { DATA_DIR: restored }, 'commands/main.js', ['restore', file]);
    expect(await done.ended, done.err).toBe(0);
    expect(exposed(restored)).toEqual([]);
  });
});

describe('a folder that others can write is rejected and stays unchanged', () => {
  const rejection = (folder: string, mode: string) =>
    `The data folder ${folder} can be written by other users (mode ${mode}). Check what is in it, then: chmod 700 ${folder}`;

  test.each([
    ['0777', 0o777],
    ['0775', 0o775],
    ['0777', 0o1777],
  ])('of mode %s', async (shown, mode) => {
    const folder = folderOf(`open-${mode}`, mode);
    writeFileSync(join(folder, 'file of another user'), '');

    const opening = openDatabase(readConfig({ DATA_DIR: folder }));

    await expect(opening).rejects.toThrow(rejection(folder, shown));
    expect(readdirSync(folder)).toEqual(['file of another user']);
  });

  test.each([
    ['a start', 'main.js', []],
    ['a command', 'commands/main.js', ['platform:create', '--name', 'A', '--mode', 'sandbox']],
  ])('by %s, with one line', async (what, file, args) => {
    const folder = folderOf(`open to ${what}`, 0o777);

    const state = run('022', { DATA_DIR: folder }, file, args);

    expect(await state.ended).toBe(1);
    expect([state.out, state.err]).toEqual(['', `${rejection(folder, '0777')}\n`]);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('with a PostgreSQL server too, because the folder has the documents', async () => {
    const DATABASE_URL = 'postgres://nobody@127.0.0.1:1/none';
    const MASTER_KEY = Buffer.alloc(32, 1).toString('base64');
    const folder = folderOf('open-with-postgres', 0o777);

    const opening = openDatabase(readConfig({ DATA_DIR: folder, DATABASE_URL, MASTER_KEY }));

    await expect(opening).rejects.toThrow(rejection(folder, '0777'));
  });
});
