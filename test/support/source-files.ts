/** The source files of the service and their imports, for tests of the structure. */
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface Import {
  readonly from: string;
  /** A path from the root of the repository, or the name of a package. */
  readonly to: string;
  readonly isTypeOnly: boolean;
}

export interface SourceFile {
  /** The path from the root of the repository. */
  readonly path: string;
  /** The text without its comments. */
  readonly code: string;
  readonly imports: readonly Import[];
}

const statement =
  /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?'([^']+)'|\bimport\(\s*'([^']+)'\s*\)/g;

function readSource(path: string): SourceFile {
  const text = readFileSync(posix.join(root, path), 'utf8');
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*/g, '$1');
  const imports = [...code.matchAll(statement)].map(([, type, fixed, dynamic]) => {
    const to = (fixed ?? dynamic) as string;
    return {
      from: path,
      to: to.startsWith('.') ? posix.join(posix.dirname(path), to) : to,
      isTypeOnly: type !== undefined,
    };
  });
  return { path, code, imports };
}

/** Every TypeScript file below a folder of the repository. */
export const sourceFilesIn = (folder: string): SourceFile[] =>
  readdirSync(posix.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readSource(posix.join(folder, name.replaceAll('\\', '/'))));
