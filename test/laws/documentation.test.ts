/** Every link of a document, and every citation of a document in the source, leads to a file and a heading that exist. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(posix.join(root, path), 'utf8');

const filesBelow = (folder: string, pattern: RegExp): string[] =>
  readdirSync(posix.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => pattern.test(name))
    .map((name) => posix.join(folder, name.replaceAll('\\', '/')));

const documents = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...filesBelow('docs', /\.md$/),
  ...filesBelow('src', /\.md$/),
  'client/README.md',
];

/** The anchors of a document's headings, as GitHub makes them. */
function anchorsOf(path: string): ReadonlySet<string> {
  const withoutCode = read(path).replace(/^```[\s\S]*?^```/gm, '');
  const seen = new Map<string, number>();
  return new Set(
    [...withoutCode.matchAll(/^#{1,6} +(.+?) *$/gm)].map(([, heading = '']) => {
      const anchor = heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\- _]/gu, '')
        .replaceAll(' ', '-');
      const repeated = seen.get(anchor) ?? 0;
      seen.set(anchor, repeated + 1);
      return repeated === 0 ? anchor : `${anchor}-${repeated}`;
    }),
  );
}

/** What is wrong with a reference to a file of the repository, or undefined. */
function brokenReference(target: string): string | undefined {
  const [path = '', anchor] = target.split('#');
  if (!existsSync(posix.join(root, path))) return `${path} does not exist`;
  if (anchor === undefined || !path.endsWith('.md')) return undefined;
  return anchorsOf(path).has(anchor) ? undefined : `${path} has no heading #${anchor}`;
}

describe('links', () => {
  test('there are documents to check', () => {
    expect(documents.length).toBeGreaterThan(15);
  });

  test.each(documents)('of %s lead somewhere', (document) => {
    const text = read(document).replace(/^```[\s\S]*?^```/gm, '');
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
    const broken = links
      .filter((target) => !/^[a-z]+:/.test(target))
      .map((target) =>
        target.startsWith('#') ? `${document}${target}` : posix.join(posix.dirname(document), target),
      )
      .map(brokenReference)
      .filter((problem) => problem !== undefined);
    expect(broken).toEqual([]);
  });
});

test('every citation of a document in the source leads somewhere', () => {
  const sources = ['src', 'schema', 'test'].flatMap((folder) => filesBelow(folder, /\.(ts|mjs)$/));
  const citations = sources.flatMap((source) =>
    [...read(source).matchAll(/\bdocs\/[\w./-]+\.md(?:#[\w-]+)?/g)].map(([target]) => ({ source, target })),
  );
  const broken = citations.flatMap(({ source, target }) => {
    const problem = brokenReference(target);
    return problem ? [`${source}: ${problem}`] : [];
  });
  expect(broken).toEqual([]);
});
