/**
 * The session: a signing key that a client holds for a while. Of the key we keep the public half only.
 *
 * Source: interface, AuthSession; gaps 2.12 and 4.5.
 */

import { NotFound, Unauthorized } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/ids.ts';
import type { CredentialType } from '../credential.ts';

export interface Session {
  readonly id: Id<'Session'>;
  readonly accountId: Id<'InternalAccount'>;
  /** The credential that issued it; callers are told its type and nickname only. */
  readonly issuedBy: Id<'AuthMethod'>;
  readonly type: CredentialType;
  readonly nickname: string;
  /** WebAuthn credential id; PASSKEY only. */
  readonly passkeyId: string | undefined;
  /** Compressed point, lower-case hex. */
  readonly publicKey: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** The first instant at which the key must not be used any more. */
  readonly expiresAt: Date;
  readonly revokedAt: Date | undefined;
}

/** A session just issued: the one time that its signing key is delivered. */
export interface IssuedSession {
  readonly session: Session;
  readonly encryptedSessionSigningKey: string;
}

/** Of one account at a time; the oldest gives way. */
export const maxActiveSessions = 50;

/** Active from issue until it expires, that instant excluded, or is revoked. */
export const isActive = ({ expiresAt, revokedAt }: Session, now: Date): boolean =>
  revokedAt === undefined && now < expiresAt;

/** No such active session that the caller may see. */
export class SessionNotFound extends NotFound {
  override readonly name = 'SessionNotFound';
  constructor(id?: string) {
    super('SESSION_NOT_FOUND', 'The session does not exist or has ended.', id);
  }
}

/** An ended session cannot be refreshed: verify a credential again. */
export class SessionInactive extends Unauthorized {
  override readonly name = 'SessionInactive';
  constructor() {
    super('Session not active', 'The session has ended. Verify a credential again.');
  }
}
