/** Errors of platform administration. */
import { Conflict, Forbidden, NotFound } from '../kernel/errors.ts';
import type { Permission } from './platform.ts';

export class TokenNotFound extends NotFound {
  override readonly name = 'TokenNotFound';
  constructor(id?: string) {
    super('TOKEN_NOT_FOUND', 'The API token does not exist.', id);
  }
}

/** A token can only grant permissions that it has. Source: docs/behaviour/platforms.md#permissions. */
export class PermissionNotHeld extends Forbidden {
  override readonly name = 'PermissionNotHeld';
  constructor(missing: readonly Permission[]) {
    super(`A token cannot grant what it may not do itself: it lacks ${missing.join(' and ')}.`, {
      requiredPermissions: missing,
    });
  }
}

/** The calling token was deleted during the request. */
export class TokenEnded extends Forbidden {
  override readonly name = 'TokenEnded';
  constructor() {
    super('The API token that calls has ended.', { reason: 'Token ended' });
  }
}

/** The last token with MANAGE cannot delete itself, because no other token could create one. Source: docs/behaviour/platforms.md#api-tokens. */
export class LastManagingToken extends Conflict {
  override readonly name = 'LastManagingToken';
  constructor() {
    super('The last token with the permission MANAGE cannot delete itself.', {
      reason: 'Last MANAGE token',
      httpStatus: 400,
    });
  }
}

/** Sandbox operations do not exist in production. */
export class SandboxOnly extends Forbidden {
  override readonly name = 'SandboxOnly';
  constructor() {
    super('This operation exists in the sandbox only.', { reason: 'Sandbox only' });
  }
}
