/**
 * Creates a sign-in link for an operator, who has access to the database: of a member that exists, or of a new one. It is the way
 * in for the first member, and when no member can receive mail.
 *
 * Source: docs/behaviour/members.md#links.
 */

import { z } from 'zod';
import type { Executor } from '../../infrastructure/database/client.ts';
import { transact } from '../../infrastructure/database/transact.ts';
import { type DomainError, InvalidInput } from '../../kernel/errors.ts';
import { idOf, idSchema } from '../../kernel/ids.ts';
import { email, optional, text } from '../../kernel/parse.ts';
import { truncated } from '../../kernel/truncated.ts';
import { memberRoles } from '../../platforms/access/member-roles.ts';
import type { Platform } from '../../platforms/platform.ts';
import { findPlatform, platformUuids } from '../../platforms/store.ts';
import { type Member, newMember, rolesInput } from '../member.ts';
import { deletePasskeysOf } from '../passkeys/store.ts';
import type { Ports } from '../ports.ts';
import { findMemberByEmail, insertMember, lockMembers } from '../store.ts';
import { printedLinkHours } from './link.ts';
import { insertLink } from './link-store.ts';

export const IssueSignInLinkInput = z.object({
  /** Optional if the database has one platform. */
  platform: optional(idSchema('Platform')),
  email,
  /** Only for a new member; its email address when absent. */
  name: optional(text(100)),
  /** Only for a new member. */
  roles: optional(rolesInput),
  /** Whether the member's passkeys are removed, because they are lost. */
  removePasskeys: z.boolean(),
});

interface IssuedLink {
  readonly member: Member;
  readonly token: string;
  readonly isNew: boolean;
}

/** The data of the first member. Its address receives no mail; the member replaces it. */
const firstMember = { name: 'Owner', email: 'owner@sandbox.invalid', roles: memberRoles } as const;

async function insertNew(
  tx: Executor,
  platform: Platform,
  given: Pick<Member, 'name' | 'email' | 'roles'>,
  now: Date,
): Promise<Member> {
  const member = newMember(platform.id, given, now);
  await insertMember(tx, member);
  return member;
}

const linkMs = printedLinkHours * 60 * 60_000;

/** Creates the first member of a new platform with all roles. Returns the token of its link. */
export async function createFirstMember(
  tx: Executor,
  { clock }: Pick<Ports, 'clock'>,
  platform: Platform,
): Promise<string> {
  const member = await insertNew(tx, platform, firstMember, clock.now(platform));
  return insertLink(tx, member, clock.real(), linkMs);
}

export async function issueSignInLink(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  given: z.output<typeof IssueSignInLinkInput>,
): Promise<IssuedLink | DomainError> {
  return transact<IssuedLink | DomainError>(db, async (tx) => {
    const [only, ...others] = given.platform ? [] : await platformUuids(tx);
    if (others.length > 0) return InvalidInput.at('platform', 'is required: there are several platforms');
    const id = given.platform ?? (only && idOf('Platform', only));
    const platform = id && (await findPlatform(tx, id));
    if (!platform) return InvalidInput.at('platform', 'names no platform of this database');
    await lockMembers(tx, platform.id);
    const existing = await findMemberByEmail(tx, platform.id, given.email);
    const { name = given.email, roles } = given;
    if (existing && roles) return InvalidInput.at('roles', 'is only for a new member: this one exists');
    if (!existing && !roles) return InvalidInput.at('roles', 'is required for a new member');
    const member =
      existing ??
      (await insertNew(
        tx,
        platform,
        { name: truncated(name, 100), email: given.email, roles: roles ?? [] },
        clock.now(platform),
      ));
    if (given.removePasskeys) await deletePasskeysOf(tx, member.id);
    return { member, token: await insertLink(tx, member, clock.real(), linkMs), isNew: !existing };
  });
}
