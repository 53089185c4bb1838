import { createRequire } from 'node:module';
import { defineConfig } from 'vitest/config';

const require = createRequire(import.meta.url);

/** What has a data folder of its own, whatever database the other tests are on: they run beside the embedded one. */
const ofFolders = ['test/start.test.ts', 'test/commands/backup.test.ts', 'test/commands/command.test.ts'];

export default defineConfig({
  resolve: {
    // Two copies of graphql would refuse each other's schemas.
    alias: [{ find: /^graphql$/, replacement: require.resolve('graphql/index.js') }],
  },
  test: {
    include: ['test/**/*.test.ts'],
    exclude: process.env['TEST_DATABASE_URL'] ? ofFolders : [],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A test file holds a database of its own; more workers than cores only wait for each other.
    maxWorkers: 2,
    // Files share the loaded modules of their worker, which hold caches and no state: loading them takes longer than most
    // files run.
    isolate: false,
    server: { deps: { inline: [/@pothos/, /graphql-yoga/, /@envelop/, /@graphql-tools/, /graphql-jit/] } },
  },
});
