/** The imports of the command line. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sourceFilesIn } from '../../test/support/source-files.ts';

const files = sourceFilesIn('cli/src');
const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  dependencies: Record<string, string>;
};

test('no file imports itself through others', () => {
  const importsOf = new Map(files.map(({ path, imports }) => [path, imports.map(({ to }) => to)]));
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (path: string, above: readonly string[]): void => {
    if (above.includes(path)) cycles.push([...above, path].join(' -> '));
    if (done.has(path) || above.includes(path)) return;
    for (const to of importsOf.get(path) ?? []) visit(to, [...above, path]);
    done.add(path);
  };
  for (const { path } of files) visit(path, []);
  expect(files.length).toBeGreaterThan(20);
  expect(cycles).toEqual([]);
});

test('only its own files, its dependencies and Node.js are imported', () => {
  const packages = Object.keys(manifest.dependencies);
  const isAllowed = (to: string) =>
    to.startsWith('cli/') ||
    to.startsWith('node:') ||
    packages.some((name) => to === name || to.startsWith(`${name}/`));
  const others = files.flatMap(({ imports }) => imports.filter(({ to }) => !isAllowed(to)));
  expect(others.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
});
