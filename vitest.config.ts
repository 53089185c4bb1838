import { createRequire } from 'node:module';
import { defineConfig } from 'vitest/config';

const require = createRequire(import.meta.url);

/** Run beside the embedded database alone: what has a data folder of its own, and what the README says to paste. */
const once = [
  'test/start.test.ts',
  'test/readme.test.ts',
  'test/laws/recipes.test.ts',
  'test/commands/backup.test.ts',
  'test/commands/command.test.ts',
  'test/infrastructure/database/private-folder.test.ts',
];

export default defineConfig({
  resolve: {
    // Two copies of graphql would refuse each other's schemas.
    alias: [{ find: /^graphql$/, replacement: require.resolve('graphql/index.js') }],
  },
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/idle-connections.ts'],
    exclude: process.env['TEST_DATABASE_URL'] ? once : [],
    // What a test waits for has a limit of its own and is named when it does not come; these end what hangs without a word.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    // A test file holds a database of its own; more workers than cores only wait for each other.
    maxWorkers: 2,
    // Files share the loaded modules of their worker, which hold caches and no state: loading them takes longer than most
    // files run.
    isolate: false,
    server: { deps: { inline: [/@pothos/, /graphql-yoga/, /@envelop/, /@graphql-tools/] } },
  },
});
