/** SQL of requests that wait for a signature. */
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Executor } from '../../infrastructure/database/client.ts';
import { type Id, idOf, uuidOf } from '../../kernel/ids.ts';
import { signedRequests } from '../tables.ts';
import type { SignedRequest } from './signed-request.ts';

const one = (platformId: Id<'Platform'>, id: Id<'Request'>) =>
  and(eq(signedRequests.platformId, uuidOf(platformId)), eq(signedRequests.id, uuidOf(id)));

/** For how long a request that is over is told as what it was; after that it is unknown. */
const rememberedMs = 24 * 60 * 60_000;
const clearedAtOnce = 20;

/** Keeps a request, and clears some away that were over long ago. */
export async function insertSignedRequest(
  tx: Executor,
  platformId: Id<'Platform'>,
  { id, payload, binding, createdAt, expiresAt }: Omit<SignedRequest, 'failures' | 'usedAt'>,
  realNow: Date,
): Promise<void> {
  const longAgo = new Date(realNow.getTime() - rememberedMs).toISOString();
  await tx.execute(
    sql`delete from signed_requests where id in (
          select id from signed_requests where expires_at < ${longAgo}::timestamptz
          limit ${clearedAtOnce} for update skip locked)`,
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

/** Locks the request: of several retries one goes on, the others then see that it is used. */
export async function lockSignedRequest(
  tx: Executor,
  platformId: Id<'Platform'>,
  id: Id<'Request'>,
): Promise<SignedRequest | undefined> {
  const [row] = await tx.select().from(signedRequests).where(one(platformId, id)).for('update');
  return row && { ...row, id: idOf('Request', row.id), usedAt: row.usedAt ?? undefined };
}

export async function markSignedRequestUsed(
  tx: Executor,
  platformId: Id<'Platform'>,
  id: Id<'Request'>,
  at: Date,
): Promise<void> {
  await tx.update(signedRequests).set({ usedAt: at }).where(one(platformId, id));
}

export async function countFailure(
  db: Executor,
  platformId: Id<'Platform'>,
  id: Id<'Request'>,
): Promise<void> {
  await db
    .update(signedRequests)
    .set({ failures: sql`${signedRequests.failures} + 1` })
    .where(and(one(platformId, id), isNull(signedRequests.usedAt)));
}
