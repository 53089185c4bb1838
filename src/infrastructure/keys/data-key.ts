/**
 * The data key: what everything at rest is sealed under. It is made with the database, lies in it sealed under the
 * master key, and never changes; the master key comes from the environment or the data folder, and may be changed
 * while servers run, since that touches this one row and nothing that they hold.
 *
 * The database names the master key by its fingerprint, so that a process with another refuses to start instead of
 * losing what the first one sealed.
 *
 * Decision: one data key and no re-encryption. A change of the master key that is cut short has either happened or
 * not; documents in files and keys that callers have pinned stay as they are. What it does not do is to take away what
 * somebody could read who had the old master key together with a copy of the database: whoever must assume that has
 * to assume that the seeds are known.
 *
 * Decision: a database from before there were data keys has its first master key as its data key, so that what was
 * sealed under it opens.
 */
import { randomBytes } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { type MasterKey, masterKey, masterKeyFingerprint } from '../../kernel/crypto/at-rest.ts';
import { invariant } from '../../kernel/errors.ts';
import { ConfigError } from '../config-error.ts';
import type { Executor } from '../database/client.ts';
import { deployment } from '../tables.ts';
import { createSecret, keyPath, promoteNextSecret, storedSecrets } from './key-file.ts';

/** The one row's id, and what its data key is sealed for. */
const id = 'this';
const purpose = 'data-key';

export interface KeySettings {
  /** 32 bytes; absent: the key is in a file in `dataDir`. */
  readonly masterKey: Uint8Array | undefined;
  readonly previousMasterKey: Uint8Array | undefined;
  readonly dataDir: string;
}

/** What the database says of its keys. */
export interface KeyRow {
  readonly masterKeyFingerprint: string;
  readonly sealedDataKey: Uint8Array | null;
}

export const sealDataKey = (secret: Uint8Array, dataKey: Uint8Array): KeyRow => ({
  masterKeyFingerprint: masterKeyFingerprint(secret),
  sealedDataKey: masterKey(secret).seal(purpose, id, dataKey),
});

export const openDataKeyOf = ({ sealedDataKey }: KeyRow, secret: Uint8Array): Uint8Array =>
  sealedDataKey ? masterKey(secret).open(purpose, id, sealedDataKey) : secret;

export async function readKeyRow(db: Executor, { forUpdate = false } = {}): Promise<KeyRow | undefined> {
  const query = db.select().from(deployment).where(eq(deployment.id, id));
  const [row] = await (forUpdate ? query.for('update') : query);
  return row;
}

export const saveKeyRow = (tx: Executor, row: KeyRow) =>
  tx.update(deployment).set(row).where(eq(deployment.id, id));

/** Of the master keys that are given, the one that the database names. */
export function selectMasterKey(
  row: KeyRow,
  { masterKey: given, previousMasterKey, dataDir }: KeySettings,
): Uint8Array {
  const kept = given ? undefined : storedSecrets(dataDir);
  if (kept && !kept.current && !kept.next) {
    throw new ConfigError(
      `${keyPath(dataDir)} is missing: put it back, or set MASTER_KEY to the key of this database`,
    );
  }
  const secrets = [given, kept?.current, kept?.next, previousMasterKey];
  const secret = secrets.find((one) => one && masterKeyFingerprint(one) === row.masterKeyFingerprint);
  if (!secret) throw new ConfigError('MASTER_KEY is not the key of this database');
  if (secret === kept?.next) promoteNextSecret(dataDir);
  return secret;
}

/** The key that this database's data are sealed under; made with the first start on it. */
export async function openDataKey(db: Executor, settings: KeySettings): Promise<MasterKey> {
  let row = await readKeyRow(db);
  if (!row) {
    const secret = settings.masterKey ?? createSecret(settings.dataDir);
    // Of several processes at once, one makes it and the others read it.
    const first = { id, ...sealDataKey(secret, randomBytes(32)) };
    await db.insert(deployment).values(first).onConflictDoNothing();
    row = await readKeyRow(db);
  }
  invariant(row, 'a database remembers its keys');
  const secret = selectMasterKey(row, settings);
  if (!row.sealedDataKey) {
    await db
      .update(deployment)
      .set(sealDataKey(secret, secret))
      .where(
        and(eq(deployment.masterKeyFingerprint, row.masterKeyFingerprint), isNull(deployment.sealedDataKey)),
      );
  }
  return masterKey(openDataKeyOf(row, secret));
}
