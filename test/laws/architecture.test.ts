/**
 * The contexts are a stack: each imports only contexts below it, type imports included, and no two folders import each
 * other at any level. Read from the import statements of every file, without exceptions. SQL text follows the same order.
 *
 * Source: docs/architecture.md#contexts.
 */
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sourceFilesIn } from '../support/source-files.ts';

/** From the bottom up. `schema` has the same contexts as its folders, above `core`. */
const contexts = [
  'kernel',
  'infrastructure',
  'platforms',
  'ledger',
  'customers',
  'accounts',
  'wallets',
  'members',
  'payments',
  'agents',
  'webhooks',
  'rails',
  'sandbox',
  'operations',
  'schema',
  'transports',
  'entry',
] as const;

/** The folders of `src/` that put the service together, with the files that lie in `src/` itself. */
const entryFolders = ['commands', 'demo'];

type Context = (typeof contexts)[number];

function contextOf(path: string): Context {
  const [top, context] = path.split('/') as [string, string];
  if (top === 'schema') return 'schema';
  if (posix.dirname(path) === 'src' || entryFolders.includes(context)) return 'entry';
  const known = contexts.find((one) => one === context);
  if (!known) throw new Error(`${path} is in no context`);
  return known;
}

/** The rank of the folder of a file in `schema/`. `index.ts` and `print.ts` have the highest rank. */
function schemaRankOf(path: string): number {
  const [, folder, ...rest] = path.split('/') as [string, string, ...string[]];
  if (rest.length === 0) return contexts.length;
  const rank = ['core', ...contexts].indexOf(folder);
  if (rank < 0) throw new Error(`${path} is in no context`);
  return rank;
}

const sources = ['src', 'schema'].flatMap(sourceFilesIn);
const files = sources.map(({ path }) => path);
const imports = sources
  .flatMap((source) => source.imports)
  .filter(({ to }) => to.startsWith('src/') || to.startsWith('schema/'));

/** The folders in a folder that are in a cycle, each with the imports that close it. */
function cyclesIn(folder: string): string[] {
  const edges = new Map<string, Map<string, string>>();
  for (const { from, to } of imports) {
    if (!from.startsWith(`${folder}/`) || !to.startsWith(`${folder}/`)) continue;
    const [source, inSource] = from.slice(folder.length + 1).split('/');
    const [target, inTarget] = to.slice(folder.length + 1).split('/');
    // Files that lie in the folder itself are its own: they serve its sub-folders, or put them together.
    if (!source || !target || !inSource || !inTarget || source === target) continue;
    const known = edges.get(source) ?? new Map<string, string>();
    edges.set(source, known.set(target, `${from} -> ${to}`));
  }
  const reaches = (start: string, goal: string, seen = new Set<string>()): boolean =>
    [...(edges.get(start)?.keys() ?? [])].some(
      (next) => next === goal || (!seen.has(next) && reaches(next, goal, seen.add(next))),
    );
  return [...edges].flatMap(([source, targets]) =>
    [...targets].filter(([target]) => reaches(target, source)).map(([, why]) => why),
  );
}

const folders = [
  ...new Set(
    files.flatMap((path) => {
      const parts = path.split('/').slice(0, -1);
      return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
    }),
  ),
];

test('the files and their imports were read', () => {
  expect(files.length).toBeGreaterThan(400);
  expect(imports.length).toBeGreaterThan(2_000);
});

test('a context imports only contexts below it', () => {
  console.log(`contexts, from the bottom up: ${contexts.join(' < ')}`);
  const rankOf = (path: string) => contexts.indexOf(contextOf(path));
  const upward = imports.filter(({ from, to }) => rankOf(to) > rankOf(from));
  expect(upward.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
});

test('a folder of the schema imports only folders below it', () => {
  const upward = imports.filter(
    ({ from, to }) =>
      contextOf(from) === 'schema' && contextOf(to) === 'schema' && schemaRankOf(to) > schemaRankOf(from),
  );
  expect(upward.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
});

/** The context of each table, by the file that declares it. */
const contextOfTable = new Map(
  sources.flatMap(({ path, code }) =>
    [...code.matchAll(/\bpgTable\(\s*'(\w+)'/g)].map(
      ([, name]) => [name as string, contextOf(path)] as const,
    ),
  ),
);

/** Of the tables that SQL text reads or changes, those of higher contexts. */
function higherTablesIn({ path, code }: (typeof sources)[number]): string[] {
  const named = [...code.matchAll(/\b(?:from|join|into|update)\s+(\w+)/g)].map(([, name]) => name as string);
  const rankOf = (context: Context) => contexts.indexOf(context);
  return [...new Set(named)].filter((name) => {
    const context = contextOfTable.get(name);
    return context !== undefined && rankOf(context) > rankOf(contextOf(path));
  });
}

test('the tables were read', () => {
  expect(contextOfTable.size).toBeGreaterThan(35);
  expect(contextOfTable.get('transactions')).toBe('payments');
});

/** Jobs are due on the clocks of platforms, which infrastructure only reads. */
const readsPlatformClocks = (path: string): boolean =>
  ['jobs/job-store.ts', 'observability/backlog-gauges.ts'].some(
    (file) => path === `src/infrastructure/${file}`,
  );

test('SQL text names only tables of its own context and of lower ones', () => {
  const upward = sources.flatMap((source) =>
    higherTablesIn(source)
      .filter((name) => !(name === 'platforms' && readsPlatformClocks(source.path)))
      .map((name) => `${source.path}: ${name}`),
  );
  expect(upward).toEqual([]);
});

describe('no two folders import each other, directly or through others', () => {
  test.each(folders)('in %s', (folder) => {
    expect(cyclesIn(folder)).toEqual([]);
  });
});

test('a socket that the service opens sends each packet at once', () => {
  // Nagle's algorithm keeps the last packet of a request until the other side acknowledges the others, mostly for 40 ms.
  const opening = sources.filter(
    ({ code }) => /from 'node:(?:net|tls)'/.test(code) && /[^.\w]connect\(/.test(code),
  );
  expect(opening.map(({ path }) => path).sort()).toEqual([
    'src/infrastructure/database/postgres-driver/socket.ts',
    'src/rails/file-exchange/sftp-connection.ts',
  ]);
  expect(opening.filter(({ code }) => !code.includes('noDelay: true')).map(({ path }) => path)).toEqual([]);
});
