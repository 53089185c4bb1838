/** The package as its users get it: packed, and installed into a folder of its own. */
import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../../../src/kernel/project.ts';

const run = promisify(execFile);
const packageFolder = join(projectRoot, 'client');

export interface Project {
  readonly folder: string;
  write(name: string, text: string): void;
  remove(): void;
}

/**
 * Makes an empty project with the packed package in its `node_modules`. The dependencies of the package are those of this
 * repository, so that no registry is needed.
 */
export async function projectWithClient(): Promise<Project> {
  const folder = mkdtempSync(join(tmpdir(), 'payments-client-'));
  const { stdout } = await run('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
    cwd: packageFolder,
  });
  const [{ filename }] = JSON.parse(stdout.slice(stdout.indexOf('[\n'))) as [{ filename: string }];
  const installed = join(folder, 'node_modules/@payments-platform/client');
  mkdirSync(installed, { recursive: true });
  await run('tar', ['-xzf', join(folder, filename), '--strip-components=1', '-C', installed]);
  const { dependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  for (const name of Object.keys(dependencies)) {
    mkdirSync(dirname(join(folder, 'node_modules', name)), { recursive: true });
    symlinkSync(join(projectRoot, 'node_modules', name), join(folder, 'node_modules', name));
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', private: true }));
  return {
    folder,
    write: (name, text) => writeFileSync(join(folder, name), text),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The path of a Node.js version; undefined where npm cannot install it. */
export async function nodeVersion(major: number): Promise<string | undefined> {
  const folder = join(projectRoot, `node_modules/.cache/client/node-${major}`);
  const path = join(folder, 'node_modules/node/bin/node');
  if (existsSync(path)) return path;
  mkdirSync(folder, { recursive: true });
  const args = ['install', '--silent', '--no-audit', '--no-fund', '--prefix', folder, `node@${major}`];
  await run('npm', args).catch(() => undefined);
  return existsSync(path) ? path : undefined;
}
