/**
 * `npm run backup`: writes the embedded data folder into one archive with checksums. No server may use the folder.
 *
 * Decision: the database is opened once before the backup. This replays its write-ahead log after a crash, and a folder
 * that does not open fails the backup.
 */
import { resolve } from 'node:path';
import { z } from 'zod';
import { systemClock } from '../clock.ts';
import type { Config } from '../config.ts';
import { ConfigError } from '../infrastructure/config-error.ts';
import { openEmbedded } from '../infrastructure/database/embedded.ts';
import { embeddedFolder, lockFolder } from '../infrastructure/database/folder-lock.ts';
import { readKeyRow, selectMasterKey } from '../infrastructure/keys/data-key.ts';
import { text } from '../kernel/parse.ts';
import { writeBackup } from '../operations/backup/write-backup.ts';
import { type Command, flag, requireDatabase } from './command.ts';

const input = z.object({ file: text(4096), 'with-master-key': flag });

/** The fingerprint of the database's master key. With `requireKey` the folder must contain that key. */
async function fingerprintOf(config: Config, { requireKey }: { requireKey: boolean }): Promise<string> {
  const db = await openEmbedded(embeddedFolder(config.dataDir));
  try {
    const row = await readKeyRow(db.orm);
    if (!row) throw new ConfigError('The database has no master key yet: start the server on it first');
    if (requireKey) selectMasterKey(row, { ...config, masterKey: undefined, previousMasterKey: undefined });
    return row.masterKeyFingerprint;
  } finally {
    await db.close();
  }
}

export const backupCommand: Command<typeof input> = {
  usage: 'npm run backup -- <file> [--with-master-key]',
  input,
  positional: 'file',
  async run({ file, 'with-master-key': withMasterKey }, config, progress) {
    if (config.databaseUrl) {
      throw new ConfigError(
        'DATABASE_URL is set: use pg_dump, and save the documents folder of DATA_DIR with it',
      );
    }
    requireDatabase(config);
    const folder = resolve(config.dataDir);
    const unlock = lockFolder(folder);
    try {
      const masterKeyFingerprint = await fingerprintOf(config, { requireKey: withMasterKey });
      const at = systemClock.real();
      const request = { folder, file: resolve(file), masterKeyFingerprint, withMasterKey, at };
      const written = await writeBackup(request, progress);
      const result = {
        file: request.file,
        ...written,
        masterKey: withMasterKey ? 'included' : 'not included: store it separately',
      };
      return { text: `${JSON.stringify(result)}\n`, ok: true };
    } finally {
      unlock();
    }
  },
};
