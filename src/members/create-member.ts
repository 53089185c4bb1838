/**
 * Creates a member. If a mail server is configured, the member gets a mail with a sign-in link.
 *
 * Decision: a person who can read the mailbox of a member can sign in as this member. So giving a member an email address is granting
 * all its roles, and needs a step-up like the creation of a token.
 *
 * Source: docs/behaviour/members.md#members; schema.graphql, `createMember`.
 */
import { z } from 'zod';
import { transact } from '../infrastructure/database/transact.ts';
import { email, text } from '../kernel/parse.ts';
import { requireToGrant } from '../platforms/access/grants.ts';
import { lockCallerForShare } from '../platforms/access/lock-caller.ts';
import type { PlatformCaller } from '../platforms/access/principal.ts';
import { requireStepUp } from '../platforms/access/step-up.ts';
import { type PermissionNotHeld, type StepUpRequired, TokenEnded } from '../platforms/errors.ts';
import { type Member, MemberEmailInUse, newMember, rolesInput } from './member.ts';
import type { Ports } from './ports.ts';
import { mailInvitation } from './sign-in/link-mail.ts';
import { findMemberByEmail, insertMember, lockMembers } from './store.ts';

export const CreateMemberInput = z.object({ name: text(100), email, roles: rolesInput });

export async function createMember(
  ports: Pick<Ports, 'db' | 'clock' | 'memberSessions' | 'mailer' | 'background' | 'publicUrl'>,
  caller: PlatformCaller,
  input: z.output<typeof CreateMemberInput>,
): Promise<Member | PermissionNotHeld | StepUpRequired | TokenEnded | MemberEmailInUse> {
  const { db, clock } = ports;
  const { platform } = caller;
  const notAllowed = requireToGrant(caller, input.roles) ?? requireStepUp(caller, clock.real());
  if (notAllowed) return notAllowed;
  const created = await transact<Member | TokenEnded | MemberEmailInUse>(db, async (tx) => {
    await lockMembers(tx, platform.id);
    if (!(await lockCallerForShare(tx, ports, caller))) return new TokenEnded();
    if (await findMemberByEmail(tx, platform.id, input.email)) return new MemberEmailInUse();
    const member = newMember(platform.id, input, clock.now(platform));
    await insertMember(tx, member);
    return member;
  });
  if (!(created instanceof Error)) mailInvitation(ports, platform, created);
  return created;
}
