/** SQL of the sessions of the Model Context Protocol. */
import { and, count, desc, eq, gt, inArray, notInArray, sql } from 'drizzle-orm';
import type { Executor } from '../../infrastructure/database/client.ts';
import { type Id, idOf, uuidOf } from '../../kernel/ids.ts';
import { mcpSessions } from '../tables.ts';
import { liveSince, type McpSession, useRecordedAfterMs } from './mcp-session.ts';

const toSession = (row: typeof mcpSessions.$inferSelect): McpSession => ({
  id: row.id,
  platformId: idOf('Platform', row.platformId),
  agentId: idOf('Agent', row.agentId),
  subscriptions: row.subscriptions,
  createdAt: row.createdAt,
  lastUsedAt: row.lastUsedAt,
});

export async function insertSession(tx: Executor, session: McpSession): Promise<void> {
  await tx.insert(mcpSessions).values({
    id: session.id,
    platformId: uuidOf(session.platformId),
    agentId: uuidOf(session.agentId),
    subscriptions: [...session.subscriptions],
    createdAt: session.createdAt,
    lastUsedAt: session.lastUsedAt,
  });
}

/** The live session of the agent, and records its use. */
export async function useSession(
  db: Executor,
  agentId: Id<'Agent'>,
  id: string,
  realNow: Date,
): Promise<McpSession | undefined> {
  const own = and(eq(mcpSessions.id, id), eq(mcpSessions.agentId, uuidOf(agentId)));
  const [row] = await db
    .select()
    .from(mcpSessions)
    .where(and(own, gt(mcpSessions.lastUsedAt, liveSince(realNow))));
  if (!row) return undefined;
  if (row.lastUsedAt < new Date(realNow.getTime() - useRecordedAfterMs)) {
    await recordUse(db, [id], realNow);
  }
  return toSession(row);
}

/** Records that the sessions are used now. Returns those that have not ended. */
export async function recordUse(db: Executor, ids: readonly string[], realNow: Date): Promise<string[]> {
  const rows = await db
    .update(mcpSessions)
    .set({ lastUsedAt: realNow })
    .where(inArray(mcpSessions.id, [...ids]))
    .returning({ id: mcpSessions.id });
  return rows.map(({ id }) => id);
}

/** The number of live sessions of a platform, counted up to `max`. */
export async function countLiveSessions(
  tx: Executor,
  platformId: Id<'Platform'>,
  realNow: Date,
  max: number,
): Promise<number> {
  const live = tx
    .select({ id: mcpSessions.id })
    .from(mcpSessions)
    .where(
      and(eq(mcpSessions.platformId, uuidOf(platformId)), gt(mcpSessions.lastUsedAt, liveSince(realNow))),
    )
    .limit(max)
    .as('live');
  const [row] = await tx.select({ total: count() }).from(live);
  return row?.total ?? 0;
}

/** Ends the sessions of the agent except the `kept` that were used last. */
export async function deleteLeastUsedSessions(
  tx: Executor,
  agentId: Id<'Agent'>,
  kept: number,
): Promise<void> {
  const own = eq(mcpSessions.agentId, uuidOf(agentId));
  const last = tx
    .select({ id: mcpSessions.id })
    .from(mcpSessions)
    .where(own)
    .orderBy(desc(mcpSessions.lastUsedAt), desc(mcpSessions.id))
    .limit(kept);
  await tx.delete(mcpSessions).where(and(own, notInArray(mcpSessions.id, last)));
}

export async function deleteSession(db: Executor, agentId: Id<'Agent'>, id: string): Promise<void> {
  await db.delete(mcpSessions).where(and(eq(mcpSessions.id, id), eq(mcpSessions.agentId, uuidOf(agentId))));
}

/** Ends every session of the agent. */
export async function deleteSessionsOf(tx: Executor, agentId: Id<'Agent'>): Promise<void> {
  await tx.delete(mcpSessions).where(eq(mcpSessions.agentId, uuidOf(agentId)));
}

/** Adds a resource that the client follows, unless `max` are followed. Returns whether it is followed now. */
export async function addSubscription(
  db: Executor,
  agentId: Id<'Agent'>,
  id: string,
  uri: string,
  max: number,
): Promise<boolean> {
  const { subscriptions } = mcpSessions;
  const followed = sql`${uri} = any(${subscriptions})`;
  const rows = await db
    .update(mcpSessions)
    .set({
      subscriptions: sql`case when ${followed} then ${subscriptions} else array_append(${subscriptions}, ${uri}::text) end`,
    })
    .where(
      and(
        eq(mcpSessions.id, id),
        eq(mcpSessions.agentId, uuidOf(agentId)),
        sql`(${followed} or cardinality(${subscriptions}) < ${max})`,
      ),
    )
    .returning({ id: mcpSessions.id });
  return rows.length > 0;
}

export async function removeSubscription(
  db: Executor,
  agentId: Id<'Agent'>,
  id: string,
  uri: string,
): Promise<void> {
  await db
    .update(mcpSessions)
    .set({ subscriptions: sql`array_remove(${mcpSessions.subscriptions}, ${uri}::text)` })
    .where(and(eq(mcpSessions.id, id), eq(mcpSessions.agentId, uuidOf(agentId))));
}

/** The resources that each of the sessions follows. */
export async function subscriptionsOf(
  db: Executor,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await db
    .select({ id: mcpSessions.id, subscriptions: mcpSessions.subscriptions })
    .from(mcpSessions)
    .where(inArray(mcpSessions.id, [...ids]));
  return new Map(rows.map(({ id, subscriptions }) => [id, subscriptions]));
}
