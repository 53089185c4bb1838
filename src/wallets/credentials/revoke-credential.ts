/**
 * Revokes a credential and its sessions. A session of another credential must sign.
 *
 * Source: docs/behaviour/wallets.md#signed-retry and docs/behaviour/wallets.md#sessions.
 */

import type { InvalidStamp } from '../../kernel/crypto/stamp.ts';
import type { Id } from '../../kernel/ids.ts';
import { type Principal, scopeOf } from '../../platforms/access/principal.ts';
import { isLast } from '../credential.ts';
import type { Ports } from '../ports.ts';
import type { Session } from '../sessions/session.ts';
import { revokeSessionsOf } from '../sessions/store.ts';
import type { SignedRequestChallenge } from '../signed-requests/challenge.ts';
import { runSigned, type SignedRetry } from '../signed-requests/run-signed.ts';
import type { SignedRequestRejected } from '../signed-requests/signed-request.ts';
import { lockWallet } from '../store.ts';
import { CredentialNotFound, LastCredential } from './errors.ts';
import { voidCodes } from './one-time-code-store.ts';
import { credentialsOfAccounts, findCredential, markCredentialRevoked } from './store.ts';

export interface CredentialRevoked {
  readonly credentialId: Id<'AuthMethod'>;
}

type RevokeCredentialError = CredentialNotFound | LastCredential | SignedRequestRejected | InvalidStamp;

export async function revokeCredential(
  ports: Pick<Ports, 'db' | 'clock' | 'walletSignatures'>,
  principal: Principal,
  id: Id<'AuthMethod'>,
  signedRetry: SignedRetry,
): Promise<CredentialRevoked | SignedRequestChallenge | RevokeCredentialError> {
  const { platform } = principal;
  const scope = scopeOf(principal);
  return runSigned(
    ports,
    platform,
    {
      operation: 'REVOKE_CREDENTIAL',
      input: { id },
      subject: async (tx) => {
        const found = await findCredential(tx, scope, id);
        if (!found) return new CredentialNotFound(id);
        const { accountId, type } = found;
        await lockWallet(tx, scope, accountId);
        // Read under the lock: of two concurrent revocations, the second sees the result of the first.
        const all = await credentialsOfAccounts(tx, scope, [accountId]);
        if (!all.some((credential) => credential.id === id)) return new CredentialNotFound(id);
        if (isLast(all, id)) return new LastCredential();
        return {
          accountId,
          signers: [accountId],
          allowed: (session: Session) => session.issuedBy !== id,
          params: { credentialId: id, type },
          credentialType: type,
        };
      },
      effect: async (tx) => {
        const now = ports.clock.now(platform);
        await markCredentialRevoked(tx, id, now);
        await revokeSessionsOf(tx, id, now);
        await voidCodes(tx, [id]);
        return { credentialId: id };
      },
    },
    signedRetry,
  );
}
