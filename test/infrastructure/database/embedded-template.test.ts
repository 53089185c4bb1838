/** The template of the embedded database gives the same database as the migrations. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyTemplate, templateFor } from '../../../src/infrastructure/database/embedded-template.ts';
import { migrationsFolder } from '../../../src/infrastructure/database/migrations.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'payments-template-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Everything that the migrations define, and which of them were applied. */
async function definitionsOf(engine: PGlite): Promise<unknown[]> {
  const statements = [
    `select table_name, column_name, data_type, is_nullable, column_default from information_schema.columns
      where table_schema = 'public' order by 1, 2`,
    `select tablename, indexdef from pg_indexes where schemaname = 'public' order by 1, 2`,
    `select conrelid::regclass::text as name, pg_get_constraintdef(oid) as definition from pg_constraint
      where connamespace = 'public'::regnamespace order by 1, 2`,
    `select proname, prosrc from pg_proc where pronamespace = 'public'::regnamespace order by 1, 2`,
    `select tgrelid::regclass::text as name, pg_get_triggerdef(oid) as definition from pg_trigger
      where not tgisinternal order by 1, 2`,
    'select id, hash, created_at from drizzle.__drizzle_migrations order by id',
  ];
  const results: unknown[] = [];
  for (const statement of statements) results.push((await engine.query(statement)).rows);
  return results;
}

describe('the template', () => {
  test('has the definitions and the applied migrations of a migrated database, and no rows', async () => {
    expect(copyTemplate(join(folder, 'copy'))).toBe(true);
    const copy = await PGlite.create(join(folder, 'copy'));
    const migrated = await PGlite.create();
    await migrate(drizzle(migrated), { migrationsFolder });
    expect(await definitionsOf(copy)).toEqual(await definitionsOf(migrated));
    const { rows } = await copy.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    );
    expect(rows.length).toBeGreaterThan(40);
    for (const { name } of rows) {
      const expected = await migrated.query(`select * from "${name}"`);
      expect((await copy.query(`select * from "${name}"`)).rows.length, name).toBe(expected.rows.length);
    }
    await copy.close();
    await migrated.close();
  });

  test('is not used with other migrations', () => {
    const migrations = join(folder, 'migrations');
    cpSync(migrationsFolder, migrations, { recursive: true });
    expect(templateFor(migrations)).toBe(templateFor(migrationsFolder));
    writeFileSync(join(migrations, '9999_more.sql'), 'select 1;');
    expect(templateFor(migrations)).not.toBe(templateFor(migrationsFolder));
  });

  test('may be absent: then nothing is copied', () => {
    const templates = join(folder, 'templates');
    mkdirSync(templates);
    expect(copyTemplate(join(folder, 'none'), templates)).toBe(false);
    expect(existsSync(join(folder, 'none'))).toBe(false);
  });
});
