/**
 * The keys that sign a platform's webhooks. A platform has one key, and two during a rotation: the new key is published
 * before it signs, and the old one stays published for some time after.
 *
 * Decision: a new key is published for 24 hours before it signs, and the old one for 24 hours after it stops signing. If a
 * key may be compromised, the rotation is immediate, without overlap.
 * Decision: a platform's first key is generated at its first use, so that older platforms get one too.
 *
 * Source: docs/behaviour/webhooks.md#signature; schema.graphql, `webhookPublicKeys`.
 */
import type { KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Executor } from '../../infrastructure/database/client.ts';
import type { SealingKey } from '../../kernel/crypto/at-rest.ts';
import { invariant } from '../../kernel/errors.ts';
import { type Id, newUuid } from '../../kernel/ids.ts';
import { generateWebhookKey, loadWebhookKey } from './signature.ts';
import { insertSigningKey, publishedKeys, retireKeys, type SigningKeyRow } from './signing-key-store.ts';

const purpose = 'webhook-key';
const overlapMs = 24 * 60 * 60_000;
/** The maximum number of published keys. */
export const maxLiveKeys = 2;

async function insertKey(
  tx: Executor,
  dataKey: SealingKey,
  platformId: Id<'Platform'>,
  signsFrom: Date,
  createdAt: Date,
): Promise<void> {
  const { privateKey, publicKey } = generateWebhookKey();
  const id = newUuid();
  await insertSigningKey(tx, platformId, {
    id,
    publicKey,
    sealedPrivateKey: dataKey.seal(purpose, id, privateKey),
    signsFrom,
    createdAt,
  });
}

/** The published keys, the signing key first. Generates the first key of a platform. */
async function liveKeys(
  db: Executor,
  dataKey: SealingKey,
  platformId: Id<'Platform'>,
  now: Date,
): Promise<SigningKeyRow[]> {
  let keys = await publishedKeys(db, platformId, now);
  if (keys.length === 0) {
    await insertKey(db, dataKey, platformId, now, now);
    keys = await publishedKeys(db, platformId, now);
  }
  const signing = keys.findLast(({ signsFrom }) => signsFrom <= now) ?? keys[0];
  invariant(signing, 'a platform has a webhook key');
  return [signing, ...keys.filter((key) => key !== signing)];
}

/** The published keys in PEM, the signing key first. */
export async function webhookPublicKeys(
  db: Executor,
  dataKey: SealingKey,
  platformId: Id<'Platform'>,
  now: Date,
): Promise<string[]> {
  return (await liveKeys(db, dataKey, platformId, now)).map(({ publicKey }) => publicKey);
}

const keyCache = new LRUCache<string, KeyObject>({ max: 1_000 });

/** The key that signs now. Each process decrypts it once. */
export async function webhookSigningKey(
  db: Executor,
  dataKey: SealingKey,
  platformId: Id<'Platform'>,
  now: Date,
): Promise<KeyObject> {
  const [row] = await liveKeys(db, dataKey, platformId, now);
  invariant(row, 'a platform has a webhook key');
  let key = keyCache.get(row.id);
  if (!key) {
    key = loadWebhookKey(dataKey.open(purpose, row.id, row.sealedPrivateKey));
    keyCache.set(row.id, key);
  }
  return key;
}

/**
 * Starts a key rotation. The caller holds the lock on the platform.
 *
 * @returns whether it started. A rotation that is not immediate does not start while another one is in progress.
 */
export async function replaceKey(
  tx: Executor,
  dataKey: SealingKey,
  platformId: Id<'Platform'>,
  now: Date,
  { immediately }: { immediately: boolean },
): Promise<boolean> {
  const live = await liveKeys(tx, dataKey, platformId, now);
  if (live.length > 1 && !immediately) return false;
  const signsFrom = immediately ? now : new Date(now.getTime() + overlapMs);
  const retiredAt = immediately ? now : new Date(signsFrom.getTime() + overlapMs);
  await retireKeys(tx, platformId, now, { retiredAt, all: immediately });
  await insertKey(tx, dataKey, platformId, signsFrom, now);
  return true;
}
