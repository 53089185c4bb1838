/** SQL of sign-in links. */
import { and, eq, gt } from 'drizzle-orm';
import type { Executor } from '../../infrastructure/database/client.ts';
import { digestOf, newSecretToken } from '../../kernel/crypto/secrets.ts';
import { type Id, idOf, uuidOf } from '../../kernel/ids.ts';
import type { Member } from '../member.ts';
import { signInLinks } from '../tables.ts';

/** Creates a link. Returns its token. */
export async function insertLink(
  tx: Executor,
  { id, platformId }: Pick<Member, 'id' | 'platformId'>,
  realNow: Date,
  lifetimeMs: number,
): Promise<string> {
  const token = newSecretToken();
  await tx.insert(signInLinks).values({
    digest: digestOf(token),
    platformId: uuidOf(platformId),
    memberId: uuidOf(id),
    createdAt: realNow,
    expiresAt: new Date(realNow.getTime() + lifetimeMs),
  });
  return token;
}

/** Deletes the valid link with a token. Returns its member; undefined if there is none. */
export async function takeLink(
  tx: Executor,
  token: string,
  realNow: Date,
): Promise<Pick<Member, 'id' | 'platformId'> | undefined> {
  const [row] = await tx
    .delete(signInLinks)
    .where(and(eq(signInLinks.digest, digestOf(token)), gt(signInLinks.expiresAt, realNow)))
    .returning();
  return row && { id: idOf('Member', row.memberId), platformId: idOf('Platform', row.platformId) };
}

export async function deleteLinksOf(tx: Executor, id: Id<'Member'>): Promise<void> {
  await tx.delete(signInLinks).where(eq(signInLinks.memberId, uuidOf(id)));
}
