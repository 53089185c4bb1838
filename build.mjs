/**
 * The build: bundles the service with its dependencies into `dist/src`, makes the template of the embedded database in
 * `dist/embedded-database`, compiles the client package into `client/dist`, and builds the web console into `dist/console`. It
 * runs before each start, and returns at once when its inputs have not changed.
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
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

process.chdir(import.meta.dirname);

const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/** A digest of every file that a build reads. The lock file stands for the dependencies. */
function digestOf(files, folders) {
  const digest = createHash('sha256');
  for (const path of ['build.mjs', 'package-lock.json', ...files, ...folders.flatMap(filesIn).sort()]) {
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
    // Packages that load files beside their modules, and large ones that few deployments use.
    external: ['@aws-sdk/client-s3', '@electric-sql/pglite', 'date-holidays', 'ssh2', 'ssh2-sftp-client'],
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

const compress = { '.gz': promisify(gzip), '.br': promisify(brotliCompress) };
const options = {
  '.gz': { level: 9 },
  '.br': { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } },
};
/** A smaller file fits into one packet as it is. */
const minCompressedBytes = 1_000;

async function buildConsole(folder) {
  // The tests build too, with another value. It would select the development version of React.
  process.env.NODE_ENV = 'production';
  const { build } = await import('vite');
  await build({
    configFile: 'console/vite.config.ts',
    mode: 'production',
    build: { outDir: resolve(folder), emptyOutDir: true },
  });
  // Compressed here, so that the server does not spend time on it, and with the highest level.
  await Promise.all(
    filesIn(folder)
      .filter((path) => /\.(html|js|css|svg)$/.test(path))
      .flatMap((path) => {
        const content = readFileSync(path);
        if (content.length < minCompressedBytes) return [];
        return Object.entries(compress).map(async ([suffix, toBytes]) =>
          writeFileSync(`${path}${suffix}`, await toBytes(content, options[suffix])),
        );
      }),
  );
}

async function buildService(folder) {
  await bundle(folder);
  compileClient();
  mkdirSync(join(folder, 'assets'));
  // The page of the REST reference sends this file. Its package is for development only.
  copyFileSync(
    'node_modules/@scalar/fastify-api-reference/dist/js/standalone.js',
    join(folder, 'assets/scalar.js'),
  );
}

/**
 * Runs a build unless its inputs are those of the build before.
 *
 * @param finish runs with the complete folder, before it replaces the previous one.
 */
async function update({ output, digest, results = [], make, finish }) {
  const digestFile = join(output, 'digest.txt');
  const isCurrent = () =>
    [digestFile, ...results].every(existsSync) && readFileSync(digestFile, 'utf8') === digest;
  if (isCurrent()) return;
  // Complete before it replaces the previous one, so that an interrupted build leaves nothing half-written.
  const fresh = `${output}.${process.pid}`;
  await make(fresh);
  writeFileSync(join(fresh, 'digest.txt'), digest);
  await finish?.(fresh);
  try {
    rmSync(output, { recursive: true, force: true });
    renameSync(fresh, output);
  } catch (error) {
    // Another build finished at the same moment. If it had the same inputs, its result is this one's.
    rmSync(fresh, { recursive: true, force: true });
    if (!isCurrent()) throw error;
  }
}

await update({
  output: 'dist/console',
  digest: digestOf(
    [
      'tsconfig.json',
      'client/package.json',
      'console/package.json',
      'console/tsconfig.json',
      'console/vite.config.ts',
      'console/index.html',
    ],
    ['console/src', 'console/public', 'client/src'],
  ),
  make: buildConsole,
});

await update({
  output: 'dist/src',
  digest: digestOf(
    [
      'package.json',
      'tsconfig.json',
      'client/package.json',
      'client/tsconfig.json',
      'client/tsconfig.build.json',
      'cli/package.json',
    ],
    ['src', 'schema', 'migrations', 'client/src', 'cli/src'],
  ),
  results: ['client/dist/index.js'],
  make: buildService,
  async finish(fresh) {
    const { makeTemplate } = await import(`./${fresh}/infrastructure/database/embedded-template.js`);
    await makeTemplate();
  },
});
