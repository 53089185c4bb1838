/**
 * A member: a person who works for a platform, with roles. Members sign in; API tokens are for programs.
 *
 * Decision: a deleted member stays as a record, because decisions and changes name it. Its email address is free again.
 *
 * Source: docs/behaviour/members.md#members.
 */
import { Conflict, NotFound } from '../kernel/errors.ts';
import { type Id, newId } from '../kernel/ids.ts';
import { choices } from '../kernel/lists.ts';
import { type MemberRole, memberRoles } from '../platforms/access/member-roles.ts';

export interface Member {
  readonly id: Id<'Member'>;
  readonly platformId: Id<'Platform'>;
  readonly name: string;
  /** Unique among the members of the platform that are not deleted, in any case of letters. */
  readonly email: string;
  readonly roles: readonly MemberRole[];
  readonly isDeleted: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** In real time. */
  readonly lastSignedInAt: Date | undefined;
}

export const newMember = (
  platformId: Id<'Platform'>,
  given: Pick<Member, 'name' | 'email' | 'roles'>,
  now: Date,
): Member => ({
  ...given,
  id: newId('Member'),
  platformId,
  isDeleted: false,
  createdAt: now,
  updatedAt: now,
  lastSignedInAt: undefined,
});

/**
 * The key by which two email addresses are the same. PostgreSQL folds a few letters that JavaScript does not, for example İ to i: an
 * address that is equal only there is not the address of the member.
 */
export const mailboxOf = (email: string): string => email.toLowerCase();

/** Roles in the order of the enum, without duplicates. */
export const rolesInput = choices(memberRoles, { nonEmpty: 'must have at least one role' })
  .refine((roles) => roles.includes('VIEW'), { error: 'must include VIEW' })
  .transform((roles) => memberRoles.filter((role) => roles.includes(role)));

export class MemberNotFound extends NotFound {
  override readonly name = 'MemberNotFound';
  constructor(id?: string) {
    super('MEMBER_NOT_FOUND', 'The member does not exist.', id);
  }
}

export class MemberEmailInUse extends Conflict {
  override readonly name = 'MemberEmailInUse';
  constructor() {
    super('Another member of the platform has this email address.', { reason: 'Email in use' });
  }
}

/** A member does not delete itself or change its own roles, so that at least one member with MANAGE remains. */
export class OwnMembership extends Conflict {
  override readonly name = 'OwnMembership';
  constructor() {
    super('A member cannot delete itself or change its own roles.', { reason: 'Own membership' });
  }
}
