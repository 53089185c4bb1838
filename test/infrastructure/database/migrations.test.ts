/** Migrations while several processes start, and while processes of an old and a new version run together. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rawRows } from '../../../src/infrastructure/database/client.ts';
import { openPostgres } from '../../../src/infrastructure/database/postgres.ts';
import { emptyDatabase, onPostgres, type TestDatabase, testDatabase } from '../../support/database.ts';

const appliedIn = ({ db }: TestDatabase) =>
  rawRows<{ hash: string; created_at: string | number }>(
    db.orm,
    sql`select hash, created_at from drizzle.__drizzle_migrations order by created_at`,
  );

describe('a database', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.drop());

  test('that a newer version has migrated is current and stays unchanged', async () => {
    const known = await appliedIn(database);
    await database.db.orm.execute(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('of a newer program', 4102444800000)`,
    );
    expect(await database.db.isCurrent()).toBe(true);
    await database.db.migrate();
    expect(await appliedIn(database)).toHaveLength(known.length + 1);
  });

  test('that an older version has migrated is not current', async () => {
    const newest = (await appliedIn(database)).slice(-2).map(({ hash }) => hash);
    await database.db.orm.execute(sql`delete from drizzle.__drizzle_migrations where hash in ${newest}`);
    expect(await database.db.isCurrent()).toBe(false);
  });
});

test.runIf(onPostgres)('one of many processes that start on an empty database migrates it once', async () => {
  const database = await emptyDatabase();
  const others = await Promise.all([1, 2, 3, 4].map(() => openPostgres(database.url ?? '')));
  await Promise.all([database.db, ...others].map((db) => db.migrate()));
  const hashes = (await appliedIn(database)).map(({ hash }) => hash);
  expect(hashes.length).toBeGreaterThan(5);
  expect(new Set(hashes).size).toBe(hashes.length);
  expect(await Promise.all(others.map((db) => db.isCurrent()))).toEqual([true, true, true, true]);
  await Promise.all(others.map((db) => db.close()));
  await database.drop();
});
