/** Data folders of the embedded database. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { copyTemplate } from '../../src/infrastructure/database/embedded-template.ts';

/** Puts a migrated database without rows into a new or empty data folder. */
export function migratedDataFolder(folder: string): string {
  const database = join(folder, 'database');
  mkdirSync(database, { recursive: true, mode: 0o700 });
  if (!copyTemplate(database)) throw new Error('the build makes the template of the embedded database');
  return folder;
}
