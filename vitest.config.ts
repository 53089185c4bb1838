import { createRequire } from 'node:module';
import { defineConfig } from 'vitest/config';

const require = createRequire(import.meta.url);

export default defineConfig({
  resolve: {
    // Two copies of graphql would refuse each other's schemas.
    alias: [{ find: /^graphql$/, replacement: require.resolve('graphql/index.js') }],
  },
  test: {
    include: ['test/**/*.test.ts'],
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
