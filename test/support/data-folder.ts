/** Data folders of the embedded database. */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { templateFilesVariable } from './template-database.ts';

/**
 * Puts a migrated database without rows into a new or empty data folder. A start on an empty folder takes seconds of CPU
 * time to create the same database. Only tests of the first start need that.
 */
export function migratedDataFolder(folder: string): string {
  const database = join(folder, 'database');
  mkdirSync(database, { recursive: true, mode: 0o700 });
  const files = process.env[templateFilesVariable] as string;
  execFileSync('tar', ['-xf', files, '-C', database], { stdio: 'ignore' });
  return folder;
}
