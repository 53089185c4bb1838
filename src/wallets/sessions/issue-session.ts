/**
 * Issues a session: makes its key pair, seals the private half to the client and forgets it.
 *
 * Decision: of more than 50 active sessions of an account the oldest is revoked; nobody has that many devices, and
 * each refresh leaves the session before it.
 *
 * Source: gaps 4.5.
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
import { clientKeyBytes, consumeClientKey } from './client-key.ts';
import { type IssuedSession, maxActiveSessions, type Session } from './session.ts';
import { activeSessions, insertSession, markSessionsRevoked } from './store.ts';

/** Issues a session of a credential that was just proved, or whose session signed for it. The account is locked. */
export async function issueSession(
  tx: Executor,
  ports: Pick<Ports, 'clock' | 'walletChecks'>,
  platform: Platform,
  credential: Credential,
  publicKey: string,
): Promise<IssuedSession | InvalidInput> {
  const { accountId } = credential;
  const spent = await consumeClientKey(tx, ports, platform, accountId, publicKey);
  if (spent) return spent;

  const now = ports.clock.now(platform);
  const { sessionTtlSeconds } = await findSettings(tx, platform);
  const key = await issueSessionKey(clientKeyBytes(publicKey));
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
  const others = await activeSessions(tx, { platformId: platform.id }, [accountId], now);
  const tooMany = others.slice(maxActiveSessions - 1);
  await markSessionsRevoked(
    tx,
    tooMany.map(({ id }) => id),
    now,
  );
  await insertSession(tx, platform.id, session);
  return { session, encryptedSessionSigningKey: key.encryptedSessionSigningKey };
}
