/**
 * Granting power needs that power: no token creates or extends a token, an access token, an agent or a webhook endpoint
 * that may do what the token may not do itself.
 *
 * Decision: what an agent permission grants is read from the table of permissions: the API token permissions of
 * everything that it opens. `CREATE_QUOTES` opens the look-up of receivers and `MANAGE_EXTERNAL_ACCOUNTS` the lists of
 * external accounts, so granting either needs VIEW too.
 * Decision: what every agent reads whatever its policy says (itself, its customer, its quotes) needs no VIEW: a token
 * with MANAGE and TRANSACT gets the same records from its own operations.
 *
 * Source: docs/behaviour/platforms.md#permissions; docs/architecture.md#tenants-and-access.
 */

import { PermissionNotHeld } from '../errors.ts';
import type { Permission } from '../platform.ts';
import type { AgentPermission } from './agent-permissions.ts';
import { missingPermissions, permissionsFor, permissionsOfAgent } from './permissions.ts';
import type { PlatformPrincipal } from './principal.ts';

/** The error that names every permission of these that the token lacks, or `undefined` where it may grant them. */
export function requireToGrant(
  { token }: Pick<PlatformPrincipal, 'token'>,
  granted: readonly Permission[],
): PermissionNotHeld | undefined {
  const missing = missingPermissions(token, granted);
  return missing.length > 0 ? new PermissionNotHeld(missing) : undefined;
}

/** The same for an agent that comes to hold these permissions of its policy. */
export const requireToEmpower = (
  principal: Pick<PlatformPrincipal, 'token'>,
  agentPermissions: readonly AgentPermission[],
): PermissionNotHeld | undefined =>
  requireToGrant(principal, [
    ...permissionsFor('EMPOWER_AGENTS'),
    ...agentPermissions.flatMap(permissionsOfAgent),
  ]);
