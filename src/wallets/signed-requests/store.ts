/** SQL of signed requests. */
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Executor } from '../../infrastructure/database/client.ts';
import { type Id, idOf, uuidOf } from '../../kernel/ids.ts';
import { signedRequests } from '../tables.ts';
import type { SignedRequest } from './signed-request.ts';

const byId = (platformId: Id<'Platform'>, id: Id<'Request'>) =>
  and(eq(signedRequests.platformId, uuidOf(platformId)), eq(signedRequests.id, uuidOf(id)));

/** How long an expired request is stored, so that a retry gets the exact error. After that it is unknown. */
const retentionMs = 24 * 60 * 60_000;
const deletedPerCall = 20;

/** Stores a request, and deletes some that expired long ago. */
export async function insertSignedRequest(
  tx: Executor,
  platformId: Id<'Platform'>,
  { id, payload, binding, createdAt, expiresAt }: Omit<SignedRequest, 'failures' | 'usedAt'>,
  realNow: Date,
): Promise<void> {
  const longAgo = new Date(realNow.getTime() - retentionMs).toISOString();
  await tx.execute(
    sql`delete from signed_requests where id in (
          select id from signed_requests where expires_at < ${longAgo}::timestamptz
          limit ${deletedPerCall} for update skip locked)`,
  );
  await tx.insert(signedRequests).values({
    id: uuidOf(id),
    platformId: uuidOf(platformId),
    payload,
    binding,
    createdAt,
    expiresAt,
  });
}

/** Locks the request, so that of concurrent retries one runs and the others see that it is used. */
export async function lockSignedRequest(
  tx: Executor,
  platformId: Id<'Platform'>,
  id: Id<'Request'>,
): Promise<SignedRequest | undefined> {
  const [row] = await tx.select().from(signedRequests).where(byId(platformId, id)).for('update');
  return row && { ...row, id: idOf('Request', row.id), usedAt: row.usedAt ?? undefined };
}

export async function markSignedRequestUsed(
  tx: Executor,
  platformId: Id<'Platform'>,
  id: Id<'Request'>,
  at: Date,
): Promise<void> {
  await tx.update(signedRequests).set({ usedAt: at }).where(byId(platformId, id));
}

export async function countFailure(
  db: Executor,
  platformId: Id<'Platform'>,
  id: Id<'Request'>,
): Promise<void> {
  await db
    .update(signedRequests)
    .set({ failures: sql`${signedRequests.failures} + 1` })
    .where(and(byId(platformId, id), isNull(signedRequests.usedAt)));
}
