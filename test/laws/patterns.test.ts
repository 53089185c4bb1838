/**
 * Every pattern of the code base matches in time linear in the text, whatever the text: those that are written as
 * literals, and those that are put together when a module is loaded, as the account types do.
 */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { ConstructedPattern } from '../support/constructed-patterns.ts';
import { patternsOf, sourceFiles } from '../support/source-patterns.ts';

/** Whether the compiled checker is installed, which takes a tenth of the time of the one in JavaScript. */
function hasCompiledChecker(): boolean {
  try {
    createRequire(import.meta.url).resolve(`recheck-${process.platform}-${process.arch}/package.json`);
    return true;
  } catch {
    return false;
  }
}

process.env['RECHECK_BACKEND'] = hasCompiledChecker() ? 'native' : 'pure';
const { check } = await import('recheck');

const files = sourceFiles('src', 'schema');
const literals = files.flatMap(patternsOf);

/** What is constructed while these modules are loaded, in a process that has loaded nothing yet. */
async function constructedIn(modules: readonly string[]): Promise<ConstructedPattern[]> {
  const script = ['--import', 'tsx', 'test/support/constructed-patterns.ts', ...modules];
  const { stdout } = await promisify(execFile)(process.execPath, script, { maxBuffer: 10_000_000 });
  return JSON.parse(stdout) as ConstructedPattern[];
}

/** The patterns that are not linear, and how each is attacked. */
async function problemsOf(patterns: readonly ConstructedPattern[]): Promise<string[]> {
  const problems: string[] = [];
  for (const { file, source, flags } of unique(patterns)) {
    const found = await check(source, flags, { timeout: 60_000, incubationLimit: 5_000 });
    if (found.status === 'safe') continue;
    const reason = found.status === 'vulnerable' ? found.complexity.summary : found.error.kind;
    problems.push(`${file}: /${source}/${flags} is ${found.status}: ${reason}`);
  }
  return problems;
}

const unique = (patterns: readonly ConstructedPattern[]): ConstructedPattern[] => [
  ...new Map(patterns.map((pattern) => [`/${pattern.source}/${pattern.flags}`, pattern])).values(),
];

describe('every pattern is linear', () => {
  test('the scanner finds what is written', async () => {
    expect(literals.length).toBeGreaterThan(100);
    for (const { source, flags } of literals) expect(() => new RegExp(source, flags)).not.toThrow();
    expect(literals.map(({ source }) => source)).toContain('^\\+[1-9]\\d{1,14}$');
    expect((await check('^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$', '')).status).toBe('vulnerable');
  });

  test('those that are literals', { timeout: 600_000 }, async () => {
    expect(await problemsOf(literals)).toEqual([]);
  });

  test('those that are constructed', { timeout: 600_000 }, async () => {
    const constructing = files.filter((file) => readFileSync(file, 'utf8').includes('new RegExp('));
    const made = await constructedIn(constructing);
    // One that is made later, from what a caller sends, would not be seen here.
    expect([...new Set(made.map(({ file }) => file))].sort()).toEqual(
      expect.arrayContaining(constructing.sort()),
    );
    expect(made.length).toBeGreaterThan(25);
    expect(await problemsOf(made)).toEqual([]);
  });
});
