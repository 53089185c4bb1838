/** What a database stores, to prove that something wrote nothing. */
import { sql } from 'drizzle-orm';
import { type Database, rawRows } from '../../src/infrastructure/database/client.ts';

/**
 * A digest of each table. It covers the version and the place of each row as well as its content: a row that was written again
 * with the same values differs. Sequences are not included, because they do not roll back.
 */
export async function storedRows(db: Database): Promise<Record<string, string>> {
  const tables = await rawRows<{ name: string }>(
    db.orm,
    sql`select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema')
        and n.nspname not like 'pg_toast%' order by 1`,
  );
  const digests = tables.map(
    ({ name }) =>
      sql`select ${name}::text as name, md5(coalesce(string_agg(
        t.xmin::text || t.ctid::text || t::text, '|' order by t.ctid), '')) as digest from ${sql.raw(name)} t`,
  );
  const rows = await rawRows<{ name: string; digest: string }>(db.orm, sql.join(digests, sql` union all `));
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}
