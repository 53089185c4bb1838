/** SQL of platforms and their settings. */
import { eq, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../infrastructure/database/client.ts';
import { type Id, idOf, uuidOf } from '../kernel/ids.ts';
import type { Platform } from './platform.ts';
import { platforms } from './tables.ts';

type PlatformRow = typeof platforms.$inferSelect;

export const toPlatform = (row: PlatformRow): Platform => ({
  id: idOf('Platform', row.id),
  name: row.name,
  mode: row.mode,
  clockOffsetMs: row.clockOffsetMs,
  ...(row.faultsUntil && { faultsUntil: row.faultsUntil }),
  umaDomain: row.umaDomain ?? undefined,
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

/** The uuids of all platforms. */
export async function platformUuids(db: Executor): Promise<string[]> {
  const rows = await db.select({ id: platforms.id }).from(platforms).orderBy(platforms.id);
  return rows.map(({ id }) => id);
}

/** Whether a platform with this mode exists. */
export async function hasPlatformIn(db: Executor, mode: Platform['mode']): Promise<boolean> {
  const rows = await db.select({ id: platforms.id }).from(platforms).where(eq(platforms.mode, mode)).limit(1);
  return rows.length > 0;
}

/** The platforms with this mode. */
export async function platformsIn(db: Executor, mode: Platform['mode']): Promise<Platform[]> {
  const rows = await db.select().from(platforms).where(eq(platforms.mode, mode)).orderBy(platforms.id);
  return rows.map(toPlatform);
}

export async function findPlatform(db: Executor, id: Id<'Platform'>): Promise<Platform | undefined> {
  const [row] = await db
    .select()
    .from(platforms)
    .where(eq(platforms.id, uuidOf(id)));
  return row && toPlatform(row);
}

/** Locks the platform's row, so that its settings and its clock do not change. */
export async function lockPlatform(tx: Executor, id: Id<'Platform'>): Promise<Platform | undefined> {
  const [row] = await tx
    .select()
    .from(platforms)
    .where(eq(platforms.id, uuidOf(id)))
    .for('no key update');
  return row && toPlatform(row);
}

/** Moves the platform's clock forward. A smaller offset has no effect. */
export async function setClockOffset(tx: Executor, id: Id<'Platform'>, offsetMs: number): Promise<void> {
  await tx
    .update(platforms)
    .set({ clockOffsetMs: sql`greatest(${platforms.clockOffsetMs}, ${Math.ceil(offsetMs)}::bigint)` })
    .where(eq(platforms.id, uuidOf(id)));
}

/** The stored settings of the platform. The contexts that declare them parse them. */
export async function readSettings(db: Executor, id: Id<'Platform'>): Promise<object> {
  const [row] = await db
    .select({ settings: platforms.settings })
    .from(platforms)
    .where(eq(platforms.id, uuidOf(id)));
  return row?.settings ?? {};
}

/**
 * Changes sections of the settings, and the UMA domain, of a platform whose row is locked. Sections that are not given stay:
 * they belong to other contexts.
 */
export async function saveSettings(
  tx: Executor,
  id: Id<'Platform'>,
  { settings, umaDomain, at }: { settings: object; umaDomain: string | undefined; at: Date },
): Promise<void> {
  await tx
    .update(platforms)
    .set({
      settings: { ...(await readSettings(tx, id)), ...settings },
      umaDomain: umaDomain ?? null,
      updatedAt: at,
    })
    .where(eq(platforms.id, uuidOf(id)));
}

/** Replaces one section of the settings of a platform whose row is locked. */
export async function saveSettingsSection(
  tx: Executor,
  id: Id<'Platform'>,
  { name, section, at }: { name: string; section: object; at: Date },
): Promise<void> {
  await tx
    .update(platforms)
    .set({ settings: { ...(await readSettings(tx, id)), [name]: section }, updatedAt: at })
    .where(eq(platforms.id, uuidOf(id)));
}

/** An expression for how far the clock of a platform is ahead now, in milliseconds. */
export const clockOffsetOf = (id: Id<'Platform'>): SQL =>
  sql`(select ${platforms.clockOffsetMs} from ${platforms} where ${platforms.id} = ${uuidOf(id)})`;
