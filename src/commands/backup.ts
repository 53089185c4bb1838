/**
 * `npm run backup`: the embedded database's folder, while no server holds it, as one archive with checksums.
 *
 * Decision: the database is opened once before it is saved. What a crash left in its log is worked in, and a folder
 * that does not open makes no backup that nobody could start from.
 */
import { resolve } from 'node:path';
import { z } from 'zod';
import type { Config } from '../config.ts';
import { ConfigError } from '../infrastructure/config-error.ts';
import { openEmbedded } from '../infrastructure/database/embedded.ts';
import { embeddedFolder, lockFolder } from '../infrastructure/database/folder-lock.ts';
import { readKeyRow, selectMasterKey } from '../infrastructure/keys/data-key.ts';
import { text } from '../kernel/parse.ts';
import { writeBackup } from '../operations/backup/write-backup.ts';
import { type Command, flag, requireDatabase, systemClock } from './command.ts';

const input = z.object({ file: text(4096), 'with-master-key': flag });

/** Of the key that the database is under; with `wanted`, that key has to be in the folder. */
async function fingerprintOf(config: Config, { wanted }: { wanted: boolean }): Promise<string> {
  const db = await openEmbedded(embeddedFolder(config.dataDir));
  try {
    const row = await readKeyRow(db.orm);
    if (!row) throw new ConfigError('The database has never been started on');
    if (wanted) selectMasterKey(row, { ...config, masterKey: undefined, previousMasterKey: undefined });
    return row.masterKeyFingerprint;
  } finally {
    await db.close();
  }
}

export const backupCommand: Command<typeof input> = {
  usage: 'npm run backup -- <file> [--with-master-key]',
  input,
  positional: 'file',
  async run({ file, 'with-master-key': withMasterKey }, config) {
    if (config.databaseUrl) {
      throw new ConfigError(
        'DATABASE_URL is set: use pg_dump, and save the documents folder of DATA_DIR with it',
      );
    }
    requireDatabase(config);
    const folder = resolve(config.dataDir);
    const unlock = lockFolder(folder);
    try {
      const masterKeyFingerprint = await fingerprintOf(config, { wanted: withMasterKey });
      const at = systemClock.real();
      const request = { folder, file: resolve(file), masterKeyFingerprint, withMasterKey, at };
      const written = await writeBackup(request);
      const told = {
        file: request.file,
        ...written,
        masterKey: withMasterKey ? 'included' : 'not included: keep it elsewhere',
      };
      return { text: `${JSON.stringify(told)}\n`, ok: true };
    } finally {
      unlock();
    }
  },
};
