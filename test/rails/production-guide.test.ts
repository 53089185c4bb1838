/** The guide to a production platform with a bank works, pasted from top to bottom on an empty folder. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { projectRoot } from '../../src/kernel/project.ts';
import { type ServerProcess, startProcess } from '../support/server-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'production-guide-'));
const dataDir = join(folder, '.data');
let server: ServerProcess | undefined;
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const guide = readFileSync(join(projectRoot, 'docs/guides/production.md'), 'utf8');
const blocks = [...guide.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, code = '']) => code);

const run = async (code: string, env: Record<string, string> = {}): Promise<string> => {
  const { stdout } = await promisify(execFile)('bash', ['-c', `set -e\n${code}`], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder, DATA_DIR: dataDir, LOG_LEVEL: 'error', ...env },
    timeout: 120_000,
  });
  return stdout.trim();
};

test('from platform:create to a deposit, a settled payment and a reconciliation', {
  timeout: 180_000,
}, async () => {
  for (const name of ['package.json', 'dist', 'node_modules', 'build.mjs', 'migrations']) {
    symlinkSync(join(projectRoot, name), join(folder, name));
  }
  const [create = '', ...rest] = blocks;
  // The script of npm would build first, which a folder of links cannot.
  await run(
    create.replace('npm run --silent platform:create --', 'node dist/src/commands/main.js platform:create'),
  );
  server = await startProcess({ DATA_DIR: dataDir, BOOTSTRAP_TOKEN: '', MASTER_KEY: '' });
  const output = await run([create.split('\n').slice(1).join('\n'), ...rest].join('\n'), { URL: server.url });
  const [balance, file, status, ...days] = output.split('\n');
  expect(balance).toBe('50000');
  expect(file).toMatch(/^BF-[A-Z2-7]{12}\.xml$/);
  expect(status).toBe('COMPLETED');
  expect(days).toEqual(['2026-01-05 50000 0', '2026-01-06 37655 0']);
});
