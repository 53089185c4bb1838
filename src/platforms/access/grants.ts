/**
 * A caller grants only what it may do itself: a token or a member cannot create or extend a token, an access token, a member,
 * an agent or a webhook endpoint that may do more than itself.
 *
 * Decision: the API token permissions that an agent permission needs follow from the table of permissions: those of all
 * fields that it allows. `CREATE_QUOTES` allows receiver look-ups and `MANAGE_EXTERNAL_ACCOUNTS` the lists of external
 * accounts, so granting either needs VIEW too.
 * Decision: reads that every agent may do under any policy (itself, its customer, its quotes) need no VIEW: a token with
 * MANAGE and TRANSACT gets the same records from its own operations.
 *
 * Source: docs/behaviour/platforms.md#permissions; docs/architecture.md#tenants-and-access.
 */

import { PermissionNotHeld } from '../errors.ts';
import { permissions } from '../platform.ts';
import type { AgentPermission } from './agent-permissions.ts';
import { type MemberRole, memberRoles, rolesOfPermissions } from './member-roles.ts';
import { permissionsFor, permissionsOfAgent } from './permissions.ts';
import type { PlatformCaller } from './principal.ts';

/** What a caller may grant. An API token with TRANSACT may decide on agent actions, so it may grant APPROVE. */
const grantableBy = (caller: PlatformCaller): readonly MemberRole[] =>
  caller.kind === 'member' ? caller.member.roles : rolesOfPermissions(caller.token.permissions);

/** Returns an error with what the caller lacks, or `undefined` if it may grant all of this. */
export function requireToGrant(
  caller: PlatformCaller,
  granted: readonly MemberRole[],
): PermissionNotHeld | undefined {
  const held = grantableBy(caller);
  const missing = memberRoles.filter((role) => granted.includes(role) && !held.includes(role));
  if (missing.length === 0) return undefined;
  if (caller.kind === 'member') return new PermissionNotHeld(missing, 'member');
  // A token has no roles. It lacks APPROVE because it lacks TRANSACT.
  const lacked = missing.map((role) => (role === 'APPROVE' ? 'TRANSACT' : role));
  return new PermissionNotHeld(permissions.filter((one) => lacked.includes(one)));
}

/** Like `requireToGrant`, for an agent that gets these permissions. */
export const requireToEmpower = (
  principal: PlatformCaller,
  agentPermissions: readonly AgentPermission[],
): PermissionNotHeld | undefined =>
  requireToGrant(principal, [
    ...permissionsFor('EMPOWER_AGENTS'),
    ...agentPermissions.flatMap(permissionsOfAgent),
  ]);
