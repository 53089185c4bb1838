/** Shows the statements of the migrator, which applies every missing migration in one call. */
import type { Logger } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { Progress, ProgressStep } from '../progress/progress.ts';
import { migrationsFolder } from './migrations.ts';

/** The statements of all migrations in their order. */
const allStatements = (): string[] => readMigrationFiles({ migrationsFolder }).flatMap(({ sql }) => sql);

/**
 * Runs the migrator with a logger that counts its statements. The migrator executes those of the missing migrations in their
 * order, so the first of them determines how many there are. The files are not read where none is missing.
 */
export async function migrateWithProgress(
  progress: Progress,
  migrate: (logger: Logger) => Promise<void>,
  statementsOf = allStatements,
): Promise<void> {
  let step: ProgressStep | undefined;
  const logQuery = (query: string): void => {
    // The migrator's own table.
    if (/^\s*create schema if not exists|__drizzle_migrations/i.test(query)) return;
    if (!step) {
      const statements = statementsOf();
      const first = statements.indexOf(query);
      if (first < 0) return;
      step = progress.start('Migrating the database', statements.length - first);
      // A statement is logged before it is executed.
      return;
    }
    step.advance();
  };
  try {
    await migrate({ logQuery });
  } finally {
    step?.end();
  }
}
