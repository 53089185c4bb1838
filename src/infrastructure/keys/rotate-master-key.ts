/**
 * Rotates the master key: seals the data key again under the new one. Running servers are not affected. Servers that start
 * later need the new key.
 *
 * Decision: a key from the environment is replaced by one that the operator has generated and stored. The command never
 * prints a key, because a printed key is easily lost. A key in the data folder is generated here and synced to disk before
 * the database refers to it.
 */
import { randomBytes } from 'node:crypto';
import { masterKeyFingerprint } from '../../kernel/crypto/at-rest.ts';
import { ConfigError } from '../config-error.ts';
import type { Database } from '../database/client.ts';
import { transact } from '../database/transact.ts';
import {
  type KeySettings,
  openDataKeyOf,
  readKeyRow,
  saveKeyRow,
  sealDataKey,
  selectMasterKey,
} from './data-key.ts';
import { promoteNextSecret, storeNextSecret } from './key-file.ts';

interface MasterKeyRotation {
  /** False if the database already used the new key. */
  readonly changed: boolean;
  /** The fingerprint of the current key. */
  readonly fingerprint: string;
}

export async function rotateMasterKey(
  db: Database,
  settings: KeySettings & { readonly newMasterKey: Uint8Array | undefined },
): Promise<MasterKeyRotation> {
  const { dataDir, newMasterKey } = settings;
  const isStored = settings.masterKey === undefined;
  if (!isStored && !newMasterKey) {
    throw new ConfigError(
      'NEW_MASTER_KEY is required where MASTER_KEY is set: make one, keep it as safe as this one, and give it here',
    );
  }
  const rotation = await transact(db, async (tx): Promise<MasterKeyRotation> => {
    const row = await readKeyRow(tx, { forUpdate: true });
    if (!row)
      throw new ConfigError('The database has no keys yet: they are made when the server first starts on it');
    if (newMasterKey && masterKeyFingerprint(newMasterKey) === row.masterKeyFingerprint) {
      return { changed: false, fingerprint: row.masterKeyFingerprint };
    }
    const dataKey = openDataKeyOf(row, selectMasterKey(row, settings));
    const next = newMasterKey ?? new Uint8Array(randomBytes(32));
    // Before the commit, so that the database never refers to a key that is not stored.
    if (isStored) storeNextSecret(dataDir, next);
    const sealed = sealDataKey(next, dataKey);
    await saveKeyRow(tx, sealed);
    return { changed: true, fingerprint: sealed.masterKeyFingerprint };
  });
  if (isStored && rotation.changed) promoteNextSecret(dataDir);
  return rotation;
}
