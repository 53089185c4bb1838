/** Revokes a session by signed retry. The session itself may sign. Source: interface; docs/behaviour/wallets.md#signed-retry and docs/behaviour/wallets.md#sessions. */

import type { InvalidStamp } from '../../kernel/crypto/stamp.ts';
import type { Id } from '../../kernel/ids.ts';
import { type Principal, scopeOf } from '../../platforms/access/principal.ts';
import type { Ports } from '../ports.ts';
import { isActive, SessionNotFound } from '../sessions/session.ts';
import { findSession, markSessionsRevoked } from '../sessions/store.ts';
import type { SignedRequestChallenge } from '../signed-requests/challenge.ts';
import { runSigned, type SignedRetry } from '../signed-requests/run-signed.ts';
import type { SignedRequestRejected } from '../signed-requests/signed-request.ts';

export interface SessionRevoked {
  readonly sessionId: Id<'Session'>;
}

export async function revokeSession(
  ports: Pick<Ports, 'db' | 'clock' | 'walletSignatures'>,
  principal: Principal,
  id: Id<'Session'>,
  signedRetry: SignedRetry,
): Promise<SessionRevoked | SignedRequestChallenge | SessionNotFound | SignedRequestRejected | InvalidStamp> {
  const { platform } = principal;
  const now = ports.clock.now(platform);
  return runSigned(
    ports,
    platform,
    {
      operation: 'REVOKE_SESSION',
      input: { id },
      subject: async (tx) => {
        const session = await findSession(tx, scopeOf(principal), id);
        if (!session || !isActive(session, now)) return new SessionNotFound(id);
        const { accountId, type } = session;
        return { accountId, signers: [accountId], params: { sessionId: id }, credentialType: type };
      },
      effect: async (tx) => {
        await markSessionsRevoked(tx, [id], now);
        return { sessionId: id };
      },
    },
    signedRetry,
  );
}
