/** The first start of the embedded database has the same result with and without a template. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { type Database, rawRows } from '../../../src/infrastructure/database/client.ts';
import { openEmbedded } from '../../../src/infrastructure/database/embedded.ts';
import {
  copyTemplate,
  makeTemplate,
  templateFor,
} from '../../../src/infrastructure/database/embedded-template.ts';
import { migrationsFolder } from '../../../src/infrastructure/database/migrations.ts';

const scratch = mkdtempSync(join(tmpdir(), 'payments-template-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

function folderOf(name: string): string {
  const folder = join(scratch, name);
  mkdirSync(folder);
  return folder;
}

/** Every object of the schemas, each with its definition, the applied migrations and the settings of the server. */
const definitions = sql`
  with ours as (select oid from pg_namespace where nspname in ('public', 'drizzle'))
  select 'relation' as kind, concat_ws(' ', relname, relkind, relpersistence, reloptions) as definition
    from pg_class where relnamespace in (select oid from ours)
  union all select 'column', concat_ws(' ', attrelid::regclass, attnum, attname, format_type(atttypid, atttypmod),
      attnotnull, attidentity, attgenerated, pg_get_expr(adbin, adrelid))
    from pg_attribute join pg_class c on c.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where relnamespace in (select oid from ours)
  union all select 'constraint', concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid))
    from pg_constraint where connamespace in (select oid from ours)
  union all select 'index', pg_get_indexdef(indexrelid)
    from pg_index join pg_class c on c.oid = indexrelid where relnamespace in (select oid from ours)
  union all select 'trigger', concat_ws(' ', pg_get_triggerdef(oid), tgenabled) from pg_trigger where not tgisinternal
  union all select 'function', pg_get_functiondef(oid) from pg_proc
    where pronamespace in (select oid from ours) and prokind <> 'a'
  union all select 'aggregate', concat_ws(' ', aggfnoid, aggtransfn, aggtranstype::regtype)
    from pg_aggregate join pg_proc p on p.oid = aggfnoid where pronamespace in (select oid from ours)
  union all select 'view', viewname || definition from pg_views where schemaname in ('public', 'drizzle')
  union all select 'migration', concat_ws(' ', id, hash, created_at) from drizzle.__drizzle_migrations
  union all select 'extension', extname || extversion from pg_extension
  union all select 'role', concat_ws(' ', rolname, rolsuper, rolpassword) from pg_authid
  union all select 'database', concat_ws(' ', datname, datcollate, datctype, encoding) from pg_database
  union all select 'setting', concat_ws(' ', name, setting) from pg_settings
  order by kind, definition`;

const definitionsIn = ({ orm }: Database) => rawRows<{ kind: string; definition: string }>(orm, definitions);

/** The tables that have rows. */
async function filledTables({ orm }: Database): Promise<string[]> {
  const tables = await rawRows<{ name: string }>(
    orm,
    sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  );
  expect(tables.length).toBeGreaterThan(35);
  const filled: string[] = [];
  for (const { name } of tables) {
    const rows = await rawRows(orm, sql`select 1 from ${sql.identifier(name)} limit 1`);
    if (rows.length > 0) filled.push(name);
  }
  return filled;
}

test('a database from the template is the one that its creation and the migrations make, without rows', async () => {
  const copied = await openEmbedded(join(scratch, 'copied'));
  expect(await copied.isCurrent()).toBe(true);
  await copied.migrate();
  const migrated = await openEmbedded(join(scratch, 'created'), { templates: folderOf('no templates') });
  await migrated.migrate();
  // Opened again, because the migrations load PL/pgSQL, which adds settings to their session.
  await migrated.close();
  const created = await openEmbedded(join(scratch, 'created'));

  const expected = await definitionsIn(created);
  expect(new Set(expected.map(({ kind }) => kind)).size).toBe(13);
  expect(await definitionsIn(copied)).toEqual(expected);
  expect(await filledTables(copied)).toEqual([]);
  await Promise.all([copied.close(), created.close()]);
});

describe('a template is not used', () => {
  test.each([
    [
      'a migration that has changed',
      (folder: string) => writeFileSync(join(folder, '0000_foundation.sql'), 'select 1', { flag: 'a' }),
    ],
    ['a new migration', (folder: string) => writeFileSync(join(folder, '9999_new.sql'), 'select 1')],
  ])('for %s', (what, change) => {
    const migrations = join(scratch, what);
    cpSync(migrationsFolder, migrations, { recursive: true });
    expect(templateFor(migrations)).toBe(templateFor(migrationsFolder));
    change(migrations);
    expect(templateFor(migrations)).not.toBe(templateFor(migrationsFolder));
  });

  test('by a version that it is not named for', () => {
    const templates = folderOf('templates of another version');
    writeFileSync(join(folderOf('templates of another version/0123456789abcdef'), 'PG_VERSION'), '17\n');
    const target = folderOf('target');
    expect(copyTemplate(target, templates)).toBe(false);
    expect(readdirSync(target)).toEqual([]);
  });

  test('after its build was interrupted', () => {
    const templates = folderOf('interrupted');
    mkdirSync(`${templateFor(migrationsFolder, templates)}.4711`);
    expect(copyTemplate(folderOf('another target'), templates)).toBe(false);
  });
});

test('builds replace the templates of other versions, also two builds at once', async () => {
  const templates = folderOf('replaced');
  mkdirSync(join(templates, '0123456789abcdef'));
  await Promise.all([makeTemplate(templates), makeTemplate(templates)]);
  expect(readdirSync(templates).map((name) => join(templates, name))).toEqual([
    templateFor(migrationsFolder, templates),
  ]);
});
