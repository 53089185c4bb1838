/**
 * The credential of the holder of an embedded wallet. Its name on the wire is AuthMethod.
 *
 * Source: docs/behaviour/wallets.md#credentials-and-sessions.
 */

import type { Id } from '../kernel/ids.ts';
import { truncated } from '../kernel/truncated.ts';
import type { RegisteredPasskey } from './credentials/passkey.ts';

export const credentialTypes = ['OAUTH', 'EMAIL_OTP', 'PASSKEY'] as const;
export type CredentialType = (typeof credentialTypes)[number];

interface CredentialBase {
  readonly id: Id<'AuthMethod'>;
  readonly accountId: Id<'InternalAccount'>;
  readonly nickname: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** One-time codes go to the nickname, which is the customer's email address. */
interface EmailOtpCredential extends CredentialBase {
  readonly type: 'EMAIL_OTP';
}

/** The person that an OIDC token must identify. */
export interface OidcIdentity {
  readonly iss: string;
  /** The sandbox registers tokens without audience and subject. No real token matches those. */
  readonly aud: string | undefined;
  readonly sub: string | undefined;
}

export interface OAuthCredential extends CredentialBase {
  readonly type: 'OAUTH';
  readonly identity: OidcIdentity;
}

export interface PasskeyCredential extends CredentialBase {
  readonly type: 'PASSKEY';
  readonly passkey: RegisteredPasskey;
}

export type Credential = EmailOtpCredential | OAuthCredential | PasskeyCredential;

/** A verified credential that is not registered yet. */
export type ProposedCredential =
  | { readonly type: 'EMAIL_OTP' }
  | { readonly type: 'OAUTH'; readonly nickname: string; readonly identity: OidcIdentity }
  | { readonly type: 'PASSKEY'; readonly nickname: string; readonly passkey: RegisteredPasskey };

/** The WebAuthn credential id; PASSKEY only. */
export const passkeyIdOf = (credential: Credential): string | undefined =>
  credential.type === 'PASSKEY' ? credential.passkey.credentialId : undefined;

/** Whether a token identifies the registered person. */
export const sameIdentity = (a: OidcIdentity, b: OidcIdentity): boolean =>
  a.iss === b.iss && a.sub !== undefined && a.sub === b.sub && a.aud !== undefined && a.aud === b.aud;

const maxNicknameLength = 100;

/**
 * The nickname of an OAUTH credential: the email of the token, otherwise its issuer and subject.
 *
 * Source: docs/behaviour/wallets.md#credentials-and-sessions.
 */
export const oauthNickname = (claims: OidcIdentity & { readonly email: string | undefined }): string =>
  claims.email ?? truncated(`${claims.iss}|${claims.sub ?? ''}`, maxNicknameLength);

/** Whether this is the only credential of its account. It cannot be revoked. */
export const isLast = (credentials: readonly Credential[], id: Id<'AuthMethod'>): boolean =>
  credentials.length === 1 && credentials[0]?.id === id;
