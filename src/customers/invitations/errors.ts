/** Errors of invitations. The published status for an invitation that is not pending is 400, although it is a conflict. */
import { Conflict, Forbidden, InvalidInput, NotFound } from '../../kernel/errors.ts';

/** The invitation does not exist. */
export class InvitationNotFound extends NotFound {
  override readonly name = 'InvitationNotFound';
  constructor(code?: string) {
    super('INVITATION_NOT_FOUND', 'The invitation does not exist.', code);
  }
}

/** The invitation cannot be claimed or cancelled, because it was claimed, also if by the same invitee. */
export class InvitationAlreadyClaimed extends Conflict {
  override readonly name = 'InvitationAlreadyClaimed';
  constructor() {
    super('The invitation was already claimed.', { code: 'INVITATION_ALREADY_CLAIMED', httpStatus: 400 });
  }
}

/** The invitation cannot be claimed or cancelled, because it was cancelled. */
export class InvitationCancelled extends Conflict {
  override readonly name = 'InvitationCancelled';
  constructor() {
    super('The invitation was cancelled.', { code: 'INVITATION_CANCELLED', httpStatus: 400 });
  }
}

/** The invitation cannot be claimed or cancelled, because it has expired. */
export class InvitationExpired extends InvalidInput {
  override readonly name = 'InvitationExpired';
  constructor() {
    super([{ path: 'code', message: 'names an invitation that has expired' }], {
      message: 'The invitation has expired.',
      reason: 'Invitation expired',
    });
  }
}

/** The platform has no UMA domain, which invitations require. */
export class InvitationsNotConfigured extends InvalidInput {
  override readonly name = 'InvitationsNotConfigured';
  constructor() {
    super([], {
      code: 'INVITATIONS_NOT_CONFIGURED',
      message: 'The platform has no UMA domain. Set one before inviting.',
    });
  }
}

/** Another platform created the invitation. */
export class NotTheInviter extends Forbidden {
  override readonly name = 'NotTheInviter';
  constructor() {
    super('Only the platform of the inviter can cancel an invitation.', { reason: 'Not the inviter' });
  }
}
