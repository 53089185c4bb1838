/**
 * Issues a session: makes its key pair and seals the private key to the client, or takes the client's own key. The private key is
 * not stored.
 *
 * Decision: an account has at most 50 active sessions, and a further one revokes the oldest. A refreshed session stays active,
 * so sessions add up.
 *
 * Source: docs/behaviour/wallets.md#sessions.
 */

import type { Executor } from '../../infrastructure/database/client.ts';
import { issueSessionKey } from '../../kernel/crypto/session-key.ts';
import type { InvalidInput } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import type { Platform } from '../../platforms/platform.ts';
import type { Credential } from '../credential.ts';
import { passkeyIdOf } from '../credential.ts';
import type { Ports } from '../ports.ts';
import { findSettings } from '../settings-store.ts';
import { clientKeyBytes, consumeClientKey, isHeldByClient, rejectHeldKey } from './client-key.ts';
import { type IssuedSession, maxActiveSessions, type Session } from './session.ts';
import { activeSessions, insertSession, markSessionsRevoked } from './store.ts';

/** The caller has verified a proof of the credential or a signature of its session, and has locked the account. */
export async function issueSession(
  tx: Executor,
  ports: Pick<Ports, 'clock' | 'walletChecks'>,
  platform: Platform,
  credential: Credential,
  publicKey: string,
): Promise<IssuedSession | InvalidInput> {
  const { accountId } = credential;
  // The setting may have been turned off since the challenge of a passkey was issued.
  const notAllowed = await rejectHeldKey(tx, platform, publicKey);
  if (notAllowed) return notAllowed;
  const used = await consumeClientKey(tx, ports, platform, accountId, publicKey);
  if (used) return used;

  const now = ports.clock.now(platform);
  const { sessionTtlSeconds } = await findSettings(tx, platform);
  const key = isHeldByClient(publicKey)
    ? { publicKey, encryptedSessionSigningKey: undefined }
    : await issueSessionKey(clientKeyBytes(publicKey));
  const session: Session = {
    id: newId('Session'),
    accountId,
    issuedBy: credential.id,
    type: credential.type,
    nickname: credential.nickname,
    passkeyId: passkeyIdOf(credential),
    publicKey: key.publicKey,
    createdAt: now,
    updatedAt: now,
    expiresAt: new Date(now.getTime() + sessionTtlSeconds * 1000),
    revokedAt: undefined,
  };
  const active = await activeSessions(tx, { platformId: platform.id }, [accountId], now);
  const surplus = active.slice(maxActiveSessions - 1);
  await markSessionsRevoked(
    tx,
    surplus.map(({ id }) => id),
    now,
  );
  await insertSession(tx, platform.id, session);
  return { session, encryptedSessionSigningKey: key.encryptedSessionSigningKey };
}
