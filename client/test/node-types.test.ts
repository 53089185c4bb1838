/** The packed package in a back end in TypeScript, whose types are those of Node.js without those of the DOM. */
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectRoot } from '../../src/kernel/project.ts';
import { type Project, projectWithClient } from './support/packed-client.ts';

const run = promisify(execFile);

let project: Project;
beforeAll(async () => {
  project = await projectWithClient();
  mkdirSync(join(project.folder, 'node_modules/@types'));
  symlinkSync(
    join(projectRoot, 'node_modules/@types/node'),
    join(project.folder, 'node_modules/@types/node'),
  );
});
afterAll(() => project?.remove());

test('every entry has types without those of the DOM', async () => {
  const { exports } = JSON.parse(readFileSync(join(projectRoot, 'client/package.json'), 'utf8'));
  const entries = Object.keys(exports).filter((name) => !/graphql$|json$/.test(name));
  expect(entries).toHaveLength(6);
  const imports = entries.map(
    (name, n) => `export * as n${n} from '@payments-platform/client${name.slice(1)}';`,
  );
  project.write('main.ts', imports.join('\n'));
  // `skipLibCheck` would make each unknown type any.
  const compilerOptions = {
    ...{ target: 'es2023', module: 'nodenext', lib: ['es2023'], types: ['node'] },
    ...{ strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false, noEmit: true },
  };
  project.write('tsconfig.json', JSON.stringify({ compilerOptions, files: ['main.ts'] }));
  const tsc = join(projectRoot, 'node_modules/.bin/tsc');
  const { stdout } = await run(tsc, ['-p', '.'], { cwd: project.folder }).catch((error) => error);
  expect(stdout).toBe('');
});
