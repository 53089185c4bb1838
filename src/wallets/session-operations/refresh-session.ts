/**
 * Issues a new session, signed by an active one. The old session stays active until it expires, so that its recent signatures
 * stay valid.
 *
 * Source: docs/behaviour/wallets.md#signed-retry, docs/behaviour/wallets.md#payload-to-sign and docs/behaviour/wallets.md#sessions.
 */
import { z } from 'zod';
import type { InvalidStamp } from '../../kernel/crypto/stamp.ts';
import type { InvalidInput } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/ids.ts';
import { type Principal, scopeOf } from '../../platforms/access/principal.ts';
import { findCredential } from '../credentials/store.ts';
import type { Ports } from '../ports.ts';
import { rejectHeldKey, rejectUsedClientKey, sessionPublicKey } from '../sessions/client-key.ts';
import { issueSession } from '../sessions/issue-session.ts';
import {
  type IssuedSession,
  isActive,
  type Session,
  SessionInactive,
  SessionNotFound,
} from '../sessions/session.ts';
import { findSession } from '../sessions/store.ts';
import type { SignedRequestChallenge } from '../signed-requests/challenge.ts';
import { runSigned, type SignedRetry } from '../signed-requests/run-signed.ts';
import type { SignedRequestRejected } from '../signed-requests/signed-request.ts';
import { lockWallet } from '../store.ts';

export const RefreshSessionInput = z.object({ clientPublicKey: sessionPublicKey });

type RefreshSessionError =
  | SessionNotFound
  | SessionInactive
  | InvalidInput
  | SignedRequestRejected
  | InvalidStamp;

export async function refreshSession(
  ports: Pick<Ports, 'db' | 'clock' | 'walletChecks' | 'walletSignatures'>,
  principal: Principal,
  id: Id<'Session'>,
  { clientPublicKey }: z.output<typeof RefreshSessionInput>,
  signedRetry: SignedRetry,
): Promise<IssuedSession | SignedRequestChallenge | RefreshSessionError> {
  const { platform } = principal;
  const scope = scopeOf(principal);
  const notAllowed = await rejectHeldKey(ports.db.orm, platform, clientPublicKey);
  if (notAllowed) return notAllowed;
  return runSigned(
    ports,
    platform,
    {
      operation: 'REFRESH_SESSION',
      input: { id, clientPublicKey },
      subject: async (tx) => {
        const found = await findSession(tx, scope, id);
        if (!found) return new SessionNotFound(id);
        const { accountId } = found;
        await lockWallet(tx, scope, accountId);
        // Read again under the lock: the session may just have ended with its credential.
        const session = await findSession(tx, scope, id);
        const credential = await findCredential(tx, scope, found.issuedBy);
        if (!session || !isActive(session, ports.clock.now(platform)) || !credential) {
          return new SessionInactive();
        }
        const used = await rejectUsedClientKey(tx, ports, platform, accountId, clientPublicKey);
        if (used) return used;
        return {
          accountId,
          signers: [accountId],
          allowed: (signer: Session) => signer.id === id,
          params: { clientPublicKey, sessionId: id },
          credential,
        };
      },
      effect: (tx, { credential }) => issueSession(tx, ports, platform, credential, clientPublicKey),
    },
    signedRetry,
  );
}
