/** Refusals of invitations. The interface answers a spent invitation with 400, although its state is what refuses. */
import { Conflict, Forbidden, InvalidInput, NotFound } from '../../kernel/errors.ts';

/** No such invitation. */
export class InvitationNotFound extends NotFound {
  override readonly name = 'InvitationNotFound';
  constructor(code?: string) {
    super('INVITATION_NOT_FOUND', 'The invitation does not exist.', code);
  }
}

/** Claim or cancellation of an invitation that was claimed, also by the same invitee. */
export class InvitationAlreadyClaimed extends Conflict {
  override readonly name = 'InvitationAlreadyClaimed';
  constructor() {
    super('The invitation was already claimed.', { code: 'INVITATION_ALREADY_CLAIMED', httpStatus: 400 });
  }
}

/** Claim or cancellation of an invitation that was cancelled. */
export class InvitationCancelled extends Conflict {
  override readonly name = 'InvitationCancelled';
  constructor() {
    super('The invitation was cancelled.', { code: 'INVITATION_CANCELLED', httpStatus: 400 });
  }
}

/** Claim or cancellation of an invitation whose time is over. */
export class InvitationExpired extends InvalidInput {
  override readonly name = 'InvitationExpired';
  constructor() {
    super([{ path: 'code', message: 'names an invitation that has expired' }], {
      message: 'The invitation has expired.',
      reason: 'Invitation expired',
    });
  }
}

/** The platform has no UMA domain, so nobody could be invited by it. */
export class InvitationsNotConfigured extends InvalidInput {
  override readonly name = 'InvitationsNotConfigured';
  constructor() {
    super([], {
      code: 'INVITATIONS_NOT_CONFIGURED',
      message: 'The platform has no UMA domain. Set one before inviting.',
    });
  }
}

/** Cancellation by a platform that did not make the invitation. */
export class NotTheInviter extends Forbidden {
  override readonly name = 'NotTheInviter';
  constructor() {
    super('Only the platform of the inviter can cancel an invitation.', { reason: 'Not the inviter' });
  }
}
