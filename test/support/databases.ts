/** Databases for tests: an embedded one, or a PostgreSQL database of a random name that is dropped afterwards. */
import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import { type Database, openEmbedded, openPostgres } from '../../src/database/client.ts';

const server = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';

export async function embeddedDatabase(): Promise<Database> {
  const db = await openEmbedded('memory');
  await db.migrate();
  return db;
}

/** `undefined` where no PostgreSQL server answers: what needs one is skipped there. */
export async function postgresDatabase(
  connections = 10,
): Promise<(Database & { readonly url: string }) | undefined> {
  const admin = postgres(server, { max: 1, connect_timeout: 3, onnotice: () => undefined });
  const name = `test_${randomBytes(6).toString('hex')}`;
  try {
    await admin.unsafe(`create database ${name}`);
  } catch {
    await admin.end();
    return undefined;
  }
  const { href: url } = new URL(`/${name}`, server);
  const db = await openPostgres(url, { connections });
  await db.migrate();
  return {
    ...db,
    url,
    async close() {
      await db.close();
      await admin.unsafe(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
}
