/** The engine of the embedded database. Its WebAssembly module is compiled once for a process. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { PGlite, PGliteOptions } from '@electric-sql/pglite';

const moduleFile = join(
  dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite')),
  'pglite.wasm',
);

let compiled: Promise<WebAssembly.Module> | undefined;

async function compile(): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await readFile(moduleFile));
}

/** Compiles the module, on threads of its own, at the first call. */
export function compileEngine(): Promise<WebAssembly.Module> {
  compiled ??= compile();
  return compiled;
}

/**
 * The memory in which the engine keeps pages of files. It writes all of it when it opens, which takes most of the time of a start
 * with the 128 MB of a new database. The operating system keeps the files in its memory too.
 */
const sharedBuffers = '16MB';

/** Opens a database in a folder, which is created, or in memory. */
export async function openEngine(
  options: Pick<PGliteOptions, 'dataDir' | 'loadDataDir'> = {},
): Promise<PGlite> {
  const { PGlite: Engine } = await import('@electric-sql/pglite');
  return Engine.create({
    ...options,
    pgliteWasmModule: await compileEngine(),
    startParams: [...Engine.defaultStartParams, '-c', `shared_buffers=${sharedBuffers}`],
  });
}
