/**
 * A token grants only permissions that it has: it cannot create or extend a token, an access token, an agent or a webhook
 * endpoint that may do more than itself.
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
import type { Permission } from '../platform.ts';
import type { AgentPermission } from './agent-permissions.ts';
import { missingPermissions, permissionsFor, permissionsOfAgent } from './permissions.ts';
import type { PlatformPrincipal } from './principal.ts';

/** Returns an error with the permissions that the token lacks, or `undefined` if it may grant them all. */
export function requireToGrant(
  { token }: Pick<PlatformPrincipal, 'token'>,
  granted: readonly Permission[],
): PermissionNotHeld | undefined {
  const missing = missingPermissions(token, granted);
  return missing.length > 0 ? new PermissionNotHeld(missing) : undefined;
}

/** Like `requireToGrant`, for an agent that gets these permissions. */
export const requireToEmpower = (
  principal: Pick<PlatformPrincipal, 'token'>,
  agentPermissions: readonly AgentPermission[],
): PermissionNotHeld | undefined =>
  requireToGrant(principal, [
    ...permissionsFor('EMPOWER_AGENTS'),
    ...agentPermissions.flatMap(permissionsOfAgent),
  ]);
