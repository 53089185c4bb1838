/** SQL of access tokens. */
import { and, eq, gt, isNotNull, isNull, lt } from 'drizzle-orm';
import type { Executor } from '../../infrastructure/database/client.ts';
import { type Id, idOf, typeOfId, uuidOf } from '../../kernel/ids.ts';
import type { Platform } from '../platform.ts';
import { toPlatform } from '../store.ts';
import { accessTokens, platforms } from '../tables.ts';
import type { AccessToken, AccessTokenMinter } from './access-token.ts';

type Row = typeof accessTokens.$inferSelect;

const toAccessToken = (row: Row): AccessToken => ({
  id: idOf('AccessToken', row.id),
  platformId: idOf('Platform', row.platformId),
  scopes: row.scopes,
  customerId: row.customerId ? idOf('Customer', row.customerId) : undefined,
  subject: row.subject ?? undefined,
  mintedBy: idOf(row.mintedByKind, row.mintedBy),
  createdAt: row.createdAt,
  expiresAt: row.expiresAt,
});

/** Inserts the token, and deletes those of its minter that expired more than a day ago. */
export async function insertAccessToken(tx: Executor, token: AccessToken): Promise<void> {
  const dayBefore = new Date(token.createdAt.getTime() - 24 * 60 * 60 * 1000);
  await tx
    .delete(accessTokens)
    .where(and(eq(accessTokens.mintedBy, uuidOf(token.mintedBy)), lt(accessTokens.expiresAt, dayBefore)));
  await tx.insert(accessTokens).values({
    id: uuidOf(token.id),
    platformId: uuidOf(token.platformId),
    scopes: [...token.scopes],
    customerId: token.customerId ? uuidOf(token.customerId) : null,
    subject: token.subject ?? null,
    mintedBy: uuidOf(token.mintedBy),
    mintedByKind: typeOfId(token.mintedBy) as 'Token' | 'Member',
    createdAt: token.createdAt,
    expiresAt: token.expiresAt,
  });
}

const live = (realNow: Date) => and(isNull(accessTokens.revokedAt), gt(accessTokens.expiresAt, realNow));

/** A valid token with its platform. One statement, because every request runs it. */
export async function findAccessTokenForAuthentication(
  db: Executor,
  id: Id<'AccessToken'>,
  realNow: Date,
): Promise<{ accessToken: AccessToken; platform: Platform } | undefined> {
  const [row] = await db
    .select()
    .from(accessTokens)
    .innerJoin(platforms, eq(platforms.id, accessTokens.platformId))
    .where(and(eq(accessTokens.id, uuidOf(id)), live(realNow)));
  return row && { accessToken: toAccessToken(row.access_tokens), platform: toPlatform(row.platforms) };
}

/** A valid token of a platform. */
export async function findAccessToken(
  db: Executor,
  platformId: Id<'Platform'>,
  id: Id<'AccessToken'>,
  realNow: Date,
): Promise<AccessToken | undefined> {
  const found = await findAccessTokenForAuthentication(db, id, realNow);
  return found?.platform.id === platformId ? found.accessToken : undefined;
}

/** Whether the token was revoked before it expired. False for a token that was deleted, a day after it expired. */
export async function isAccessTokenRevoked(db: Executor, id: Id<'AccessToken'>): Promise<boolean> {
  const rows = await db
    .select({ id: accessTokens.id })
    .from(accessTokens)
    .where(and(eq(accessTokens.id, uuidOf(id)), isNotNull(accessTokens.revokedAt)));
  return rows.length > 0;
}

export async function lockAccessToken(
  tx: Executor,
  platformId: Id<'Platform'>,
  id: Id<'AccessToken'>,
  realNow: Date,
): Promise<AccessToken | undefined> {
  const [row] = await tx
    .select()
    .from(accessTokens)
    .where(
      and(eq(accessTokens.platformId, uuidOf(platformId)), eq(accessTokens.id, uuidOf(id)), live(realNow)),
    )
    .for('update');
  return row && toAccessToken(row);
}

export async function markAccessTokenRevoked(
  tx: Executor,
  id: Id<'AccessToken'>,
  realNow: Date,
): Promise<void> {
  await tx
    .update(accessTokens)
    .set({ revokedAt: realNow })
    .where(eq(accessTokens.id, uuidOf(id)));
}

/**
 * Revokes the valid tokens that an API token or a member created, or that are for a customer.
 *
 * @returns the ids of the revoked tokens.
 */
export async function revokeAccessTokens(
  tx: Executor,
  of: { readonly mintedBy: AccessTokenMinter } | { readonly customerId: Id<'Customer'> },
  realNow: Date,
): Promise<Id<'AccessToken'>[]> {
  const matching =
    'mintedBy' in of
      ? eq(accessTokens.mintedBy, uuidOf(of.mintedBy))
      : eq(accessTokens.customerId, uuidOf(of.customerId));
  const rows = await tx
    .update(accessTokens)
    .set({ revokedAt: realNow })
    .where(and(matching, live(realNow)))
    .returning({ id: accessTokens.id });
  return rows.map(({ id }) => idOf('AccessToken', id));
}
