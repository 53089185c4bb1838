/** SQL of one-time codes. */
import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Executor } from '../../infrastructure/database/client.ts';
import { type Id, uuidOf } from '../../kernel/ids.ts';
import { oneTimeCodes } from '../tables.ts';

type StoredCode = Pick<typeof oneTimeCodes.$inferSelect, 'challengeId' | 'digest' | 'attempts' | 'expiresAt'>;

/** Stores the code of a credential in place of its earlier code. */
export async function saveCode(
  tx: Executor,
  platformId: Id<'Platform'>,
  credentialId: Id<'AuthMethod'>,
  code: StoredCode,
): Promise<void> {
  await tx
    .insert(oneTimeCodes)
    .values({ credentialId: uuidOf(credentialId), platformId: uuidOf(platformId), ...code })
    .onConflictDoUpdate({ target: oneTimeCodes.credentialId, set: code });
}

/** Counts an attempt at the code of a credential. `undefined` without a code, or when no attempt is left. */
export async function countAttempt(
  db: Executor,
  credentialId: Id<'AuthMethod'>,
  maxAttempts: number,
): Promise<StoredCode | undefined> {
  const [stored] = await db
    .update(oneTimeCodes)
    .set({ attempts: sql`${oneTimeCodes.attempts} + 1` })
    .where(and(eq(oneTimeCodes.credentialId, uuidOf(credentialId)), lt(oneTimeCodes.attempts, maxAttempts)))
    .returning();
  return stored;
}

/** Deletes the code. `false` when another call has consumed it. */
export async function consumeCode(
  tx: Executor,
  credentialId: Id<'AuthMethod'>,
  challengeId: string,
): Promise<boolean> {
  const deleted = await tx
    .delete(oneTimeCodes)
    .where(
      and(eq(oneTimeCodes.credentialId, uuidOf(credentialId)), eq(oneTimeCodes.challengeId, challengeId)),
    )
    .returning({ credentialId: oneTimeCodes.credentialId });
  return deleted.length > 0;
}

/** Deletes the codes of these credentials. */
export async function voidCodes(tx: Executor, credentialIds: readonly Id<'AuthMethod'>[]): Promise<void> {
  if (credentialIds.length === 0) return;
  await tx.delete(oneTimeCodes).where(inArray(oneTimeCodes.credentialId, credentialIds.map(uuidOf)));
}
