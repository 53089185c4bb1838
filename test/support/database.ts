/**
 * A database for one test file: embedded and in memory, or on the Postgres server of TEST_DATABASE_URL with a name of
 * its own that is dropped afterwards. Races need the server: the embedded engine runs one transaction at a time.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import { type Database, rawRows, type StatementWatcher } from '../../src/infrastructure/database/client.ts';
import { openEmbedded } from '../../src/infrastructure/database/embedded.ts';
import { openPostgres } from '../../src/infrastructure/database/postgres.ts';
import { borrowEngine } from './embedded-engines.ts';
import { templateVariable } from './template-database.ts';

/** The URL of the PostgreSQL server, if the tests may use one. */
export const serverUrl = process.env['TEST_DATABASE_URL'];

/** `describe.runIf(onPostgres)` is for tests that need a PostgreSQL server. */
export const onPostgres = serverUrl !== undefined;

async function administer(...statements: string[]): Promise<void> {
  const sql = postgres(serverUrl as string, { max: 1, onnotice: () => undefined });
  for (const statement of statements) await sql.unsafe(statement);
  await sql.end();
}

export interface TestDatabase {
  readonly db: Database;
  /** Of the server's database; absent for the embedded one. */
  readonly url: string | undefined;
  drop(): Promise<void>;
}

interface Opening {
  readonly watch?: StatementWatcher | undefined;
  /** Maps the URL of the server to the URL for the service, for example that of a proxy. */
  readonly through?: ((url: string) => Promise<string>) | undefined;
}

async function onServer(
  server: string,
  { watch, through, connections = 10, empty = false }: Opening & { connections?: number; empty?: boolean },
): Promise<TestDatabase & { url: string }> {
  const name = `payments_test_${randomBytes(6).toString('hex')}`;
  const template = empty ? undefined : process.env[templateVariable];
  await administer(
    `create database ${name}${template ? ` template ${template}` : ''}`,
    // Tests end processes of the service and never the server, so no commit needs to wait for the disk.
    `alter database ${name} set synchronous_commit = off`,
  );
  const { href: url } = new URL(`/${name}`, server);
  const db = await openPostgres((await through?.(url)) ?? url, {
    connections,
    // On a machine that is busy with other tests, the database is slow and not unavailable.
    timeouts: { stallMs: 5_000, connectTimeoutMs: 30_000 },
    ...(watch && { watch }),
  });
  if (!empty && !template) await db.migrate();
  return {
    db,
    url,
    drop: async () => {
      await db.close();
      await administer(`drop database ${name} with (force)`);
    },
  };
}

/** An empty database on the server, for tests with `onPostgres`. */
export const emptyDatabase = (): Promise<TestDatabase> => onServer(serverUrl as string, { empty: true });

/** Waits until that number of transactions on the server wait for locks. */
export async function untilLocked(db: Database, count = 1): Promise<void> {
  for (;;) {
    const [row] = await rawRows<{ waiting: string }>(
      db.orm,
      sql`select count(*) as waiting from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (Number(row?.waiting) >= count) return;
    await delay(5);
  }
}

/** An embedded database in memory, with every migration applied and no rows. */
export async function embeddedDatabase(watch?: StatementWatcher): Promise<Database> {
  return openEmbedded('memory', { watch, engine: await borrowEngine() });
}

/** An empty database with every migration applied. */
export async function testDatabase(opening: Opening = {}): Promise<TestDatabase> {
  if (serverUrl) return onServer(serverUrl, opening);
  const db = await embeddedDatabase(opening.watch);
  return { db, url: undefined, drop: () => db.close() };
}

/** A database on the server, dropped when it is closed; `undefined` without a server. */
export async function postgresDatabase(
  connections = 10,
): Promise<(Database & { readonly url: string }) | undefined> {
  if (!serverUrl) return undefined;
  const { db, url, drop } = await onServer(serverUrl, { connections });
  return { ...db, url, close: drop };
}
