/** Errors of platform administration. */
import { Conflict, Forbidden, NotFound } from '../kernel/errors.ts';
import type { MemberRole } from './access/member-roles.ts';
import { permissions } from './platform.ts';

export class TokenNotFound extends NotFound {
  override readonly name = 'TokenNotFound';
  constructor(id?: string) {
    super('TOKEN_NOT_FOUND', 'The API token does not exist.', id);
  }
}

/**
 * A caller can only grant what it may do itself. Source: docs/behaviour/platforms.md#permissions, docs/behaviour/members.md#roles.
 *
 * @param missing the roles that a member lacks, or the permissions that a token lacks.
 */
export class PermissionNotHeld extends Forbidden {
  override readonly name = 'PermissionNotHeld';
  constructor(missing: readonly MemberRole[], caller: 'token' | 'member' = 'token') {
    super(`A ${caller} cannot grant what it may not do itself: it lacks ${missing.join(' and ')}.`, {
      requiredPermissions: permissions.filter((one) => missing.includes(one)),
      ...(caller === 'member' && { reason: 'Role missing' }),
    });
  }
}

/** The calling token was deleted, or the session of the calling member ended, during the request. */
export class TokenEnded extends Forbidden {
  override readonly name = 'TokenEnded';
  constructor() {
    super('The credential that calls has ended.', { reason: 'Token ended' });
  }
}

/**
 * A member needs a fresh proof of presence: a passkey assertion, or a sign-in by link for a member without a passkey.
 *
 * Source: docs/behaviour/members.md#step-up.
 */
export class StepUpRequired extends Forbidden {
  override readonly name = 'StepUpRequired';
  constructor() {
    super('Confirm with your passkey and repeat the request. Without a passkey, sign in again by a link.', {
      code: 'STEP_UP_REQUIRED',
      reason: 'Step-up required',
    });
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

/** What only production platforms have, such as bank connections. */
export class ProductionOnly extends Forbidden {
  override readonly name = 'ProductionOnly';
  constructor() {
    super('This operation exists for production platforms only.', { reason: 'Production only' });
  }
}
