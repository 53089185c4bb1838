/** The WebAssembly module of the embedded database, compiled once for a process. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const moduleFile = join(
  dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite')),
  'pglite.wasm',
);

let compiled: Promise<WebAssembly.Module> | undefined;

async function compile(): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await readFile(moduleFile));
}

/** Compiles the module, on threads of its own, at the first call. */
export function embeddedEngine(): Promise<WebAssembly.Module> {
  compiled ??= compile();
  return compiled;
}
