/**
 * Replay guard: a token or a registration challenge works once per platform. Only digests are stored: of tokens while they
 * are fresh, of registration challenges for a day.
 *
 * Source: docs/behaviour/wallets.md#passkeys and docs/behaviour/wallets.md#openid-connect-and-one-time-codes.
 */
import { sql } from 'drizzle-orm';
import { type Executor, rawRows } from '../../infrastructure/database/client.ts';
import { type Id, uuidOf } from '../../kernel/ids.ts';

/** How long a digest is stored. A token is too old after 65 seconds. */
const retentionMs = { OIDC_TOKEN: 5 * 60_000, REGISTRATION_CHALLENGE: 24 * 60 * 60_000 } as const;
type Kind = keyof typeof retentionMs;

/** The number of expired digests that one call deletes. */
const deletedPerCall = 20;

/** Records the use in the transaction of its effect. `false` when it was used before. */
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
          limit ${deletedPerCall} for update skip locked)`,
  );
  const expiresAt = new Date(realNow.getTime() + retentionMs[kind]).toISOString();
  const recorded = await rawRows(
    tx,
    sql`insert into spent_once (platform_id, kind, digest, forgotten_at)
        values (${uuidOf(platformId)}, ${kind}, ${Buffer.from(digest)}, ${expiresAt}::timestamptz)
        on conflict (platform_id, kind, digest) do update set forgotten_at = excluded.forgotten_at
          where spent_once.forgotten_at <= ${now}::timestamptz
        returning kind`,
  );
  return recorded.length > 0;
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
