/** Domain errors of credentials. Source: docs/behaviour/wallets.md; docs/behaviour/errors.md#error-codes and docs/behaviour/endpoints.md#credentials-sessions-and-wallets. */
import { Conflict, InvalidInput, NotFound, Unauthorized, Upstream } from '../../kernel/errors.ts';
import type { CredentialType } from '../credential.ts';

/** The credential does not exist or the caller may not see it. */
export class CredentialNotFound extends NotFound {
  override readonly name = 'CredentialNotFound';
  constructor(id?: string) {
    super('CREDENTIAL_NOT_FOUND', 'The credential does not exist.', id);
  }
}

/** The account has all credentials of this type that it may have. Status 400, as the interface fixes it. */
export class CredentialAlreadyExists extends Conflict {
  override readonly name = 'CredentialAlreadyExists';
  constructor(type: CredentialType, max = 1) {
    const several = max > 1;
    super(
      several
        ? `The account already has ${max} credentials of type ${type}.`
        : `The account already has a credential of type ${type}.`,
      {
        code: `${type}_CREDENTIAL_ALREADY_EXISTS`,
        httpStatus: 400,
        ...(several && { reason: 'Maximum number of credentials reached' }),
      },
    );
  }
}

/** An account must have at least one credential. Status 400, as the interface fixes it. */
export class LastCredential extends Conflict {
  override readonly name = 'LastCredential';
  constructor() {
    super('The last credential of an account cannot be revoked. Add another one first.', {
      code: 'LAST_CREDENTIAL',
      reason: 'Last remaining credential cannot be revoked',
      httpStatus: 400,
    });
  }
}

/** The code is wrong, used or expired, or there is none. The error is the same in each case. */
export class InvalidOtp extends Unauthorized {
  override readonly name = 'InvalidOtp';
  constructor() {
    super('Invalid OTP code', 'The one-time code is not valid.');
  }
}

/** EMAIL_OTP needs an email address on file. */
export class NoEmailOnFile extends InvalidInput {
  override readonly name = 'NoEmailOnFile';
  constructor() {
    super([], {
      code: 'MISSING_MANDATORY_USER_INFO',
      message: 'The customer has no email address, which EMAIL_OTP needs.',
      reason: 'Customer email missing',
    });
  }
}

/**
 * One-time codes cannot be mailed.
 *
 * Decision: the error has the published code of status 424 for EMAIL_OTP credentials. Its reason is more specific.
 */
export class MailUnavailable extends Upstream {
  override readonly name = 'MailUnavailable';
  constructor() {
    super(
      'EMAIL_OTP_CREDENTIAL_SYNC_FAILED',
      'The one-time code could not be mailed. Try again later.',
      'Mail unavailable',
    );
  }
}

/** The account is not an embedded wallet. */
export const notAWallet = (path: string): InvalidInput =>
  InvalidInput.at(path, 'must be an account of type EMBEDDED_WALLET');
