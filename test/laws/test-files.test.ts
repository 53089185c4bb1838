/**
 * The commands run each test once: `npm run test:browser` what starts Chromium, `npm test` the others. With a PostgreSQL server,
 * files that cannot reach it are left out. Both are decided by the imports of the files, so only the helpers start a browser
 * and read the URL of the server.
 */
import { describe, expect, test } from 'vitest';
import { sourceFilesIn } from '../support/source-files.ts';
import { findTestFiles, helpers } from '../support/test-files.ts';

const folders = ['test', 'client/test', 'cli/test'];
const files = folders.flatMap(sourceFilesIn);
const { all, browser, withoutDatabase } = findTestFiles(folders);

describe('browser tests', () => {
  test('are the only ones that start Chromium', () => {
    const starting = files.filter(({ imports }) =>
      imports.some(({ to, isTypeOnly }) => !isTypeOnly && /^(playwright|puppeteer)/.test(to)),
    );
    expect(starting.map(({ path }) => path)).toEqual(helpers.chromium);
  });

  test('are found through every import of the helper', () => {
    const direct = files.filter(({ imports }) => imports.some(({ to }) => helpers.chromium.includes(to)));
    expect(browser).toEqual(
      expect.arrayContaining(direct.map(({ path }) => path).filter((path) => all.includes(path))),
    );
    expect(browser).toContain('test/console/console.test.ts');
    expect(browser.length).toBeLessThan(all.length / 10);
  });
});

describe('tests without a database', () => {
  test('cannot know the PostgreSQL server of the tests', () => {
    const reading = files.filter(({ code }) => /\bTEST_DATABASE_URL\b/.test(code));
    // It makes the template before any test, in the process of the runner.
    const globalSetup = 'test/support/template-database.ts';
    expect(reading.map(({ path }) => path).sort()).toEqual([globalSetup, ...helpers.database].sort());
  });

  test('are those whose imports do not reach the helper', () => {
    expect(withoutDatabase).toContain('test/kernel/ids.test.ts');
    // Through `startService`.
    expect(withoutDatabase).not.toContain('test/laws/paging.test.ts');
    expect(withoutDatabase.filter((path) => browser.includes(path))).toEqual([]);
  });
});
