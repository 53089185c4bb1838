/** The recipes of CONTRIBUTING.md: the changes that each one lists, applied to a copy of the source. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A change of a file: a part of its text and what replaces it. A new file has only a text. */
interface Change {
  readonly path: string;
  /** Absent for a new file. */
  readonly before: string | undefined;
  readonly after: string;
}

export interface Recipe {
  readonly title: string;
  readonly changes: readonly Change[];
  /** Files and folders (`migrations/`) that commands write. */
  readonly generated: readonly string[];
}

const fence = /^(?:(In|Create) `([^`]+)`[^\n]*:\n\n)?```(diff|ts)\n([\s\S]*?)```$/gm;

/** The lines of a diff that have one of the signs, without it. */
const linesWith = (diff: string, signs: string): string =>
  diff
    .split('\n')
    .slice(0, -1)
    .filter((line) => line === '' || signs.includes(line.charAt(0)))
    .map((line) => `${line.slice(1)}\n`)
    .join('');

function changesIn(text: string): Change[] {
  let path: string | undefined;
  return [...text.matchAll(fence)].map(([, , named, language, content = '']) => {
    // A second diff of the same file follows the first one directly.
    path = named ?? path;
    if (path === undefined) throw new Error('A recipe has code without the name of its file');
    return language === 'ts'
      ? { path, before: undefined, after: content }
      : { path, before: linesWith(content, ' -'), after: linesWith(content, ' +') };
  });
}

/** The recipes of a document, in their order. */
export function readRecipes(document: string): Recipe[] {
  const [, section = ''] = document.split('\n## Recipes\n');
  const [recipes = ''] = section.split(/\n## /);
  return recipes
    .split(/^### /m)
    .slice(1)
    .map((text) => {
      const [title = ''] = text.split('\n');
      const [, generated = ''] = /^Generated: ([\s\S]*?)\.\n/m.exec(text) ?? [];
      // The commands are in parentheses.
      const paths = [...generated.replace(/\([^)]*\)/g, '').matchAll(/`([^`]+)`/g)];
      return { title, changes: changesIn(text), generated: paths.map(([, path = '']) => path) };
    });
}

/** Applies the recipe to the files below a folder. Each place that it names must exist exactly once. */
export function applyRecipe(folder: string, { title, changes }: Recipe): void {
  for (const { path, before, after } of changes) {
    const file = join(folder, path);
    if (before === undefined) {
      if (existsSync(file)) throw new Error(`${title}: ${path} exists`);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, after);
      continue;
    }
    const parts = readFileSync(file, 'utf8').split(before);
    if (before === '' || parts.length !== 2) {
      throw new Error(`${title}: ${path} has the place ${parts.length - 1} times:\n${before}`);
    }
    writeFileSync(file, parts.join(after));
  }
}
