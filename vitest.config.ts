import { createRequire } from 'node:module';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { findTestFiles } from './test/support/test-files.ts';

const require = createRequire(import.meta.url);

const { browser, withoutDatabase } = findTestFiles(['test', 'client/test', 'cli/test']);

/**
 * Tests that use a database and run only with the embedded one: they use their own data folders, run the snippets of the
 * README, or test a program or what precedes every statement.
 */
const embeddedOnly = [
  'test/start.test.ts',
  'test/readme.test.ts',
  'test/commands/backup.test.ts',
  'test/commands/command.test.ts',
  'test/infrastructure/database/private-folder.test.ts',
  'test/laws/invalid-fields.test.ts',
  'test/laws/access-tokens-over-rest.test.ts',
  'test/hostile/**',
  'client/test/**',
  'cli/test/**',
];

/** Browser tests of loading and of connections. Every page runs with both databases. */
const embeddedOnlyInBrowsers = [
  'test/console/budgets.test.ts',
  'test/console/recovery.test.ts',
  'client/test/page.test.ts',
];

/** The slowest files start first, so that none of them runs alone at the end. */
const slowFiles = [
  'test/console/console.test.ts',
  'test/console/settings.test.ts',
  'test/console/sessions.test.ts',
  'test/readme.test.ts',
  'test/start.test.ts',
  'client/test/exactly-once.test.ts',
  'test/journeys/many-processes.test.ts',
  'client/test/packaging.test.ts',
  'test/infrastructure/database/private-folder.test.ts',
  'test/infrastructure/database/embedded-template.test.ts',
  'test/wallets/credentials/races.test.ts',
  'test/journeys/two-processes.test.ts',
  'test/laws/many-sockets.test.ts',
  'client/test/faults.test.ts',
  'test/laws/recipes.test.ts',
  'test/commands/backup.test.ts',
  'test/webhooks/deliveries/delivery.test.ts',
  'test/journeys/crash.test.ts',
  'test/laws/concurrent-transfers.test.ts',
  'test/laws/execution.test.ts',
  'test/laws/access-tokens-over-rest.test.ts',
  'test/laws/invalid-fields.test.ts',
  'test/laws/patterns.test.ts',
  'test/hostile/hostile.test.ts',
  'test/commands/command.test.ts',
  'test/bank/whole-run.test.ts',
  'test/laws/malformed-input.test.ts',
  'test/rails/production-guide.test.ts',
  'test/agents/requests/races.test.ts',
  'test/agents/approvals/late-races.test.ts',
  'test/journeys/mcp-limits.test.ts',
  'test/journeys/mcp-inspector.test.ts',
  'test/agents/backtest/replay.test.ts',
  'test/webhooks/deliveries/crash.test.ts',
  'test/infrastructure/database/postgres-driver/broken-connections.test.ts',
  'test/infrastructure/database/stall-detection/stall-detector.test.ts',
  'test/demo/demo.test.ts',
];

class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId }: TestSpecification) => {
      const rank = slowFiles.findIndex((name) => moduleId.endsWith(`/${name}`));
      return rank < 0 ? slowFiles.length : rank;
    };
    return (await super.sort(files)).sort((a, b) => rankOf(a) - rankOf(b));
  }
}

/** The packages of this repository export their sources under this condition. */
const sources = '@payments-platform/source';

const modules = {
  ssr: { resolve: { conditions: [sources, 'node'] } },
  resolve: {
    // Two copies of graphql would reject each other's schemas.
    alias: [{ find: /^graphql$/, replacement: require.resolve('graphql/index.js') }],
  },
};

const tests = {
  setupFiles: ['test/support/idle-connections.ts', 'test/support/unmoved-ids.ts'],
  // Waits in tests have shorter timeouts with a message. These timeouts end tests that hang without one.
  testTimeout: 240_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 60_000 } },
  // Files share the loaded modules of their worker, which hold caches and no state. Loading them takes longer than most
  // files run.
  isolate: false,
  // Modules that have not changed since an earlier run are not compiled again.
  experimental: { fsModuleCache: true },
};

export default defineConfig({
  test: {
    globalSetup: ['test/support/global-setup.ts'],
    sequence: { sequencer: SlowFilesFirst },
    // For two cores. Several slow files mostly wait for processes and timers, so a third worker uses that time.
    maxWorkers: 3,
    projects: [
      {
        ...modules,
        test: {
          ...tests,
          name: 'node',
          include: ['test/**/*.test.ts', 'client/test/**/*.test.ts', 'cli/test/**/*.test.ts'],
          exclude: [
            ...browser,
            ...(process.env['TEST_DATABASE_URL'] ? [...withoutDatabase, ...embeddedOnly] : []),
          ],
        },
      },
      {
        ...modules,
        test: {
          ...tests,
          name: 'browser',
          include: [...browser],
          exclude: process.env['TEST_DATABASE_URL'] ? embeddedOnlyInBrowsers : [],
        },
      },
    ],
  },
});
