/**
 * What works once for a platform: tokens while they are fresh, registration challenges for a day. Digests only.
 *
 * Source: gaps 4.6 and 4.10.
 */
import { sql } from 'drizzle-orm';
import { type Executor, rawRows } from '../../infrastructure/database/client.ts';
import { type Id, uuidOf } from '../../kernel/ids.ts';

/** For how long each kind is remembered. A token is refused for its age after 65 seconds. */
const rememberedMs = { OIDC_TOKEN: 5 * 60_000, REGISTRATION_CHALLENGE: 24 * 60 * 60_000 } as const;
type Kind = keyof typeof rememberedMs;

/** How many digests that say nothing any more one call clears away. */
const clearedAtOnce = 20;

/** Spends it in the transaction of its effect; `false` when it was spent before. */
export async function consumeOnce(
  tx: Executor,
  platformId: Id<'Platform'>,
  kind: Kind,
  digest: Uint8Array,
  realNow: Date,
): Promise<boolean> {
  const now = realNow.toISOString();
  await tx.execute(
    sql`delete from spent_once where ctid in (
          select ctid from spent_once where forgotten_at < ${now}::timestamptz
          limit ${clearedAtOnce} for update skip locked)`,
  );
  const forgottenAt = new Date(realNow.getTime() + rememberedMs[kind]).toISOString();
  const spent = await rawRows(
    tx,
    sql`insert into spent_once (platform_id, kind, digest, forgotten_at)
        values (${uuidOf(platformId)}, ${kind}, ${Buffer.from(digest)}, ${forgottenAt}::timestamptz)
        on conflict (platform_id, kind, digest) do update set forgotten_at = excluded.forgotten_at
          where spent_once.forgotten_at <= ${now}::timestamptz
        returning kind`,
  );
  return spent.length > 0;
}

export async function wasConsumed(
  tx: Executor,
  platformId: Id<'Platform'>,
  kind: Kind,
  digest: Uint8Array,
  realNow: Date,
): Promise<boolean> {
  const found = await rawRows(
    tx,
    sql`select 1 from spent_once where platform_id = ${uuidOf(platformId)} and kind = ${kind}
        and digest = ${Buffer.from(digest)} and forgotten_at > ${realNow.toISOString()}::timestamptz`,
  );
  return found.length > 0;
}
