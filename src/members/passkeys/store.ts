/** SQL of the passkeys of members and of the challenges of their ceremonies. */
import { and, desc, eq, gt, inArray, isNull, lt, or } from 'drizzle-orm';
import type { Executor } from '../../infrastructure/database/client.ts';
import { digestOf } from '../../kernel/crypto/secrets.ts';
import { groupedBy } from '../../kernel/grouped.ts';
import { type Id, idOf, uuidOf } from '../../kernel/ids.ts';
import type { AssertedPasskey } from '../../wallets/credentials/passkey.ts';
import { memberPasskeys, members, passkeyChallenges } from '../tables.ts';
import type { MemberPasskey } from './passkey.ts';

const toPasskey = (row: typeof memberPasskeys.$inferSelect): MemberPasskey => {
  const { credentialId, publicKey, counter, backupEligible, backedUp, rpId } = row;
  return {
    id: idOf('MemberPasskey', row.id),
    memberId: idOf('Member', row.memberId),
    name: row.name,
    passkey: { credentialId, publicKey, counter, backupEligible, backedUp, rpId },
    createdAt: row.createdAt,
    lastUsedAt: row.lastUsedAt ?? undefined,
  };
};

/** The passkeys of members, newest first. */
export async function passkeysOf(
  db: Executor,
  ids: readonly Id<'Member'>[],
): Promise<Map<Id<'Member'>, MemberPasskey[]>> {
  const rows = await db
    .select()
    .from(memberPasskeys)
    .where(inArray(memberPasskeys.memberId, ids.map(uuidOf)))
    .orderBy(desc(memberPasskeys.id));
  return groupedBy(rows.map(toPasskey), ({ memberId }) => memberId);
}

/** The passkey with a credential id, of a member that is not deleted, with the member's platform. */
export async function findPasskey(
  db: Executor,
  credentialId: string,
): Promise<{ passkey: MemberPasskey; platformId: Id<'Platform'> } | undefined> {
  const [row] = await db
    .select()
    .from(memberPasskeys)
    .innerJoin(members, eq(members.id, memberPasskeys.memberId))
    .where(and(eq(memberPasskeys.credentialId, credentialId), isNull(members.deletedAt)));
  return (
    row && {
      passkey: toPasskey(row.member_passkeys),
      platformId: idOf('Platform', row.member_passkeys.platformId),
    }
  );
}

/** Returns false if the credential id is registered. */
export async function insertPasskey(
  tx: Executor,
  platformId: Id<'Platform'>,
  { id, memberId, passkey, ...rest }: MemberPasskey,
): Promise<boolean> {
  const rows = await tx
    .insert(memberPasskeys)
    .values({
      ...rest,
      ...passkey,
      id: uuidOf(id),
      platformId: uuidOf(platformId),
      memberId: uuidOf(memberId),
    })
    .onConflictDoNothing({ target: memberPasskeys.credentialId })
    .returning({ id: memberPasskeys.id });
  return rows.length > 0;
}

/**
 * Records a verified assertion. Returns false if the passkey was deleted meanwhile, or if another assertion has the same signature
 * counter, as that of a copied authenticator does.
 */
export async function recordUse(
  tx: Executor,
  id: Id<'MemberPasskey'>,
  asserted: AssertedPasskey,
  realNow: Date,
): Promise<boolean> {
  const { counter } = memberPasskeys;
  const isLater = or(lt(counter, asserted.counter), and(eq(counter, 0), eq(counter, asserted.counter)));
  const rows = await tx
    .update(memberPasskeys)
    .set({ ...asserted, lastUsedAt: realNow })
    .where(and(eq(memberPasskeys.id, uuidOf(id)), isLater))
    .returning({ id: memberPasskeys.id });
  return rows.length > 0;
}

/** Returns whether the member had the passkey. */
export async function deletePasskey(
  tx: Executor,
  memberId: Id<'Member'>,
  id: Id<'MemberPasskey'>,
): Promise<boolean> {
  const rows = await tx
    .delete(memberPasskeys)
    .where(and(eq(memberPasskeys.id, uuidOf(id)), eq(memberPasskeys.memberId, uuidOf(memberId))))
    .returning({ id: memberPasskeys.id });
  return rows.length > 0;
}

export async function deletePasskeysOf(tx: Executor, memberId: Id<'Member'>): Promise<void> {
  await tx.delete(memberPasskeys).where(eq(memberPasskeys.memberId, uuidOf(memberId)));
}

type Purpose = (typeof passkeyChallenges.$inferSelect)['purpose'];

export async function insertChallenge(
  tx: Executor,
  challenge: string,
  purpose: Purpose,
  sessionId: Id<'MemberSession'> | undefined,
  expiresAt: Date,
): Promise<void> {
  await tx.insert(passkeyChallenges).values({
    digest: digestOf(challenge),
    purpose,
    sessionId: sessionId ? uuidOf(sessionId) : null,
    expiresAt,
  });
}

/** Deletes the challenge. Returns whether it was valid for this purpose and session. */
export async function takeChallenge(
  tx: Executor,
  challenge: string,
  purpose: Purpose,
  sessionId: Id<'MemberSession'> | undefined,
  realNow: Date,
): Promise<boolean> {
  const [row] = await tx
    .delete(passkeyChallenges)
    .where(and(eq(passkeyChallenges.digest, digestOf(challenge)), gt(passkeyChallenges.expiresAt, realNow)))
    .returning();
  return row?.purpose === purpose && row.sessionId === (sessionId ? uuidOf(sessionId) : null);
}
