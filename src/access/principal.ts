/** Who calls, and which records that lets them see. */

import { Forbidden } from '../kernel/errors.ts';
import type { Id } from '../kernel/ids.ts';
import type { ApiToken, Permission, Platform } from '../platforms/platform.ts';

/** A back end of the platform, by one of its API tokens. */
export interface PlatformPrincipal {
  readonly kind: 'platform';
  readonly platform: Platform;
  readonly token: ApiToken;
}

export type Principal = PlatformPrincipal;

/** The records that a caller may see: a platform's, or those of one of its customers. Every store takes one. */
export interface Scope {
  readonly platformId: Id<'PlatformConfig'>;
  readonly customerId?: Id<'Customer'>;
}

export const scopeOf = (principal: Principal): Scope => ({ platformId: principal.platform.id });

/** The same principal over HTTP and over a socket: what its streams are closed by. */
export const credentialIdOf = (principal: Principal): string => principal.token.id;

/** The permission, or the refusal that names it. */
export function requirePermission(principal: Principal, permission: Permission): true | Forbidden {
  return principal.token.permissions.includes(permission)
    ? true
    : new Forbidden(`This needs a token with the permission ${permission}.`, {
        requiredPermission: permission,
      });
}
