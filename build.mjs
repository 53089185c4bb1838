/**
 * The build: compiles the sources into `dist`, and makes the template of the embedded database. It runs before each start and
 * each command, and returns at once when its inputs have not changed.
 *
 * Types are not checked here; `npm run typecheck` does that.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

process.chdir(import.meta.dirname);

const digestFile = 'dist/digest.txt';
const settings = ['build.mjs', 'package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json'];

/** A digest of every file that the build reads. The lock file stands for the dependencies. */
function digestOfInputs() {
  const sources = ['src', 'schema', 'migrations'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name)),
  );
  const digest = createHash('sha256');
  for (const path of [...settings, ...sources.sort()]) {
    digest.update(`${path}\n`).update(readFileSync(path));
  }
  return digest.digest('hex');
}

const digest = digestOfInputs();
if (!existsSync(digestFile) || readFileSync(digestFile, 'utf8') !== digest) {
  // Without a digest an interrupted build is repeated.
  rmSync(digestFile, { force: true });
  const { status } = spawnSync('node_modules/.bin/tsc', ['-p', 'tsconfig.build.json'], { stdio: 'inherit' });
  if (status !== 0) process.exit(1);
  const { makeTemplate } = await import('./dist/src/infrastructure/database/embedded-template.js');
  await makeTemplate();
  writeFileSync(digestFile, digest);
}
