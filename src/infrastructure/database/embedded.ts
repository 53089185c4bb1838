/** Opens the embedded PostgreSQL (PGlite) as a `Database`. */
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';
import { noProgress, type Progress } from '../progress/progress.ts';
import {
  type Database,
  type Executor,
  type StatementWatcher,
  statementCounter,
  withViews,
} from './client.ts';
import { embeddedStatements } from './drizzle-session/embedded-statements.ts';
import { instrumented, instrumentedEngine } from './drizzle-session/instrumentation.ts';
import { openEngine } from './embedded-engine.ts';
import { copyTemplate } from './embedded-template.ts';
import { FairSemaphore } from './fair-queue.ts';
import { migrateWithProgress } from './migration-progress.ts';
import { currentCheck, migrationsFolder } from './migrations.ts';
import { makeTreePrivate, requirePrivateFolder } from './private-folder.ts';

/** Creates the folder atomically: a process that is killed meanwhile leaves no half-written files under its name. */
async function initialize(folder: string, create: (at: string) => Promise<void>): Promise<void> {
  if (existsSync(folder)) {
    requirePrivateFolder(folder);
    return;
  }
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true, mode: 0o700 });
  await create(unfinished);
  renameSync(unfinished, folder);
}

interface EmbeddedOptions {
  readonly watch?: StatementWatcher | undefined;
  /** An engine that is open already, in place of an empty one in memory. */
  readonly engine?: PGlite | undefined;
  /** Shows the migrations. */
  readonly progress?: Progress | undefined;
  /** The folder of the templates, if not that of the build. */
  readonly templates?: string | undefined;
}

/** Opens the embedded database in a folder, or in memory. The caller holds the folder's lock. */
export async function openEmbedded(
  folder: string | 'memory',
  { watch, engine: given, templates, progress = noProgress }: EmbeddedOptions = {},
): Promise<Database> {
  const library = await import('@electric-sql/pglite');
  const { drizzle } = await import('drizzle-orm/pglite');
  const { migrate } = await import('drizzle-orm/pglite/migrator');
  if (folder !== 'memory') {
    await initialize(folder, async (at) => {
      if (!copyTemplate(at, templates)) await (await openEngine({ dataDir: at })).close();
    });
  }
  const engine = given ?? (await openEngine(folder === 'memory' ? {} : { dataDir: folder }));
  // The engine creates its files with mode 0666, and its cache files with mode 0644 each time it opens.
  if (folder !== 'memory') makeTreePrivate(folder);
  const { statements, logger } = statementCounter(watch);
  const gate = new FairSemaphore({ maxRunning: 1 });
  const run = embeddedStatements(engine, library);
  const client = instrumented(
    (onStatement, partitionOf) => instrumentedEngine(engine, run, onStatement, gate, partitionOf),
    (driverClient) => drizzle(driverClient as PGlite, { logger }) as unknown as Executor,
  );
  return withViews(client, {
    kind: 'embedded',
    statements,
    pool: undefined,
    isServingOtherTenants: (key) => gate.isServingOtherTenants(key),
    otherTenantsAt: (key) => gate.otherTenantsAt(key),
    // No other process uses this database, and `transact` wakes the waiters of this process directly. A notification
    // would wake them twice, over the only connection.
    listen: async () => async () => undefined,
    notify: async () => undefined,
    migrate: () =>
      migrateWithProgress(progress, (logger) => migrate(drizzle(engine, { logger }), { migrationsFolder })),
    isCurrent: currentCheck(client.orm),
    close: () => engine.close(),
  });
}
