/** The same measurements with a second version of Node.js, which is installed from npm into a folder of the benchmark's own. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { projectRoot } from '../../src/kernel/project.ts';
import type { Measured } from './report.ts';

const run = promisify(execFile);

const version = 'node@24';
const folder = join(projectRoot, 'node_modules/.cache/bench/node-24');
const node = join(folder, 'node_modules/node/bin/node');

/** `undefined`, with a line that says why, where it cannot be installed. */
export async function measureWithNode24(parts: readonly string[]): Promise<Measured | undefined> {
  try {
    if (!existsSync(node)) {
      mkdirSync(folder, { recursive: true });
      await run('npm', ['install', '--silent', '--no-audit', '--no-fund', '--prefix', folder, version]);
    }
  } catch (error) {
    console.error(
      `${version} cannot be installed, so nothing is compared with it: ${(error as Error).message}`,
    );
    return undefined;
  }
  const child = spawn(node, ['--import', 'tsx', 'test/bench/run.ts', '--json', ...parts], {
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return JSON.parse(output);
}
