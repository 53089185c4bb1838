/** SQL of the keys that sign webhooks. */
import { and, eq, exists, gt, isNull, lte, or } from 'drizzle-orm';
import type { Executor } from '../../infrastructure/database/client.ts';
import { type Id, uuidOf } from '../../kernel/ids.ts';
import type { Platform } from '../../platforms/platform.ts';
import { toPlatform } from '../../platforms/store.ts';
import { platforms } from '../../platforms/tables.ts';
import { webhookKeys } from '../tables.ts';

export type SigningKeyRow = typeof webhookKeys.$inferSelect;

/** Inserts a key, unless the platform has a key without an end. */
export async function insertSigningKey(
  tx: Executor,
  platformId: Id<'Platform'>,
  key: Omit<SigningKeyRow, 'platformId' | 'retiredAt'>,
): Promise<void> {
  await tx
    .insert(webhookKeys)
    .values({ ...key, platformId: uuidOf(platformId) })
    // Two processes may insert the first key at the same time. The unique index accepts one.
    .onConflictDoNothing();
}

const isPublished = (now: Date) => or(isNull(webhookKeys.retiredAt), gt(webhookKeys.retiredAt, now));

/** The published keys, in the order in which they start to sign. */
export async function publishedKeys(
  db: Executor,
  platformId: Id<'Platform'>,
  now: Date,
): Promise<SigningKeyRow[]> {
  return db
    .select()
    .from(webhookKeys)
    .where(and(eq(webhookKeys.platformId, uuidOf(platformId)), isPublished(now)))
    .orderBy(webhookKeys.signsFrom);
}

/**
 * Sets the end of the key that signs now.
 *
 * @param all sets it for every published key.
 */
export async function retireKeys(
  tx: Executor,
  platformId: Id<'Platform'>,
  now: Date,
  { retiredAt, all }: { retiredAt: Date; all: boolean },
): Promise<void> {
  await tx
    .update(webhookKeys)
    .set({ retiredAt })
    .where(
      and(
        eq(webhookKeys.platformId, uuidOf(platformId)),
        all ? isPublished(now) : and(isNull(webhookKeys.retiredAt), lte(webhookKeys.signsFrom, now)),
      ),
    );
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
