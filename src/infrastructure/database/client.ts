/**
 * The one way to the database: an embedded Postgres in this process, or a Postgres server. Both speak through the
 * same Drizzle interface; what differs between them (listening, raw rows, how many connections) ends here.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { type SQL, sql } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { projectRoot } from '../../kernel/project.ts';
import { lockUntilDisconnect } from './advisory-locks.ts';
import { DriverValues } from './driver-values.ts';
import { FairGate, type Partition } from './fair-queue.ts';
import {
  type InstrumentedClient,
  instrumented,
  instrumentedEngine,
  type StatementListener,
} from './instrumentation.ts';
import { Listener } from './listener.ts';
import { Pool } from './pool.ts';
import { pooledClient, repeatedTexts } from './pooled-client.ts';
import { makeTreePrivate, requirePrivateFolder } from './private-folder.ts';

/** What stores take: the database itself, or the transaction they are part of. */
export type Executor = PgDatabase<PgQueryResultHKT>;

export interface Database {
  readonly kind: 'embedded' | 'postgres';
  /** For reads, and for writes of one statement. */
  readonly orm: Executor;
  /** How many statements have been sent, for the tests that count them. */
  readonly statements: { count: number };
  /** Of a Postgres server: its connections, and whether it is there. */
  readonly pool: Pool | undefined;
  /** The database of which this is a view; itself, if it is none. What is remembered of a database is kept by this. */
  readonly origin: Database;
  /** From now on the listener is told of every statement. */
  onStatement(listener: StatementListener): void;
  /**
   * The same database, whose statements are told to the listener too: for one request, or one job.
   *
   * @param partitionOf for whom the statements are sent: connections are shared fairly between partitions.
   */
  observed(listener: StatementListener, partitionOf: () => Partition): Database;
  /** Whether a statement or transaction of another tenant runs now than those of this partition key. */
  servesOthersThan(key: string): boolean;
  /** Calls `heard` for every notification on the channel until the returned function is called. */
  listen(channel: string, heard: () => void): Promise<() => Promise<void>>;
  notify(channel: string): Promise<void>;
  /** Applies the migrations that are missing; of several processes one does it, the others wait. */
  migrate(): Promise<void>;
  /** Whether every migration that this code knows has been applied; the database may know more. Throws when away. */
  isCurrent(): Promise<boolean>;
  close(): Promise<void>;
}

export const migrationsFolder = join(projectRoot, 'migrations');
/** After which the server ends a transaction that sends nothing, so that its locks come free: none of ours waits so long. */
const idleInTransactionMs = 60_000;

/** Rows of a raw statement, whichever driver answered. Values are as the driver gives them: see `asBigInt`, `asDate`. */
export async function rawRows<T = Record<string, unknown>>(executor: Executor, query: SQL): Promise<T[]> {
  const result = (await executor.execute(query)) as unknown;
  return (Array.isArray(result) ? result : (result as { rows: unknown[] }).rows) as T[];
}

export const asBigInt = (value: unknown): bigint => BigInt(value as string | number | bigint);

export const asDate = (value: unknown): Date => (value instanceof Date ? value : new Date(String(value)));

/** Told of every statement: its text and parameters. */
export type StatementWatcher = (text: string, params: readonly unknown[]) => void;

function statementCounter(watch?: StatementWatcher) {
  const statements = { count: 0 };
  const logger = {
    logQuery: (text: string, params: unknown[]) => {
      statements.count += 1;
      watch?.(text, params);
    },
  };
  return { statements, logger };
}

/** When the newest migration was written: the migrator remembers which ones it applied by that. */
const newestMigration = (): number => {
  const journal = JSON.parse(readFileSync(join(migrationsFolder, 'meta', '_journal.json'), 'utf8')) as {
    entries: { when: number }[];
  };
  return Math.max(...journal.entries.map(({ when }) => when));
};

function currentOn(orm: Executor): () => Promise<boolean> {
  const newest = newestMigration();
  return async () => {
    const [applied] = await rawRows<{ last: unknown }>(
      orm,
      sql`select max(created_at) as last from drizzle.__drizzle_migrations`,
    );
    return Number(applied?.last ?? 0) >= newest;
  };
}

function withViews(
  { orm, listenAll, view }: InstrumentedClient,
  facts: Omit<Database, 'orm' | 'origin' | 'onStatement' | 'observed'>,
): Database {
  const origin: Database = {
    ...facts,
    orm,
    get origin() {
      return origin;
    },
    onStatement: listenAll,
    observed: (listener, partitionOf) => ({ ...origin, origin, orm: view(listener, partitionOf) }),
  };
  return origin;
}

export interface PostgresOptions {
  readonly connections?: number;
  readonly watch?: StatementWatcher;
  /** The server stops a statement that takes longer, waiting for locks included; none when absent. */
  readonly statementSeconds?: number | undefined;
  /** How long nothing may come on a connection that waits, and how long one may take to be made. */
  readonly patience?: { readonly silentMs: number; readonly connectTimeoutMs: number };
}

/** Opens a Postgres server. `url` as libpq takes it. */
export async function openPostgres(
  url: string,
  {
    connections = 10,
    watch,
    statementSeconds,
    patience = { silentMs: 5_000, connectTimeoutMs: 3_000 },
  }: PostgresOptions = {},
): Promise<Database> {
  const { default: postgres } = await import('postgres');
  const { drizzle } = await import('drizzle-orm/postgres-js');
  const { migrate } = await import('drizzle-orm/postgres-js/migrator');
  const settings = {
    onnotice: () => undefined,
    connection: { application_name: 'payments-platform', TimeZone: 'UTC' },
  };
  // The query builder reads dates and JSON by itself, and sets the driver to leave them as they come.
  const values = new DriverValues((client) => void drizzle(client));
  const bounded = {
    ...settings,
    connection: {
      ...settings.connection,
      ...(statementSeconds !== undefined && {
        statement_timeout: statementSeconds * 1000,
        idle_in_transaction_session_timeout: idleInTransactionMs,
      }),
    },
  };
  const session = {
    driver: postgres,
    url,
    settings: bounded,
    values,
    connectTimeoutMs: patience.connectTimeoutMs,
  };
  const pool = new Pool(session, connections, {
    silentMs: patience.silentMs,
    statementMs: statementSeconds && statementSeconds * 1000,
  });
  const listener = new Listener(session);
  const { statements, logger } = statementCounter(watch);
  const comesAgain = repeatedTexts();
  const told = instrumented(
    (listen, partitionOf) => pooledClient(pool, comesAgain, listen, partitionOf),
    (client) => drizzle(client as never, { logger }) as unknown as Executor,
  );
  return withViews(told, {
    kind: 'postgres',
    statements,
    pool,
    servesOthersThan: (key) => pool.servesOthersThan(key),
    listen: (channel, heard) => listener.listen(channel, heard),
    notify: async (channel) => void (await told.orm.execute(sql`select pg_notify(${channel}, '')`)),
    migrate: async () => {
      // Without the driver's own look-up of types: where the connection breaks then, it ends the process without a word.
      const single = postgres(url, { ...settings, max: 1, connect_timeout: 10, fetch_types: false });
      try {
        await single.unsafe(lockUntilDisconnect('migrations'));
        await migrate(drizzle(single), { migrationsFolder });
      } finally {
        await single.end();
      }
    },
    isCurrent: currentOn(told.orm),
    close: async () => void (await Promise.all([listener.close(), pool.close()])),
  });
}

/** Makes the folder whole or not at all: a process that is killed while its files are made leaves none behind. */
async function initialize(folder: string, make: (at: string) => Promise<void>): Promise<void> {
  if (existsSync(folder)) {
    requirePrivateFolder(folder);
    return;
  }
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true, mode: 0o700 });
  await make(unfinished);
  renameSync(unfinished, folder);
}

export interface EmbeddedOptions {
  readonly watch?: StatementWatcher | undefined;
  /** A dump of another's files, to begin with in memory instead of with none. */
  readonly files?: Blob | undefined;
}

/** Opens the embedded Postgres in a folder, or in memory. The caller holds the folder's lock. */
export async function openEmbedded(
  folder: string | 'memory',
  { watch, files }: EmbeddedOptions = {},
): Promise<Database> {
  const { PGlite: Engine } = await import('@electric-sql/pglite');
  const { drizzle } = await import('drizzle-orm/pglite');
  const { migrate } = await import('drizzle-orm/pglite/migrator');
  if (folder !== 'memory') await initialize(folder, async (at) => (await Engine.create(at)).close());
  const inMemory = files ? { loadDataDir: files } : {};
  const client: PGlite = await Engine.create(folder === 'memory' ? inMemory : { dataDir: folder });
  // The engine gives its first files mode 0666, and the caches that it writes when it opens mode 0644.
  if (folder !== 'memory') makeTreePrivate(folder);
  const { statements, logger } = statementCounter(watch);
  const gate = new FairGate({ atOnce: 1 });
  const told = instrumented(
    (listen, partitionOf) => instrumentedEngine(client, listen, gate, partitionOf),
    (engine) => drizzle(engine as PGlite, { logger }) as unknown as Executor,
  );
  return withViews(told, {
    kind: 'embedded',
    statements,
    pool: undefined,
    servesOthersThan: (key) => gate.servesOthersThan(key),
    // No other process has this database, and `transact` wakes its own sleepers by itself: a notification would only
    // wake them a second time, on the one connection that all of them share.
    listen: async () => async () => undefined,
    notify: async () => undefined,
    migrate: () => migrate(drizzle(client), { migrationsFolder }),
    isCurrent: currentOn(told.orm),
    close: () => client.close(),
  });
}
