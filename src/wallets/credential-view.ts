/** The JSON bodies of credentials, sessions and what is to be signed. Source: interface, AuthMethod to SignedRequestChallenge. */

import { instantView, type JsonBody } from '../kernel/view.ts';
import { type Credential, passkeyIdOf } from './credential.ts';
import type { PasskeyAuthChallenge } from './credentials/passkey-challenge.ts';
import type { WalletExport } from './export-wallet.ts';
import type { IssuedSession, Session } from './sessions/session.ts';
import type { SignedRequestChallenge } from './signed-requests/challenge.ts';

export const credentialView = (credential: Credential): JsonBody => ({
  id: credential.id,
  accountId: credential.accountId,
  type: credential.type,
  nickname: credential.nickname,
  credentialId: passkeyIdOf(credential),
  createdAt: instantView(credential.createdAt),
  updatedAt: instantView(credential.updatedAt),
});

export const passkeyChallengeView = (asked: PasskeyAuthChallenge): JsonBody => ({
  ...credentialView(asked.credential),
  challenge: asked.challenge,
  rpId: asked.rpId,
  requestId: asked.requestId,
  expiresAt: instantView(asked.expiresAt),
});

/** A session as it is listed: its key is delivered once, by `issuedSessionView`. */
export const sessionView = (session: Session): JsonBody => ({
  id: session.id,
  accountId: session.accountId,
  type: session.type,
  nickname: session.nickname,
  credentialId: session.passkeyId,
  createdAt: instantView(session.createdAt),
  updatedAt: instantView(session.updatedAt),
  expiresAt: instantView(session.expiresAt),
});

export const issuedSessionView = ({ session, encryptedSessionSigningKey }: IssuedSession): JsonBody => ({
  ...sessionView(session),
  encryptedSessionSigningKey,
});

export const challengeView = (challenge: SignedRequestChallenge): JsonBody => ({
  payloadToSign: challenge.payloadToSign,
  requestId: challenge.requestId,
  expiresAt: instantView(challenge.expiresAt),
  type: challenge.credentialType,
});

export const walletExportView = ({ accountId, encryptedWalletCredentials }: WalletExport): JsonBody => ({
  id: accountId,
  encryptedWalletCredentials,
});
