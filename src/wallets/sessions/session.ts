/**
 * The session: a signing key that a client holds for a limited time. Only the public key is stored.
 *
 * Source: docs/behaviour/wallets.md#session-list and docs/behaviour/wallets.md#sessions.
 */

import { NotFound, Unauthorized } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/ids.ts';
import type { CredentialType } from '../credential.ts';

export interface Session {
  readonly id: Id<'Session'>;
  readonly accountId: Id<'InternalAccount'>;
  /** The credential that issued it. Callers see its type and nickname only. */
  readonly issuedBy: Id<'AuthMethod'>;
  readonly type: CredentialType;
  readonly nickname: string;
  /** WebAuthn credential id; PASSKEY only. */
  readonly passkeyId: string | undefined;
  /** Compressed point, lower-case hex. */
  readonly publicKey: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** The first instant at which signatures of the key are rejected. */
  readonly expiresAt: Date;
  readonly revokedAt: Date | undefined;
}

/** A new session with its signing key, which is delivered only once. */
export interface IssuedSession {
  readonly session: Session;
  /** `undefined` when the key is the client's own. */
  readonly encryptedSessionSigningKey: string | undefined;
}

/** Per account. A further session revokes the oldest. */
export const maxActiveSessions = 50;

/** Active from issue until it expires, that instant excluded, or is revoked. */
export const isActive = ({ expiresAt, revokedAt }: Session, now: Date): boolean =>
  revokedAt === undefined && now < expiresAt;

/** No active session with this id is visible to the caller. */
export class SessionNotFound extends NotFound {
  override readonly name = 'SessionNotFound';
  constructor(id?: string) {
    super('SESSION_NOT_FOUND', 'The session does not exist or has ended.', id);
  }
}

/** A session that has ended cannot be refreshed. */
export class SessionInactive extends Unauthorized {
  override readonly name = 'SessionInactive';
  constructor() {
    super('Session not active', 'The session has ended. Verify a credential again.');
  }
}
