/** SQL of API tokens. */
import { and, count, eq, gte, isNull, lte, sql } from 'drizzle-orm';
import type { Executor } from '../../infrastructure/database/client.ts';
import { pageSql } from '../../infrastructure/database/page-sql.ts';
import { readValues, rowReader } from '../../infrastructure/database/row-decoding/rows.ts';
import { statement } from '../../infrastructure/database/statements.ts';
import { type Id, idOf, uuidOf } from '../../kernel/ids.ts';
import { type Page, type PageRequest, pageOf } from '../../kernel/page.ts';
import type { ApiToken, Platform } from '../platform.ts';
import { toPlatform } from '../store.ts';
import { apiTokens, platforms } from '../tables.ts';

type TokenRow = typeof apiTokens.$inferSelect;

const toToken = (row: TokenRow): ApiToken => ({
  id: idOf('Token', row.id),
  name: row.name,
  clientId: row.clientId,
  permissions: row.permissions,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});

const tokenReader = rowReader(apiTokens);
const platformReader = rowReader(platforms);

interface NewToken extends ApiToken {
  readonly secretDigest: Uint8Array;
}

export async function insertToken(tx: Executor, platformId: Id<'Platform'>, token: NewToken): Promise<void> {
  const { id, permissions, ...rest } = token;
  await tx
    .insert(apiTokens)
    .values({ ...rest, id: uuidOf(id), platformId: uuidOf(platformId), permissions: [...permissions] });
}

/** A token with its platform, by client id. One prepared statement, because every request runs it. */
const tokenAndPlatform = statement<'clientId'>(
  sql`select ${tokenReader.columns()}, ${platformReader.columns()}
      from ${apiTokens} join ${platforms} on ${platforms.id} = ${apiTokens.platformId}
      where ${apiTokens.clientId} = ${sql.placeholder('clientId')} and ${apiTokens.deletedAt} is null`,
);

export async function findTokenForAuthentication(
  db: Executor,
  clientId: string,
): Promise<{ token: ApiToken; platform: Platform; secretDigest: Uint8Array } | undefined> {
  const [values] = await readValues(db, tokenAndPlatform({ clientId }));
  if (!values) return undefined;
  const token = tokenReader.decode(values);
  return {
    token: toToken(token),
    platform: toPlatform(platformReader.decode(values, tokenReader.width)),
    secretDigest: token.secretDigest,
  };
}

export async function findToken(
  db: Executor,
  platformId: Id<'Platform'>,
  id: Id<'Token'>,
): Promise<ApiToken | undefined> {
  const [row] = await db.select().from(apiTokens).where(liveToken(platformId, id));
  return row && toToken(row);
}

const liveToken = (platformId: Id<'Platform'>, id: Id<'Token'>) =>
  and(
    eq(apiTokens.platformId, uuidOf(platformId)),
    eq(apiTokens.id, uuidOf(id)),
    isNull(apiTokens.deletedAt),
  );

/** Locks every live token of the platform, so that the last one that may MANAGE cannot be deleted twice. */
export async function lockTokens(tx: Executor, platformId: Id<'Platform'>): Promise<ApiToken[]> {
  const rows = await tx
    .select()
    .from(apiTokens)
    .where(and(eq(apiTokens.platformId, uuidOf(platformId)), isNull(apiTokens.deletedAt)))
    .orderBy(apiTokens.id)
    .for('update');
  return rows.map(toToken);
}

/** Whether the token exists. Locks it against deletion until commit, so that a deletion finds all that it created. */
export async function lockTokenForShare(
  tx: Executor,
  platformId: Id<'Platform'>,
  id: Id<'Token'>,
): Promise<boolean> {
  const rows = await tx
    .select({ id: apiTokens.id })
    .from(apiTokens)
    .where(liveToken(platformId, id))
    .for('share');
  return rows.length > 0;
}

export async function markTokenDeleted(
  tx: Executor,
  platformId: Id<'Platform'>,
  id: Id<'Token'>,
  at: Date,
): Promise<void> {
  await tx.update(apiTokens).set({ deletedAt: at, updatedAt: at }).where(liveToken(platformId, id));
}

interface TokenFilter {
  readonly name?: string | undefined;
  /** These four are inclusive. */
  readonly createdAfter?: Date | undefined;
  readonly createdBefore?: Date | undefined;
  readonly updatedAfter?: Date | undefined;
  readonly updatedBefore?: Date | undefined;
}

const tokensMatching = (platformId: Id<'Platform'>, filter: TokenFilter) =>
  and(
    eq(apiTokens.platformId, uuidOf(platformId)),
    isNull(apiTokens.deletedAt),
    filter.name === undefined ? undefined : eq(apiTokens.name, filter.name),
    filter.createdAfter ? gte(apiTokens.createdAt, filter.createdAfter) : undefined,
    filter.createdBefore ? lte(apiTokens.createdAt, filter.createdBefore) : undefined,
    filter.updatedAfter ? gte(apiTokens.updatedAt, filter.updatedAfter) : undefined,
    filter.updatedBefore ? lte(apiTokens.updatedAt, filter.updatedBefore) : undefined,
  );

export async function listTokens(
  db: Executor,
  platformId: Id<'Platform'>,
  page: PageRequest,
  filter: TokenFilter = {},
): Promise<Page<ApiToken>> {
  const { within, order, limit } = pageSql(apiTokens.id, page);
  const rows = await db
    .select()
    .from(apiTokens)
    .where(and(tokensMatching(platformId, filter), within))
    .orderBy(order)
    .limit(limit);
  return pageOf(page, rows.map(toToken));
}

export async function countTokens(
  db: Executor,
  platformId: Id<'Platform'>,
  filter: TokenFilter = {},
): Promise<number> {
  const [row] = await db.select({ total: count() }).from(apiTokens).where(tokensMatching(platformId, filter));
  return row?.total ?? 0;
}
