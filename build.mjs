/**
 * The build: bundles the service with its dependencies into `dist/src`, makes the template of the embedded database in
 * `dist/embedded-database`, and compiles the client package into `client/dist`. It runs before each start, and returns at once when its inputs have not changed.
 *
 * Types are not checked here; `npm run typecheck` does that.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

process.chdir(import.meta.dirname);

const output = 'dist/src';
const digestFile = join(output, 'digest.txt');

/** A digest of every file that the build reads. The lock file stands for the dependencies. */
function digestOfInputs() {
  const sources = ['src', 'schema', 'migrations', 'client/src', 'cli/src'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  const digest = createHash('sha256');
  for (const path of [
    'build.mjs',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'client/package.json',
    'client/tsconfig.json',
    'client/tsconfig.build.json',
    'cli/package.json',
    ...sources.sort(),
  ]) {
    digest.update(`${path}\n`).update(readFileSync(path));
  }
  return digest.digest('hex');
}

async function bundle(folder) {
  const { build } = await import('rolldown');
  await build({
    input: {
      main: 'src/main.ts',
      'commands/main': 'src/commands/main.ts',
      'demo/main': 'src/demo/main.ts',
      'cli/main': 'cli/src/main.ts',
      'infrastructure/database/embedded-template': 'src/infrastructure/database/embedded-template.ts',
    },
    platform: 'node',
    transform: { target: 'node20.19' },
    // The packages of this repository are bundled from their sources.
    resolve: { conditionNames: ['@payments-platform/source', 'node', 'import', 'default'] },
    // It loads its WebAssembly from files beside its modules.
    external: ['@electric-sql/pglite'],
    output: {
      dir: folder,
      format: 'esm',
      sourcemap: true,
      entryFileNames: '[name].js',
      chunkFileNames: 'chunks/[name]-[hash].js',
    },
  });
}

/** The client package, as programs outside of this repository import it. */
function compileClient() {
  const tsc = join('node_modules', 'typescript', 'bin', 'tsc');
  execFileSync(process.execPath, [tsc, '-p', 'client/tsconfig.build.json', '--noCheck'], {
    stdio: 'inherit',
  });
}

const isCurrent = (digest) =>
  existsSync('client/dist/index.js') && existsSync(digestFile) && readFileSync(digestFile, 'utf8') === digest;

const digest = digestOfInputs();
if (!isCurrent(digest)) {
  // Complete before it replaces the previous one, so that an interrupted build leaves nothing half-written.
  const fresh = `dist/src.${process.pid}`;
  await bundle(fresh);
  compileClient();
  mkdirSync(join(fresh, 'assets'));
  // The page of the REST reference sends this file. Its package is for development only, because it brings 280 others.
  copyFileSync(
    'node_modules/@scalar/api-reference/dist/browser/standalone.js',
    join(fresh, 'assets/scalar.js'),
  );
  writeFileSync(join(fresh, 'digest.txt'), digest);
  const { makeTemplate } = await import(`./${fresh}/infrastructure/database/embedded-template.js`);
  await makeTemplate();
  try {
    rmSync(output, { recursive: true, force: true });
    renameSync(fresh, output);
  } catch (error) {
    // Another build finished at the same moment. If it had the same inputs, its result is this one's.
    rmSync(fresh, { recursive: true, force: true });
    if (!isCurrent(digest)) throw error;
  }
}
