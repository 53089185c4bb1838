/**
 * Every regular expression of the code base matches any text in linear time: literals, and patterns that a module
 * constructs when it is loaded, such as those of the account types.
 */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { ConstructedPattern } from '../support/constructed-patterns.ts';
import { patternsOf, sourceFiles } from '../support/source-patterns.ts';

/** Whether the compiled checker is installed, which is ten times as fast as the one in JavaScript. */
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

/** The patterns that a new process constructs while it loads these modules. */
async function constructedIn(modules: readonly string[]): Promise<ConstructedPattern[]> {
  const script = ['--import', 'tsx', 'test/support/constructed-patterns.ts', ...modules];
  const { stdout } = await promisify(execFile)(process.execPath, script, { maxBuffer: 10_000_000 });
  return JSON.parse(stdout) as ConstructedPattern[];
}

/** The patterns that are not linear, each with an attack. */
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
  test('the scanner finds pattern literals', async () => {
    expect(literals.length).toBeGreaterThan(100);
    for (const { source, flags } of literals) expect(() => new RegExp(source, flags)).not.toThrow();
    expect(literals.map(({ source }) => source)).toContain('^\\+[1-9]\\d{1,14}$');
    expect((await check('^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$', '')).status).toBe('vulnerable');
  });

  test('among literals', { timeout: 600_000 }, async () => {
    expect(await problemsOf(literals)).toEqual([]);
  });

  test('among constructed patterns', { timeout: 600_000 }, async () => {
    const constructing = files.filter((file) => readFileSync(file, 'utf8').includes('new RegExp('));
    const made = await constructedIn(constructing);
    // This test does not find patterns that are constructed later, from a request.
    expect([...new Set(made.map(({ file }) => file))].sort()).toEqual(
      expect.arrayContaining(constructing.sort()),
    );
    expect(made.length).toBeGreaterThan(25);
    expect(await problemsOf(made)).toEqual([]);
  });
});
