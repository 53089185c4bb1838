/**
 * The files of the web console, as `build.mjs` leaves them in `dist/console`: each with its compressed forms beside it.
 *
 * Decision: the names of the files are read once, and a request selects one of them. No path of a request reaches the file
 * system, so none can leave the folder.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { lazily, type StaticContent } from '../http/static-content.ts';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

const digestLength = 16;

interface ConsoleAssets {
  /** The content of a file by its path in the folder, with slashes; undefined if there is no such file. */
  find(path: string): Promise<StaticContent | undefined>;
}

async function filesIn(folder: string): Promise<ReadonlySet<string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      // The service also runs without a built console, for example from its sources.
      if (error.code === 'ENOENT') return [];
      throw error;
    },
  );
  return new Set(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')),
  );
}

async function read(folder: string, path: string, type: string, files: ReadonlySet<string>) {
  const contentOf = async (name: string) => (files.has(name) ? readFile(join(folder, name)) : undefined);
  const [identity, gzipped, brotli] = await Promise.all([
    readFile(join(folder, path)),
    contentOf(`${path}.gz`),
    contentOf(`${path}.br`),
  ]);
  const digest = createHash('sha256').update(identity).digest('hex').slice(0, digestLength);
  return { type, identity, gzipped, brotli, digest };
}

/** @param folder the folder of the build. Its files are read with the first request of each. */
export function createConsoleAssets(folder: string): ConsoleAssets {
  const listed = lazily(async () => {
    const files = await filesIn(folder);
    return new Map(
      [...files].flatMap((path) => {
        const type = types[extname(path)];
        return type === undefined ? [] : [[path, lazily(() => read(folder, path, type, files))] as const];
      }),
    );
  });
  return { find: async (path) => (await listed()).get(path)?.() };
}
