/** Databases of earlier versions of the service, for tests of migrations. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { migrationsFolder } from '../../src/infrastructure/database/migrations.ts';
import { borrowEngine } from './embedded-engines.ts';

/** An embedded database with the migrations before the one of this name, and without rows. */
export async function migratedBefore(name: string): Promise<PGlite> {
  const folder = mkdtempSync(join(tmpdir(), 'migrations-'));
  try {
    cpSync(migrationsFolder, folder, { recursive: true });
    const path = join(folder, 'meta', '_journal.json');
    const journal = JSON.parse(readFileSync(path, 'utf8')) as { entries: { tag: string }[] };
    const index = journal.entries.findIndex(({ tag }) => tag.endsWith(name));
    if (index < 1) throw new Error(`no migration ${name}`);
    writeFileSync(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, index) }));
    const engine = await borrowEngine();
    await engine.exec('drop schema public cascade; drop schema drizzle cascade; create schema public');
    await migrate(drizzle(engine), { migrationsFolder: folder });
    return engine;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Applies the remaining migrations. */
export const migrateToNewest = (engine: PGlite): Promise<void> =>
  migrate(drizzle(engine), { migrationsFolder });
