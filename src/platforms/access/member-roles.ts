/**
 * Roles of members. VIEW, TRANSACT and MANAGE allow what the permissions of an API token with these names allow, with one
 * exception: only APPROVE allows a member to decide on agent actions. Every member has VIEW.
 *
 * Source: docs/behaviour/members.md#roles.
 */
import { type Permission, permissions } from '../platform.ts';

export const memberRoles = [...permissions, 'APPROVE'] as const;
export type MemberRole = (typeof memberRoles)[number];

/**
 * The roles that API token permissions amount to: those that a token with them may grant, and those that a member needs to
 * grant them. A token with TRANSACT may decide on agent actions.
 */
export const rolesOfPermissions = (held: readonly Permission[]): MemberRole[] =>
  memberRoles.filter((role) => held.includes(role === 'APPROVE' ? 'TRANSACT' : role));
