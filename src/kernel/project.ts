/** The folder of the project, both when run from the sources and from `dist`. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

function findRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error('Invariant broken: the sources lie below a package.json');
    folder = parent;
  }
  return folder;
}

export const projectRoot = findRoot();
