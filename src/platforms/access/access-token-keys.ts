/**
 * The keys that sign access tokens, and the key set by which anyone can verify them.
 *
 * A key signs for 30 days, and stays in the key set as long as a token that it signed can live. Private keys are sealed
 * under the data key.
 *
 * Decision: a process caches the keys that it verifies with for a minute, so a removed key verifies for a minute at most.
 * Key ids that do not exist are cached too. A malformed key id is rejected without a query.
 *
 * Source: RFC 7517, RFC 7638; docs/reference/tokens.md#access-tokens.
 */
import { and, desc, eq, gt, ne } from 'drizzle-orm';
import {
  calculateJwkThumbprint,
  exportJWK,
  exportPKCS8,
  generateKeyPair,
  importJWK,
  importPKCS8,
  type JWK,
} from 'jose';
import { LRUCache } from 'lru-cache';
import { lockUntilCommit } from '../../infrastructure/database/advisory-locks.ts';
import type { Database, Executor } from '../../infrastructure/database/client.ts';
import { transact } from '../../infrastructure/database/transact.ts';
import type { SealingKey } from '../../kernel/crypto/at-rest.ts';
import { utf8 } from '../../kernel/crypto/encodings.ts';
import { accessTokenKeys } from '../tables.ts';
import { maxAccessTokenSeconds } from './access-token.ts';

const algorithm = 'ES256';
const signsForMs = 30 * 24 * 60 * 60 * 1000;
/** Longer than signing by the lifetime of a token, and by an hour for clocks that differ. */
export const verifiesForMs = signsForMs + maxAccessTokenSeconds * 1000 + 60 * 60 * 1000;
const sealPurpose = 'access-token-key';

/** An RFC 7638 thumbprint with SHA-256. */
const kidPattern = /^[A-Za-z0-9_-]{43}$/;
const cachedMs = 60_000;
const maxKnownKeys = 100;
const maxUnknownKeys = 1_000;

type VerifyingKey = Awaited<ReturnType<typeof importJWK>>;

interface SigningKey {
  readonly kid: string;
  readonly privateKey: Awaited<ReturnType<typeof importPKCS8>>;
}

/** The results of look-ups in one database. Unknown key ids are cached apart, so they cannot evict keys. */
class KeyCache {
  /** Set at each look-up from the clock of the caller. */
  #nowMs = 0;
  readonly #options = { ttl: cachedMs, ttlResolution: 0, perf: { now: () => this.#nowMs } };
  readonly known = new LRUCache<string, { readonly key: VerifyingKey; readonly createdAt: Date }>({
    ...this.#options,
    max: maxKnownKeys,
  });
  readonly unknown = new LRUCache<string, true>({ ...this.#options, max: maxUnknownKeys });

  at(realNow: Date): this {
    this.#nowMs = realNow.getTime();
    return this;
  }
}

const keyCaches = new WeakMap<Database, KeyCache>();

function keyCacheOf({ origin }: Database, realNow: Date): KeyCache {
  const cache = keyCaches.get(origin) ?? new KeyCache();
  keyCaches.set(origin, cache);
  return cache.at(realNow);
}

async function newestKey(executor: Executor, realNow: Date) {
  const [row] = await executor
    .select()
    .from(accessTokenKeys)
    .where(gt(accessTokenKeys.createdAt, new Date(realNow.getTime() - signsForMs)))
    .orderBy(desc(accessTokenKeys.createdAt))
    .limit(1);
  return row;
}

/**
 * Returns the newest signing key. Creates one when there is none, or when `force` is set.
 *
 * @param deleteOthers deletes the other keys when one is created.
 */
async function ensureSigningKey(
  db: Database,
  dataKey: SealingKey,
  realNow: Date,
  { force = false, deleteOthers = false } = {},
) {
  const { publicKey, privateKey } = await generateKeyPair(algorithm, { extractable: true });
  const jwk = await exportJWK(publicKey);
  const kid = await calculateJwkThumbprint(jwk);
  const sealedPrivateKey = dataKey.seal(sealPurpose, kid, utf8(await exportPKCS8(privateKey)));
  return transact(db, async (tx) => {
    // Several processes may find no key at the same time. The first one inserts it.
    await lockUntilCommit(tx, 'accessTokenKey');
    const newest = await newestKey(tx, realNow);
    if (newest && !force) return newest;
    // The clocks of processes differ slightly. The inserted key must be the newest.
    const createdAt = new Date(Math.max(realNow.getTime(), (newest?.createdAt.getTime() ?? 0) + 1));
    const row = {
      kid,
      publicJwk: { ...jwk, kid, use: 'sig', alg: algorithm },
      sealedPrivateKey,
      createdAt,
    };
    await tx.insert(accessTokenKeys).values(row);
    if (deleteOthers) await tx.delete(accessTokenKeys).where(ne(accessTokenKeys.kid, kid));
    return row;
  });
}

/** The key that signs now. Generates the first one. */
export async function accessTokenSigningKey(
  db: Database,
  dataKey: SealingKey,
  realNow: Date,
): Promise<SigningKey> {
  const row = (await newestKey(db.orm, realNow)) ?? (await ensureSigningKey(db, dataKey, realNow));
  const pkcs8 = new TextDecoder().decode(dataKey.open(sealPurpose, row.kid, row.sealedPrivateKey));
  return { kid: row.kid, privateKey: await importPKCS8(pkcs8, algorithm) };
}

/**
 * Generates a key that signs from now on, in every process. The other keys still verify the tokens that they signed.
 *
 * @param immediately removes the other keys, for a key that may be compromised: all tokens that they signed end.
 * @returns the id of the new key.
 */
export async function rotateSigningKey(
  db: Database,
  dataKey: SealingKey,
  realNow: Date,
  { immediately }: { immediately: boolean },
): Promise<string> {
  const { kid } = await ensureSigningKey(db, dataKey, realNow, { force: true, deleteOthers: immediately });
  return kid;
}

const isInKeySet = (realNow: Date) =>
  gt(accessTokenKeys.createdAt, new Date(realNow.getTime() - verifiesForMs));

/** The public key with this id, or `undefined` if the key set does not contain it. */
export async function verifyingKey(
  db: Database,
  kid: string,
  realNow: Date,
): Promise<VerifyingKey | undefined> {
  if (!kidPattern.test(kid)) return undefined;
  const { known, unknown } = keyCacheOf(db, realNow);
  if (unknown.has(kid)) return undefined;
  const cached = known.get(kid);
  // A key can leave the key set while it is cached.
  if (cached) return realNow.getTime() < cached.createdAt.getTime() + verifiesForMs ? cached.key : undefined;
  const [row] = await db.orm
    .select({ publicJwk: accessTokenKeys.publicJwk, createdAt: accessTokenKeys.createdAt })
    .from(accessTokenKeys)
    .where(and(eq(accessTokenKeys.kid, kid), isInKeySet(realNow)));
  if (!row) {
    unknown.set(kid, true);
    return undefined;
  }
  const key = await importJWK(row.publicJwk as JWK, algorithm);
  known.set(kid, { key, createdAt: row.createdAt });
  return key;
}

/** The key set at `/.well-known/jwks.json`, the newest key first. */
export async function accessTokenKeySet(
  db: Database,
  realNow: Date,
): Promise<{ readonly keys: readonly JWK[] }> {
  const rows = await db.orm
    .select({ publicJwk: accessTokenKeys.publicJwk })
    .from(accessTokenKeys)
    .where(isInKeySet(realNow))
    .orderBy(desc(accessTokenKeys.createdAt));
  return { keys: rows.map(({ publicJwk }) => publicJwk as JWK) };
}
