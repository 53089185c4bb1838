/** Which tests need a browser or a database: those that import its helper, directly or through other helpers. */
import { type SourceFile, sourceFilesIn } from './source-files.ts';

export interface TestFiles {
  /** Paths from the root of the repository, as are the others. */
  readonly all: readonly string[];
  /** They start Chromium. */
  readonly browser: readonly string[];
  /** They open no database of `TEST_DATABASE_URL`, so with a PostgreSQL server they would do the same as without one. */
  readonly withoutDatabase: readonly string[];
}

/** The only modules that start Chromium, and that know the server of `TEST_DATABASE_URL`; test/laws/test-files.test.ts. */
export const helpers: Readonly<Record<'chromium' | 'database', readonly string[]>> = {
  chromium: ['test/support/chromium.ts'],
  database: ['test/support/database.ts', 'test/faults/cluster.ts'],
};

/** The files that import one of the modules, directly or through others. Types are erased, so their imports do not count. */
function importersOf(modules: readonly string[], files: readonly SourceFile[]): Set<string> {
  const importers = new Set(modules);
  for (let size = 0; size < importers.size; ) {
    size = importers.size;
    for (const { path, imports } of files) {
      if (imports.some(({ to, isTypeOnly }) => !isTypeOnly && importers.has(to))) importers.add(path);
    }
  }
  return importers;
}

export function findTestFiles(folders: readonly string[]): TestFiles {
  const files = folders.flatMap(sourceFilesIn);
  const all = files.map(({ path }) => path).filter((path) => path.endsWith('.test.ts'));
  const withChromium = importersOf(helpers.chromium, files);
  const withDatabase = importersOf(helpers.database, files);
  return {
    all,
    browser: all.filter((path) => withChromium.has(path)),
    withoutDatabase: all.filter((path) => !withDatabase.has(path)),
  };
}
