/**
 * A database for one test file: embedded and in memory, or on the Postgres server of TEST_DATABASE_URL with a name of
 * its own that is dropped afterwards. Races need the server: the embedded engine runs one transaction at a time.
 */
import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import { type Database, openEmbedded, openPostgres } from '../../src/database/client.ts';

/** Where the server is, if the tests may use one. */
export const serverUrl = process.env['TEST_DATABASE_URL'];

/** `describe.runIf(onPostgres)`: what only a server can show. */
export const onPostgres = serverUrl !== undefined;

async function administer(statement: string): Promise<void> {
  const sql = postgres(serverUrl as string, { max: 1, onnotice: () => undefined });
  await sql.unsafe(statement);
  await sql.end();
}

export interface TestDatabase {
  readonly db: Database;
  /** Of the server's database; absent for the embedded one. */
  readonly url: string | undefined;
  drop(): Promise<void>;
}

/** An empty database with every migration applied. */
export async function testDatabase(): Promise<TestDatabase> {
  if (!serverUrl) {
    const db = await openEmbedded('memory');
    await db.migrate();
    return { db, url: undefined, drop: () => db.close() };
  }
  const name = `payments_test_${randomBytes(6).toString('hex')}`;
  await administer(`create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const db = await openPostgres(url.href);
  await db.migrate();
  return {
    db,
    url: url.href,
    drop: async () => {
      await db.close();
      await administer(`drop database ${name} with (force)`);
    },
  };
}
