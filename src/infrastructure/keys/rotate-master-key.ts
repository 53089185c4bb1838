/**
 * Changes the master key: the data key is sealed again, under the new one. Servers that run go on as they are; those
 * that start afterwards need the new key.
 *
 * Decision: a key that comes from the environment is replaced by one that the operator made and keeps already, never
 * by one that is printed: a key that only a terminal saw is soon a lost one. One that is kept in the data folder is
 * made here, and on the disk before the database names it.
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

export interface MasterKeyRotation {
  /** False: the database was under the new key already. */
  readonly changed: boolean;
  /** Of the key that it is under now. */
  readonly fingerprint: string;
}

export async function rotateMasterKey(
  db: Database,
  settings: KeySettings & { readonly newMasterKey: Uint8Array | undefined },
): Promise<MasterKeyRotation> {
  const { dataDir, newMasterKey } = settings;
  const kept = settings.masterKey === undefined;
  if (!kept && !newMasterKey) {
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
    // Before the commit, so that no database names a key that is nowhere.
    if (kept) storeNextSecret(dataDir, next);
    const sealed = sealDataKey(next, dataKey);
    await saveKeyRow(tx, sealed);
    return { changed: true, fingerprint: sealed.masterKeyFingerprint };
  });
  if (kept && rotation.changed) promoteNextSecret(dataDir);
  return rotation;
}
