/** `npm run restore`: restores a backup into a data folder that does not exist or is empty. */
import { resolve } from 'node:path';
import { z } from 'zod';
import { ConfigError } from '../infrastructure/config-error.ts';
import { masterKeyFingerprint } from '../kernel/crypto/at-rest.ts';
import { text } from '../kernel/parse.ts';
import { restoreBackup } from '../operations/backup/restore-backup.ts';
import type { Command } from './command.ts';

const input = z.object({ file: text(4096) });

export const restoreCommand: Command<typeof input> = {
  usage: 'npm run restore -- <file>',
  input,
  positional: 'file',
  async run({ file }, { databaseUrl, dataDir, masterKey }, progress) {
    if (databaseUrl)
      throw new ConfigError('DATABASE_URL is set: use pg_restore or psql, and copy the documents back');
    const folder = resolve(dataDir);
    const { hasMasterKey, ...restored } = await restoreBackup(
      { file: resolve(file), folder, masterKeyFingerprint: masterKey && masterKeyFingerprint(masterKey) },
      progress,
    );
    const needed = 'required: copy master.key into the folder, or set MASTER_KEY';
    const result = {
      folder,
      ...restored,
      masterKey: hasMasterKey ? 'included' : masterKey ? 'given' : needed,
    };
    return { text: `${JSON.stringify(result)}\n`, ok: true };
  },
};
