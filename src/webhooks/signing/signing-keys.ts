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
import { and, eq, exists, gt, isNull, lte, or } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { Executor } from '../../infrastructure/database/client.ts';
import type { MasterKey } from '../../kernel/crypto/at-rest.ts';
import { invariant } from '../../kernel/errors.ts';
import { type Id, newUuid, uuidOf } from '../../kernel/ids.ts';
import type { Platform } from '../../platforms/platform.ts';
import { toPlatform } from '../../platforms/store.ts';
import { platforms } from '../../platforms/tables.ts';
import { webhookKeys } from '../tables.ts';
import { generateWebhookKey, loadWebhookKey } from './signature.ts';

const purpose = 'webhook-key';
const overlapMs = 24 * 60 * 60_000;
/** The max number of published keys. */
export const maxLiveKeys = 2;

type Row = typeof webhookKeys.$inferSelect;

async function insertKey(
  tx: Executor,
  masterKey: MasterKey,
  platformId: Id<'Platform'>,
  signsFrom: Date,
  createdAt: Date,
): Promise<void> {
  const { privateKey, publicKey } = generateWebhookKey();
  const id = newUuid();
  await tx
    .insert(webhookKeys)
    .values({
      id,
      platformId: uuidOf(platformId),
      publicKey,
      sealedPrivateKey: masterKey.seal(purpose, id, privateKey),
      signsFrom,
      createdAt,
    })
    // Two processes may insert the first key at the same time. The unique index accepts one.
    .onConflictDoNothing();
}

/** The published keys, the signing key first. Generates the first key of a platform. */
async function liveKeys(
  db: Executor,
  masterKey: MasterKey,
  platformId: Id<'Platform'>,
  now: Date,
): Promise<Row[]> {
  const read = () =>
    db
      .select()
      .from(webhookKeys)
      .where(
        and(
          eq(webhookKeys.platformId, uuidOf(platformId)),
          or(isNull(webhookKeys.retiredAt), gt(webhookKeys.retiredAt, now)),
        ),
      )
      .orderBy(webhookKeys.signsFrom);
  let keys = await read();
  if (keys.length === 0) {
    await insertKey(db, masterKey, platformId, now, now);
    keys = await read();
  }
  const signing = keys.findLast(({ signsFrom }) => signsFrom <= now) ?? keys[0];
  invariant(signing, 'a platform has a webhook key');
  return [signing, ...keys.filter((key) => key !== signing)];
}

/** The platforms that have a key. */
export async function platformsWithKeys(db: Executor): Promise<Platform[]> {
  const rows = await db
    .select()
    .from(platforms)
    .where(exists(db.select().from(webhookKeys).where(eq(webhookKeys.platformId, platforms.id))))
    .orderBy(platforms.id);
  return rows.map(toPlatform);
}

/** The published keys in PEM, the signing key first. */
export async function webhookPublicKeys(
  db: Executor,
  masterKey: MasterKey,
  platformId: Id<'Platform'>,
  now: Date,
): Promise<string[]> {
  return (await liveKeys(db, masterKey, platformId, now)).map(({ publicKey }) => publicKey);
}

const keyCache = new LRUCache<string, KeyObject>({ max: 1_000 });

/** The key that signs now. Each process decrypts it once. */
export async function signingKey(
  db: Executor,
  masterKey: MasterKey,
  platformId: Id<'Platform'>,
  now: Date,
): Promise<KeyObject> {
  const [row] = await liveKeys(db, masterKey, platformId, now);
  invariant(row, 'a platform has a webhook key');
  let key = keyCache.get(row.id);
  if (!key) {
    key = loadWebhookKey(masterKey.open(purpose, row.id, row.sealedPrivateKey));
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
  masterKey: MasterKey,
  platformId: Id<'Platform'>,
  now: Date,
  { immediately }: { immediately: boolean },
): Promise<boolean> {
  const live = await liveKeys(tx, masterKey, platformId, now);
  if (live.length > 1 && !immediately) return false;
  const signsFrom = immediately ? now : new Date(now.getTime() + overlapMs);
  const retiredAt = immediately ? now : new Date(signsFrom.getTime() + overlapMs);
  await tx
    .update(webhookKeys)
    .set({ retiredAt })
    .where(
      and(
        eq(webhookKeys.platformId, uuidOf(platformId)),
        immediately
          ? or(isNull(webhookKeys.retiredAt), gt(webhookKeys.retiredAt, now))
          : and(isNull(webhookKeys.retiredAt), lte(webhookKeys.signsFrom, now)),
      ),
    );
  await insertKey(tx, masterKey, platformId, signsFrom, now);
  return true;
}
