/**
 * The master key: from the environment, or made on first start and kept in the data folder. The database remembers
 * its fingerprint, so that a process with another key refuses to start instead of losing what the first one sealed.
 */
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from './config.ts';
import { type MasterKey, masterKey, parseMasterKey } from './crypto/at-rest.ts';
import type { Database } from './database/client.ts';
import { deployment } from './database/tables/index.ts';

const fileName = 'master.key';

/** The 32 bytes that are kept in the folder; made, readable by the owner alone, when there are none. */
function keptSecret(dataDir: string): Uint8Array {
  const path = join(dataDir, fileName);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  try {
    writeFileSync(path, `${randomBytes(32).toString('base64')}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const secret = parseMasterKey(readFileSync(path, 'utf8').trim());
  if (!secret) throw new ConfigError(`${path} does not hold 32 bytes in base64`);
  return secret;
}

export const loadMasterKey = (given: Uint8Array | undefined, dataDir: string): MasterKey =>
  masterKey(given ?? keptSecret(dataDir));

/** Remembers the key's fingerprint with the first start on a database; throws when this key is another. */
export async function checkMasterKey(db: Database, key: MasterKey): Promise<void> {
  await db.orm
    .insert(deployment)
    .values({ id: 'this', masterKeyFingerprint: key.fingerprint })
    .onConflictDoNothing();
  const [row] = await db.orm.select().from(deployment);
  if (row?.masterKeyFingerprint !== key.fingerprint) {
    throw new ConfigError('MASTER_KEY is not the key that this database was first started with');
  }
}
