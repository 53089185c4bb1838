/** Selects the database: a PostgreSQL server, or the embedded one. */
import { resolve } from 'node:path';
import type { Config } from './config.ts';
import type { Database } from './infrastructure/database/client.ts';
import { openEmbedded } from './infrastructure/database/embedded.ts';
import { embeddedFolder, lockFolder } from './infrastructure/database/folder-lock.ts';
import { openPostgres, type PostgresOptions } from './infrastructure/database/postgres.ts';
import { requirePrivateData } from './infrastructure/database/private-folder.ts';

/** Opens the database that the settings name. The embedded one's folder is locked until it is closed. */
export async function openDatabase(
  config: Config,
  options: Pick<PostgresOptions, 'statementSeconds' | 'progress'> = {},
): Promise<Database> {
  const folder = resolve(config.dataDir);
  requirePrivateData(folder);
  if (config.databaseUrl) return openPostgres(config.databaseUrl, options);
  const unlock = lockFolder(folder);
  try {
    const db = await openEmbedded(embeddedFolder(folder), { progress: options.progress });
    return {
      ...db,
      close: async () => {
        await db.close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}
