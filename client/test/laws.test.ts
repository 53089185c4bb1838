/** What holds for every source file of the package. */

import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { expect, test } from 'vitest';
import { sourceFilesIn } from '../../test/support/source-files.ts';

const files = sourceFilesIn('client/src');
const imports = files.flatMap((file) => file.imports);

test('the files were read', () => {
  expect(files.length).toBeGreaterThan(20);
  expect(imports.length).toBeGreaterThan(40);
});

test('no file imports a module of Node.js', () => {
  const ofNode = imports.filter(({ to }) => to.startsWith('node:') || builtinModules.includes(to));
  expect(ofNode).toEqual([]);
});

test('no file imports anything outside of the package but its dependencies', () => {
  const { dependencies } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const names = Object.keys(dependencies);
  const others = imports.filter(
    ({ to }) =>
      !to.startsWith('client/src/') && !names.some((name) => to === name || to.startsWith(`${name}/`)),
  );
  expect(others).toEqual([]);
});

test('no file uses a global of Node.js', () => {
  const users = files.filter(({ code }) =>
    /(?<![\w.'"`-])(?:Buffer|process|require|__dirname|setImmediate|global)\b(?!\s*:|['"`-])/.test(code),
  );
  expect(users.map(({ path }) => path)).toEqual([]);
});

test('the core imports neither the operations nor a package', () => {
  const core = files.filter(({ path }) =>
    /^client\/src\/(?:[\w-]+\.ts|requests\/|subscriptions\/)/.test(path),
  );
  expect(core.length).toBeGreaterThan(15);
  const beyond = core
    .flatMap((file) => file.imports)
    .filter(({ to }) => !/^client\/src\/(?:[\w-]+\.ts|requests\/|subscriptions\/)/.test(to));
  expect(beyond).toEqual([]);
});

test('no two files import each other, directly or through others', () => {
  const runtime = imports.filter(({ isTypeOnly }) => !isTypeOnly);
  const reaches = (from: string, goal: string, seen = new Set<string>()): boolean =>
    runtime.some(
      (one) =>
        one.from === from &&
        (one.to === goal || (!seen.has(one.to) && reaches(one.to, goal, seen.add(one.to)))),
    );
  expect(files.filter(({ path }) => reaches(path, path)).map(({ path }) => path)).toEqual([]);
});

test('a file has at most 250 lines, unless it is generated', () => {
  const long = files.filter(
    ({ path, code }) => !path.includes('/generated/') && code.split('\n').length > 250,
  );
  expect(long.map(({ path }) => path)).toEqual([]);
});
