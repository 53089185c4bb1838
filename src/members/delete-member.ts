/**
 * Deletes a member: its sessions, links and passkeys end at once, and the access tokens that it created are revoked.
 *
 * Decision: the caller is read again under the lock of all members. Of two members that delete or demote each other at one time,
 * one succeeds, so at least one member with MANAGE remains.
 *
 * Source: docs/behaviour/members.md#members; schema.graphql, `deleteMember`.
 */
import { transact } from '../infrastructure/database/transact.ts';
import type { Id } from '../kernel/ids.ts';
import { announceEndOfAccess } from '../platforms/access/end-of-access.ts';
import { lockCallerForShare } from '../platforms/access/lock-caller.ts';
import type { PlatformCaller } from '../platforms/access/principal.ts';
import { revokeAccessTokens } from '../platforms/access/store.ts';
import { TokenEnded } from '../platforms/errors.ts';
import { MemberNotFound, OwnMembership } from './member.ts';
import { deletePasskeysOf } from './passkeys/store.ts';
import type { Ports } from './ports.ts';
import { endSessions } from './sessions/store.ts';
import { deleteLinksOf } from './sign-in/link-store.ts';
import { lockMember, lockMembers, saveMember } from './store.ts';

export async function deleteMember(
  ports: Pick<Ports, 'db' | 'clock' | 'memberSessions'>,
  caller: PlatformCaller,
  id: Id<'Member'>,
): Promise<{ deletedId: Id<'Member'> } | MemberNotFound | OwnMembership | TokenEnded> {
  const { db, clock } = ports;
  const { platform } = caller;
  if (caller.kind === 'member' && caller.member.id === id) return new OwnMembership();
  return transact<{ deletedId: Id<'Member'> } | MemberNotFound | TokenEnded>(db, async (tx) => {
    await lockMembers(tx, platform.id);
    const member = await lockMember(tx, platform.id, id);
    if (!member) return new MemberNotFound(id);
    if (!(await lockCallerForShare(tx, ports, caller))) return new TokenEnded();
    const now = clock.now(platform);
    const realNow = clock.real();
    await saveMember(tx, { ...member, isDeleted: true, updatedAt: now });
    await deleteLinksOf(tx, id);
    await deletePasskeysOf(tx, id);
    const sessions = await endSessions(tx, { memberId: id }, realNow);
    const accessTokens = await revokeAccessTokens(tx, { mintedBy: id }, realNow);
    await announceEndOfAccess(tx, platform.id, [...sessions, ...accessTokens], now);
    return { deletedId: id };
  });
}
