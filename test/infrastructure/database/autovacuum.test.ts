/** The autovacuum settings of the database are those that the documentation lists. */
import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { rawRows } from '../../../src/infrastructure/database/client.ts';
import { testDatabase } from '../../support/database.ts';

const documented = () => {
  const text = readFileSync(new URL('../../../docs/operations/running.md', import.meta.url), 'utf8');
  const rows = text.slice(text.indexOf('## Autovacuum')).matchAll(/^\| `(\w+)` \| ([^|]+) \|/gm);
  return [...rows].map(([, table, settings = '']) => ({
    table,
    settings: [...settings.matchAll(/`([^`]+)`/g)].map(([, setting]) => setting).sort(),
  }));
};

test('the tables with autovacuum settings, and their settings, are the documented ones', async () => {
  const { db, drop } = await testDatabase();
  try {
    const rows = await rawRows<{ table: string; setting: string }>(
      db.orm,
      // A partition counts as its table.
      sql`select distinct coalesce(inhparent, c.oid)::regclass::text as "table", unnest(reloptions) as setting
          from pg_class c left join pg_inherits on inhrelid = c.oid
          where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1, 2`,
    );
    const tables = [...new Set(rows.map((row) => row.table))];
    const actual = tables
      .map((table) => ({
        table,
        settings: rows
          .filter((row) => row.table === table && row.setting.startsWith('autovacuum_'))
          .map((row) => row.setting),
      }))
      .filter((row) => row.settings.length > 0);
    expect(actual).toHaveLength(5);
    expect(actual).toEqual(
      documented().sort((one, other) => (one.table ?? '').localeCompare(other.table ?? '')),
    );
  } finally {
    await drop();
  }
});
