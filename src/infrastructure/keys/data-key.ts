/**
 * The data key, under which all data at rest are sealed. It is created with the database, stored there sealed under the
 * master key, and never changes. The master key comes from the environment or the data folder. It can be changed while
 * servers run, since only one row changes.
 *
 * The database stores the fingerprint of the master key, so a process with another key does not start, and does not seal
 * data that the others cannot open.
 *
 * Decision: there is one data key and no re-encryption. An interrupted change of the master key has either happened or not.
 * Sealed documents and keys that clients have pinned stay valid. A rotation does not protect against an attacker who has
 * the old master key and a copy of the database: in that case the wallet seeds must be considered known.
 *
 * Decision: a database of a version without data keys uses its first master key as its data key, so that its sealed data
 * open.
 */
import { randomBytes } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { masterKeyFingerprint, type SealingKey, sealingKey } from '../../kernel/crypto/at-rest.ts';
import { invariant } from '../../kernel/errors.ts';
import { ConfigError } from '../config-error.ts';
import type { Executor } from '../database/client.ts';
import { deployment } from '../tables.ts';
import { createSecret, keyPath, promoteNextSecret, storedSecrets } from './key-file.ts';

/** The id of the only row, and the purpose of its sealed data key. */
const id = 'this';
const purpose = 'data-key';

export interface KeySettings {
  /** 32 bytes. When absent, the key is in a file in `dataDir`. */
  readonly masterKey: Uint8Array | undefined;
  readonly previousMasterKey: Uint8Array | undefined;
  readonly dataDir: string;
}

/** The keys in the database. */
interface KeyRow {
  readonly masterKeyFingerprint: string;
  readonly sealedDataKey: Uint8Array | null;
}

export const sealDataKey = (secret: Uint8Array, dataKey: Uint8Array): KeyRow => ({
  masterKeyFingerprint: masterKeyFingerprint(secret),
  sealedDataKey: sealingKey(secret).seal(purpose, id, dataKey),
});

export const openDataKeyOf = ({ sealedDataKey }: KeyRow, secret: Uint8Array): Uint8Array =>
  sealedDataKey ? sealingKey(secret).open(purpose, id, sealedDataKey) : secret;

export async function readKeyRow(db: Executor, { forUpdate = false } = {}): Promise<KeyRow | undefined> {
  const query = db.select().from(deployment).where(eq(deployment.id, id));
  const [row] = await (forUpdate ? query.for('update') : query);
  return row;
}

export const saveKeyRow = (tx: Executor, row: KeyRow) =>
  tx.update(deployment).set(row).where(eq(deployment.id, id));

/** Selects the configured master key that the database refers to by fingerprint. */
export function selectMasterKey(
  row: KeyRow,
  { masterKey: given, previousMasterKey, dataDir }: KeySettings,
): Uint8Array {
  const stored = given ? undefined : storedSecrets(dataDir);
  if (stored && !stored.current && !stored.next) {
    throw new ConfigError(
      `${keyPath(dataDir)} is missing: put it back, or set MASTER_KEY to the key of this database`,
    );
  }
  const secrets = [given, stored?.current, stored?.next, previousMasterKey];
  const secret = secrets.find((one) => one && masterKeyFingerprint(one) === row.masterKeyFingerprint);
  if (!secret) throw new ConfigError('MASTER_KEY is not the key of this database');
  if (secret === stored?.next) promoteNextSecret(dataDir);
  return secret;
}

/** Opens the data key of the database. The first start creates it. */
export async function openDataKey(db: Executor, settings: KeySettings): Promise<SealingKey> {
  let row = await readKeyRow(db);
  if (!row) {
    const secret = settings.masterKey ?? createSecret(settings.dataDir);
    // If several processes start at once, one creates it and the others read it.
    const first = { id, ...sealDataKey(secret, randomBytes(32)) };
    await db.insert(deployment).values(first).onConflictDoNothing();
    row = await readKeyRow(db);
  }
  invariant(row, 'a database has a row with its keys');
  const secret = selectMasterKey(row, settings);
  if (!row.sealedDataKey) {
    await db
      .update(deployment)
      .set(sealDataKey(secret, secret))
      .where(
        and(eq(deployment.masterKeyFingerprint, row.masterKeyFingerprint), isNull(deployment.sealedDataKey)),
      );
  }
  return sealingKey(openDataKeyOf(row, secret));
}
