/**
 * The keys that sign access tokens, and the key set at which anybody can verify them.
 *
 * A key signs for 30 days. It stays in the key set for as long as a token that it signed can live; private halves are
 * sealed under the master key. A process keeps what it has read: verifying costs no query but for a key it never saw.
 *
 * Source: RFC 7517, RFC 7638; docs/architecture.md#access-tokens.
 */
import { desc, gt } from 'drizzle-orm';
import {
  calculateJwkThumbprint,
  exportJWK,
  exportPKCS8,
  generateKeyPair,
  importJWK,
  importPKCS8,
  type JWK,
} from 'jose';
import { lockUntilCommit } from '../../infrastructure/database/advisory-locks.ts';
import type { Database, Executor } from '../../infrastructure/database/client.ts';
import { transact } from '../../infrastructure/database/transact.ts';
import type { MasterKey } from '../../kernel/crypto/at-rest.ts';
import { utf8 } from '../../kernel/crypto/encodings.ts';
import { accessTokenKeys } from '../tables.ts';
import { maxAccessTokenSeconds } from './access-token.ts';

const algorithm = 'ES256';
const signsForMs = 30 * 24 * 60 * 60 * 1000;
/** A token of the key's last moment has to be verifiable to its end; an hour more is for clocks that differ. */
export const verifiesForMs = signsForMs + maxAccessTokenSeconds * 1000 + 60 * 60 * 1000;
const sealPurpose = 'access-token-key';

type VerifyingKey = Awaited<ReturnType<typeof importJWK>>;

export interface SigningKey {
  readonly kid: string;
  readonly privateKey: Awaited<ReturnType<typeof importPKCS8>>;
}

const publicKeys = new WeakMap<Database, Map<string, VerifyingKey>>();

async function newestKey(executor: Executor, realNow: Date) {
  const [row] = await executor
    .select()
    .from(accessTokenKeys)
    .where(gt(accessTokenKeys.createdAt, new Date(realNow.getTime() - signsForMs)))
    .orderBy(desc(accessTokenKeys.createdAt))
    .limit(1);
  return row;
}

/** Makes a key; unless it is for `replacing` one, the newest is answered where there is one. */
async function makeKey(
  db: Database,
  masterKey: MasterKey,
  realNow: Date,
  { replacing }: { replacing: boolean },
) {
  const { publicKey, privateKey } = await generateKeyPair(algorithm, { extractable: true });
  const jwk = await exportJWK(publicKey);
  const kid = await calculateJwkThumbprint(jwk);
  const sealedPrivateKey = masterKey.seal(sealPurpose, kid, utf8(await exportPKCS8(privateKey)));
  return transact(db, async (tx) => {
    // Of several processes that find no key, one makes it.
    await lockUntilCommit(tx, 'accessTokenKey');
    const newest = await newestKey(tx, realNow);
    if (newest && !replacing) return newest;
    // Clocks of processes differ by a little: the new one is the newest all the same.
    const createdAt = new Date(Math.max(realNow.getTime(), (newest?.createdAt.getTime() ?? 0) + 1));
    const row = {
      kid,
      publicJwk: { ...jwk, kid, use: 'sig', alg: algorithm },
      sealedPrivateKey,
      createdAt,
    };
    await tx.insert(accessTokenKeys).values(row);
    return row;
  });
}

/** The key that signs now; made when there is none. */
export async function signingKey(db: Database, masterKey: MasterKey, realNow: Date): Promise<SigningKey> {
  const row =
    (await newestKey(db.orm, realNow)) ?? (await makeKey(db, masterKey, realNow, { replacing: false }));
  const pkcs8 = new TextDecoder().decode(masterKey.open(sealPurpose, row.kid, row.sealedPrivateKey));
  return { kid: row.kid, privateKey: await importPKCS8(pkcs8, algorithm) };
}

/**
 * Has a new key sign from now on, on every process. The others verify for as long as a token that they signed can live:
 * such a token is good only while its row says so, which nobody makes with a signing key.
 *
 * @returns the new key's id.
 */
export async function rotateSigningKey(db: Database, masterKey: MasterKey, realNow: Date): Promise<string> {
  return (await makeKey(db, masterKey, realNow, { replacing: true })).kid;
}

const verifying = (db: Database, realNow: Date) =>
  db.orm
    .select({ publicJwk: accessTokenKeys.publicJwk })
    .from(accessTokenKeys)
    .where(gt(accessTokenKeys.createdAt, new Date(realNow.getTime() - verifiesForMs)))
    .orderBy(desc(accessTokenKeys.createdAt));

/** The public key of that id, or `undefined`. */
export async function verifyingKey(
  db: Database,
  kid: string,
  realNow: Date,
): Promise<VerifyingKey | undefined> {
  const known = publicKeys.get(db.origin) ?? new Map<string, VerifyingKey>();
  publicKeys.set(db.origin, known);
  if (!known.has(kid)) {
    for (const { publicJwk } of await verifying(db, realNow)) {
      const jwk = publicJwk as JWK;
      if (jwk.kid) known.set(jwk.kid, await importJWK(jwk, algorithm));
    }
  }
  return known.get(kid);
}

/** What `/.well-known/jwks.json` answers. */
export async function accessTokenKeySet(
  db: Database,
  realNow: Date,
): Promise<{ readonly keys: readonly JWK[] }> {
  const rows = await verifying(db, realNow);
  return { keys: rows.map(({ publicJwk }) => publicJwk as JWK) };
}
