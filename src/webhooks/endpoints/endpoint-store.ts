/** SQL of webhook endpoints. */
import { inArray } from 'drizzle-orm';
import type { Executor } from '../../infrastructure/database/client.ts';
import { type Id, idOf, uuidOf } from '../../kernel/ids.ts';
import type { EventType } from '../event-kinds.ts';
import { webhookEndpoints } from '../tables.ts';
import type { EndpointChange, WebhookEndpoint } from './endpoint.ts';

const toEndpoint = (row: typeof webhookEndpoints.$inferSelect): WebhookEndpoint => ({
  id: idOf('WebhookEndpoint', row.id),
  platformId: idOf('Platform', row.platformId),
  url: row.url,
  eventTypes: (row.eventTypes as EventType[] | null) ?? undefined,
  extensions: row.extensions,
  isPaused: row.isPaused,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});

/** The endpoints of the platforms, in the order of each platform's list. */
export async function endpointsOf(
  db: Executor,
  platformIds: readonly Id<'Platform'>[],
): Promise<WebhookEndpoint[]> {
  return (await ofPlatforms(db, platformIds)).map(toEndpoint);
}

/**
 * Finds the endpoints and locks them against removal until commit. A delivery that is queued for an endpoint during its
 * removal would stay pending forever.
 */
export async function lockEndpointsForShare(
  tx: Executor,
  platformIds: readonly Id<'Platform'>[],
): Promise<WebhookEndpoint[]> {
  return (await ofPlatforms(tx, platformIds).for('key share')).map(toEndpoint);
}

const ofPlatforms = (db: Executor, platformIds: readonly Id<'Platform'>[]) =>
  db
    .select()
    .from(webhookEndpoints)
    .where(inArray(webhookEndpoints.platformId, platformIds.map(uuidOf)))
    .orderBy(webhookEndpoints.listIndex);

/** Replaces a platform's list. */
export async function replaceEndpoints(tx: Executor, change: EndpointChange, now: Date): Promise<void> {
  const resumed = new Set(change.resumed.map(({ id }) => id));
  const removed = change.removed.map(({ id }) => uuidOf(id));
  if (removed.length > 0) await tx.delete(webhookEndpoints).where(inArray(webhookEndpoints.id, removed));
  for (const [listIndex, endpoint] of change.endpoints.entries()) {
    const row: typeof webhookEndpoints.$inferInsert = {
      id: uuidOf(endpoint.id),
      platformId: uuidOf(endpoint.platformId),
      url: endpoint.url,
      eventTypes: endpoint.eventTypes ? [...endpoint.eventTypes] : null,
      extensions: endpoint.extensions,
      isPaused: endpoint.isPaused,
      ...(resumed.has(endpoint.id) && { resumedAt: now }),
      listIndex,
      createdAt: endpoint.createdAt,
      updatedAt: endpoint.updatedAt,
    };
    await tx
      .insert(webhookEndpoints)
      .values(row)
      .onConflictDoUpdate({ target: webhookEndpoints.id, set: row });
  }
}
