/**
 * Changes a member.
 *
 * Decision: a new email address lets its owner sign in as the member. So it needs all roles of the member, like granting them,
 * and it ends the member's links.
 * Decision: a member that loses a role keeps its sessions, because each request reads the roles again. The access tokens that it
 * created are revoked, because their scopes may need the role.
 *
 * Source: docs/behaviour/members.md#members; schema.graphql, `updateMember`.
 */
import { z } from 'zod';
import { transact } from '../infrastructure/database/transact.ts';
import { whenValid } from '../kernel/field-rules.ts';
import type { Id } from '../kernel/ids.ts';
import { email, optional, text } from '../kernel/parse.ts';
import { announceEndOfAccess } from '../platforms/access/end-of-access.ts';
import { requireToGrant } from '../platforms/access/grants.ts';
import { lockCallerForShare } from '../platforms/access/lock-caller.ts';
import type { PlatformCaller } from '../platforms/access/principal.ts';
import { requireStepUp } from '../platforms/access/step-up.ts';
import { revokeAccessTokens } from '../platforms/access/store.ts';
import { type PermissionNotHeld, type StepUpRequired, TokenEnded } from '../platforms/errors.ts';
import { type Member, MemberEmailInUse, MemberNotFound, OwnMembership, rolesInput } from './member.ts';
import type { Ports } from './ports.ts';
import { deleteLinksOf } from './sign-in/link-store.ts';
import { findMemberByEmail, lockMember, lockMembers, saveMember } from './store.ts';

export const UpdateMemberInput = z
  .object({ name: optional(text(100)), email: optional(email), roles: optional(rolesInput) })
  .refine((input) => Object.values(input).some((value) => value !== undefined), {
    path: ['name'],
    error: 'must be given, or email or roles',
    ...whenValid('name', 'email', 'roles'),
  });

type Input = z.output<typeof UpdateMemberInput>;
type Result =
  | Member
  | MemberNotFound
  | MemberEmailInUse
  | OwnMembership
  | PermissionNotHeld
  | StepUpRequired
  | TokenEnded;

const isSame = (one: readonly string[], other: readonly string[]): boolean => one.join() === other.join();

/** The error of a change that the caller may not make, if there is one. */
function rejectionOf(caller: PlatformCaller, before: Member, after: Member, realNow: Date) {
  const changesRoles = !isSame(before.roles, after.roles);
  const changesEmail = before.email !== after.email;
  if (changesRoles && caller.kind === 'member' && caller.member.id === before.id) return new OwnMembership();
  const granted = changesEmail
    ? after.roles
    : after.roles.filter((role) => changesRoles && !before.roles.includes(role));
  return (
    requireToGrant(caller, granted) ??
    (changesRoles || changesEmail ? requireStepUp(caller, realNow) : undefined)
  );
}

export async function updateMember(
  ports: Pick<Ports, 'db' | 'clock' | 'memberSessions'>,
  caller: PlatformCaller,
  id: Id<'Member'>,
  input: Input,
): Promise<Result> {
  const { db, clock } = ports;
  const { platform } = caller;
  return transact<Result>(db, async (tx) => {
    await lockMembers(tx, platform.id);
    const before = await lockMember(tx, platform.id, id);
    if (!before) return new MemberNotFound(id);
    const after: Member = {
      ...before,
      name: input.name ?? before.name,
      email: input.email ?? before.email,
      roles: input.roles ?? before.roles,
      updatedAt: clock.now(platform),
    };
    const rejection = rejectionOf(caller, before, after, clock.real());
    if (rejection) return rejection;
    if (!(await lockCallerForShare(tx, ports, caller))) return new TokenEnded();
    if (after.email !== before.email) {
      const other = await findMemberByEmail(tx, platform.id, after.email);
      if (other && other.id !== id) return new MemberEmailInUse();
      await deleteLinksOf(tx, id);
    }
    await saveMember(tx, after);
    if (before.roles.some((role) => !after.roles.includes(role))) {
      const revoked = await revokeAccessTokens(tx, { mintedBy: id }, clock.real());
      await announceEndOfAccess(tx, platform.id, revoked, after.updatedAt);
    }
    return after;
  });
}
