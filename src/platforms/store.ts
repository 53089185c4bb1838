/** SQL of platforms, their currencies and API tokens. */
import { and, count, desc, eq, gte, isNull, lt, lte, sql } from 'drizzle-orm';
import type { Executor } from '../database/client.ts';
import { readRows, readValues, rowReader } from '../database/rows.ts';
import { apiTokens, platformCurrencies, platforms } from '../database/tables/index.ts';
import { type Id, idOf, uuidOf } from '../kernel/ids.ts';
import { type Page, type PageRequest, pageOf } from '../kernel/page.ts';
import type { ApiToken, EnabledCurrency, Platform } from './platform.ts';
import {
  type PlatformSettings,
  parseStoredSettings,
  type StoredSettings,
  settingsInForce,
} from './settings.ts';

type PlatformRow = typeof platforms.$inferSelect;
type TokenRow = typeof apiTokens.$inferSelect;

export const toPlatform = (row: PlatformRow): Platform => ({
  id: idOf('PlatformConfig', row.id),
  name: row.name,
  mode: row.mode,
  clockOffsetMs: row.clockOffsetMs,
  umaDomain: row.umaDomain ?? undefined,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});

const toToken = (row: TokenRow): ApiToken => ({
  id: idOf('Token', row.id),
  name: row.name,
  clientId: row.clientId,
  permissions: row.permissions,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});

export async function insertPlatform(tx: Executor, platform: Platform): Promise<void> {
  await tx.insert(platforms).values({
    id: uuidOf(platform.id),
    name: platform.name,
    mode: platform.mode,
    umaDomain: platform.umaDomain ?? null,
    createdAt: platform.createdAt,
    updatedAt: platform.updatedAt,
  });
}

export async function findPlatform(db: Executor, id: Id<'PlatformConfig'>): Promise<Platform | undefined> {
  const [row] = await db
    .select()
    .from(platforms)
    .where(eq(platforms.id, uuidOf(id)));
  return row && toPlatform(row);
}

/** Locks the platform's row, so that its clock stands still. */
export async function lockPlatform(tx: Executor, id: Id<'PlatformConfig'>): Promise<Platform | undefined> {
  const [row] = await tx
    .select()
    .from(platforms)
    .where(eq(platforms.id, uuidOf(id)))
    .for('update');
  return row && toPlatform(row);
}

/** Moves the platform's clock; never back. */
export async function setClockOffset(
  tx: Executor,
  id: Id<'PlatformConfig'>,
  offsetMs: number,
): Promise<void> {
  await tx
    .update(platforms)
    .set({ clockOffsetMs: sql`greatest(${platforms.clockOffsetMs}, ${Math.ceil(offsetMs)}::bigint)` })
    .where(eq(platforms.id, uuidOf(id)));
}

export async function insertCurrencies(
  tx: Executor,
  platformId: Id<'PlatformConfig'>,
  enabled: readonly EnabledCurrency[],
): Promise<void> {
  if (enabled.length === 0) return;
  await tx
    .insert(platformCurrencies)
    .values(enabled.map((row) => ({ platformId: uuidOf(platformId), ...row })));
}

export async function enabledCurrencies(
  db: Executor,
  platformId: Id<'PlatformConfig'>,
): Promise<EnabledCurrency[]> {
  return db
    .select({
      currency: platformCurrencies.currency,
      minAmount: platformCurrencies.minAmount,
      maxAmount: platformCurrencies.maxAmount,
    })
    .from(platformCurrencies)
    .where(eq(platformCurrencies.platformId, uuidOf(platformId)))
    .orderBy(platformCurrencies.currency);
}

const currencyReader = rowReader(platformCurrencies);

export async function findEnabledCurrency(
  db: Executor,
  platformId: Id<'PlatformConfig'>,
  currency: string,
): Promise<EnabledCurrency | undefined> {
  const found = and(
    eq(platformCurrencies.platformId, uuidOf(platformId)),
    eq(platformCurrencies.currency, currency),
  );
  const [row] = await readRows(
    db,
    currencyReader,
    sql`select ${currencyReader.columns()} from ${platformCurrencies} where ${found}`,
  );
  return row && { currency: row.currency, minAmount: row.minAmount, maxAmount: row.maxAmount };
}

export interface NewToken extends ApiToken {
  readonly secretDigest: Uint8Array;
}

/** Keeps what is there when the client id is taken: starting again with the same bootstrap token changes nothing. */
export async function insertToken(
  tx: Executor,
  platformId: Id<'PlatformConfig'>,
  token: NewToken,
): Promise<void> {
  const { id, permissions, ...rest } = token;
  await tx
    .insert(apiTokens)
    .values({ ...rest, id: uuidOf(id), platformId: uuidOf(platformId), permissions: [...permissions] });
}

/** The token of a client id with its platform and the digest of its secret: one statement for each request. */
export async function findTokenForAuthentication(
  db: Executor,
  clientId: string,
): Promise<{ token: ApiToken; platform: Platform; secretDigest: Uint8Array } | undefined> {
  const [values] = await readValues(
    db,
    sql`select ${tokenReader.columns()}, ${platformReader.columns()}
        from ${apiTokens} join ${platforms} on ${platforms.id} = ${apiTokens.platformId}
        where ${apiTokens.clientId} = ${clientId} and ${apiTokens.deletedAt} is null`,
  );
  if (!values) return undefined;
  const token = tokenReader.decode(values);
  return {
    token: toToken(token),
    platform: toPlatform(platformReader.decode(values, tokenReader.width)),
    secretDigest: token.secretDigest,
  };
}

const tokenReader = rowReader(apiTokens);
const platformReader = rowReader(platforms);

export async function findToken(
  db: Executor,
  platformId: Id<'PlatformConfig'>,
  id: Id<'Token'>,
): Promise<ApiToken | undefined> {
  const [row] = await db.select().from(apiTokens).where(liveToken(platformId, id));
  return row && toToken(row);
}

const liveToken = (platformId: Id<'PlatformConfig'>, id: Id<'Token'>) =>
  and(
    eq(apiTokens.platformId, uuidOf(platformId)),
    eq(apiTokens.id, uuidOf(id)),
    isNull(apiTokens.deletedAt),
  );

/** Locks every live token of the platform, so that the last one that may MANAGE cannot be deleted twice. */
export async function lockTokens(tx: Executor, platformId: Id<'PlatformConfig'>): Promise<ApiToken[]> {
  const rows = await tx
    .select()
    .from(apiTokens)
    .where(and(eq(apiTokens.platformId, uuidOf(platformId)), isNull(apiTokens.deletedAt)))
    .orderBy(apiTokens.id)
    .for('update');
  return rows.map(toToken);
}

export async function markTokenDeleted(
  tx: Executor,
  platformId: Id<'PlatformConfig'>,
  id: Id<'Token'>,
  at: Date,
): Promise<void> {
  await tx.update(apiTokens).set({ deletedAt: at, updatedAt: at }).where(liveToken(platformId, id));
}

export interface TokenFilter {
  readonly name?: string | undefined;
  /** These four are inclusive. */
  readonly createdAfter?: Date | undefined;
  readonly createdBefore?: Date | undefined;
  readonly updatedAfter?: Date | undefined;
  readonly updatedBefore?: Date | undefined;
}

const tokensMatching = (platformId: Id<'PlatformConfig'>, filter: TokenFilter) =>
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
  platformId: Id<'PlatformConfig'>,
  page: PageRequest,
  filter: TokenFilter = {},
): Promise<Page<ApiToken>> {
  const rows = await db
    .select()
    .from(apiTokens)
    .where(and(tokensMatching(platformId, filter), page.after ? lt(apiTokens.id, page.after) : undefined))
    .orderBy(desc(apiTokens.id))
    .limit(page.first + 1);
  return pageOf(page, rows.map(toToken));
}

export async function countTokens(
  db: Executor,
  platformId: Id<'PlatformConfig'>,
  filter: TokenFilter = {},
): Promise<number> {
  const [row] = await db.select({ total: count() }).from(apiTokens).where(tokensMatching(platformId, filter));
  return row?.total ?? 0;
}

/** The settings of a platform in force. */
export async function findSettings(
  db: Executor,
  platform: Pick<Platform, 'id' | 'mode'>,
): Promise<PlatformSettings> {
  return settingsInForce(platform, await findStoredSettings(db, platform.id));
}

/** What the platform itself chose. */
export async function findStoredSettings(db: Executor, id: Id<'PlatformConfig'>): Promise<StoredSettings> {
  const [row] = await db
    .select({ settings: platforms.settings })
    .from(platforms)
    .where(eq(platforms.id, uuidOf(id)));
  return parseStoredSettings(row?.settings ?? {});
}

/** Changes the settings and the UMA domain of a platform whose row is locked. */
export async function saveSettings(
  tx: Executor,
  id: Id<'PlatformConfig'>,
  { settings, umaDomain, at }: { settings: StoredSettings; umaDomain: string | undefined; at: Date },
): Promise<void> {
  await tx
    .update(platforms)
    .set({ settings: { ...settings }, umaDomain: umaDomain ?? null, updatedAt: at })
    .where(eq(platforms.id, uuidOf(id)));
}

/** Enables exactly these currencies. What was opened for one that is no longer enabled stays. */
export async function replaceCurrencies(
  tx: Executor,
  platformId: Id<'PlatformConfig'>,
  enabled: readonly EnabledCurrency[],
): Promise<void> {
  await tx.delete(platformCurrencies).where(eq(platformCurrencies.platformId, uuidOf(platformId)));
  await insertCurrencies(tx, platformId, enabled);
}
