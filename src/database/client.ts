/**
 * The one way to the database: an embedded Postgres in this process, or a Postgres server. Both speak through the
 * same Drizzle interface; what differs between them (listening, raw rows, how many connections) ends here.
 */
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { type SQL, sql } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { projectRoot } from '../kernel/project.ts';
import * as tables from './tables/index.ts';

/** What stores take: the database itself, or the transaction they are part of. */
export type Executor = PgDatabase<PgQueryResultHKT, typeof tables>;

export interface Database {
  readonly kind: 'embedded' | 'postgres';
  /** For reads, and for writes of one statement. */
  readonly orm: Executor;
  /** How many statements have been sent, for the tests that count them. */
  readonly statements: { count: number };
  /** Calls `heard` for every notification on the channel until the returned function is called. */
  listen(channel: string, heard: () => void): Promise<() => Promise<void>>;
  notify(channel: string): Promise<void>;
  /** Applies the migrations that are missing; of several processes one does it, the others wait. */
  migrate(): Promise<void>;
  /** Whether every migration that this code knows has been applied; the database may know more. Throws when away. */
  isCurrent(): Promise<boolean>;
  close(): Promise<void>;
}

const migrationsFolder = join(projectRoot, 'migrations');
/** Held while migrations run; any number that nobody else uses. */
const migrationLock = 7_203_115_091;

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

type Unsafe = (text: string, values?: never, options?: object) => unknown;

/** Statement texts that come again are prepared, up to so many for each process. */
const preparedAtMost = 500;

/**
 * The driver asks the server twice for a statement that is not prepared: what its parameters are, then its rows. The
 * query builder never prepares, so texts that come again are prepared here. Texts with lists of many lengths could go
 * on for ever, which is why there is a most.
 */
function preparing<T extends object>(client: T, seen: Map<string, number>): T {
  const comesAgain = (text: string): boolean => {
    const uses = (seen.get(text) ?? 0) + 1;
    if (uses > 1 || seen.size < preparedAtMost) seen.set(text, uses);
    return uses > 1;
  };
  return new Proxy(client, {
    get(target, name, receiver) {
      const value = Reflect.get(target, name, receiver) as unknown;
      if (name === 'unsafe') {
        return (text: string, values: never, options: object) =>
          (value as Unsafe).call(target, text, values, { ...options, prepare: comesAgain(text) });
      }
      if (name === 'begin') {
        return (work: (tx: object) => unknown) =>
          (value as (work: (tx: object) => unknown) => unknown).call(target, (tx) =>
            work(preparing(tx, seen)),
          );
      }
      return value;
    },
  });
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

/** Opens a Postgres server. `url` as libpq takes it. */
export async function openPostgres(
  url: string,
  { connections = 10, watch }: { connections?: number; watch?: StatementWatcher } = {},
): Promise<Database> {
  const { default: postgres } = await import('postgres');
  const { drizzle } = await import('drizzle-orm/postgres-js');
  const { migrate } = await import('drizzle-orm/postgres-js/migrator');
  const options = {
    onnotice: () => undefined,
    connection: { application_name: 'payments-platform', TimeZone: 'UTC' },
  };
  const client = postgres(url, { ...options, max: connections, connect_timeout: 10 });
  const { statements, logger } = statementCounter(watch);
  const orm = drizzle(preparing(client, new Map()), { schema: tables, logger });
  return {
    kind: 'postgres',
    orm: orm as unknown as Executor,
    statements,
    listen: async (channel, heard) => {
      // `heard` also runs when the listening connection was lost and is back: something may have been missed.
      const { unlisten } = await client.listen(channel, heard, heard);
      return unlisten;
    },
    notify: async (channel) => void (await client.notify(channel, '')),
    migrate: async () => {
      const single = postgres(url, { ...options, max: 1 });
      try {
        await single`select pg_advisory_lock(${migrationLock})`;
        await migrate(drizzle(single), { migrationsFolder });
      } finally {
        await single.end();
      }
    },
    isCurrent: currentOn(orm as unknown as Executor),
    close: () => client.end({ timeout: 5 }),
  };
}

/** Makes the folder whole or not at all: a process that is killed while its files are made leaves none behind. */
async function initialize(folder: string, make: (at: string) => Promise<void>): Promise<void> {
  if (existsSync(folder)) return;
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  await make(unfinished);
  renameSync(unfinished, folder);
}

/** Opens the embedded Postgres in a folder, or in memory. The caller holds the folder's lock. */
export async function openEmbedded(folder: string | 'memory'): Promise<Database> {
  const { PGlite: Engine } = await import('@electric-sql/pglite');
  const { drizzle } = await import('drizzle-orm/pglite');
  const { migrate } = await import('drizzle-orm/pglite/migrator');
  if (folder !== 'memory') await initialize(folder, async (at) => (await Engine.create(at)).close());
  const client: PGlite = folder === 'memory' ? await Engine.create() : await Engine.create(folder);
  const { statements, logger } = statementCounter();
  const orm = drizzle(client, { schema: tables, logger });
  return {
    kind: 'embedded',
    orm: orm as unknown as Executor,
    statements,
    // No other process has this database, and `transact` wakes its own sleepers by itself: a notification would only
    // wake them a second time, on the one connection that all of them share.
    listen: async () => async () => undefined,
    notify: async () => undefined,
    migrate: () => migrate(orm, { migrationsFolder }),
    isCurrent: currentOn(orm as unknown as Executor),
    close: () => client.close(),
  };
}
