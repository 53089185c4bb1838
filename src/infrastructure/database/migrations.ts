/** The migrations of this version, and whether a database has them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { projectRoot } from '../../kernel/project.ts';
import { type Executor, rawRows } from './client.ts';

export const migrationsFolder = join(projectRoot, 'migrations');

/** The time of the newest migration, by which the migrator records what it has applied. */
const newestMigration = (): number => {
  const journal = JSON.parse(readFileSync(join(migrationsFolder, 'meta', '_journal.json'), 'utf8')) as {
    entries: { when: number }[];
  };
  return Math.max(...journal.entries.map(({ when }) => when));
};

/** Implements `Database.isCurrent`. */
export function currentCheck(orm: Executor): () => Promise<boolean> {
  const newest = newestMigration();
  return async () => {
    const [applied] = await rawRows<{ last: unknown }>(
      orm,
      sql`select max(created_at) as last from drizzle.__drizzle_migrations`,
    );
    return Number(applied?.last ?? 0) >= newest;
  };
}
