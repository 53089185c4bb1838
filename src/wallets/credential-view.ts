/** JSON bodies of credentials, sessions and challenges. Source: docs/behaviour/wallets.md. */

import { instantView, type JsonBody } from '../kernel/view.ts';
import { type Credential, passkeyIdOf } from './credential.ts';
import type { PasskeyOptions } from './credentials/create-passkey-options.ts';
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

export const passkeyChallengeView = (issued: PasskeyAuthChallenge): JsonBody => ({
  ...credentialView(issued.credential),
  challenge: issued.challenge,
  rpId: issued.rpId,
  requestId: issued.requestId,
  expiresAt: instantView(issued.expiresAt),
});

export const passkeyOptionsView = ({ expiresAt, ...options }: PasskeyOptions): JsonBody => ({
  ...options,
  expiresAt: instantView(expiresAt),
});

/** A session without its signing key, which only `issuedSessionView` contains. */
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
