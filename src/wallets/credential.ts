/**
 * The credential: how the holder of an embedded wallet proves who they are. The wire calls it AuthMethod.
 *
 * Source: interface, AuthMethod; gaps 2.11.
 */
import type { Id } from '../kernel/ids.ts';
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

/** A code mailed to the nickname, which is the customer's email address. */
export interface EmailOtpCredential extends CredentialBase {
  readonly type: 'EMAIL_OTP';
}

/** Whom an OIDC token must be about. */
export interface OidcIdentity {
  readonly iss: string;
  /** The sandbox registers tokens that name neither audience nor subject; no real token matches those. */
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

/** What makes a credential of an account, once everything about it was verified. */
export type ProposedCredential =
  | { readonly type: 'EMAIL_OTP' }
  | { readonly type: 'OAUTH'; readonly nickname: string; readonly identity: OidcIdentity }
  | { readonly type: 'PASSKEY'; readonly nickname: string; readonly passkey: RegisteredPasskey };

/** The WebAuthn credential id; PASSKEY only. */
export const passkeyIdOf = (credential: Credential): string | undefined =>
  credential.type === 'PASSKEY' ? credential.passkey.credentialId : undefined;

/** Whether a token is about the person who registered. */
export const sameIdentity = (a: OidcIdentity, b: OidcIdentity): boolean =>
  a.iss === b.iss && a.sub !== undefined && a.sub === b.sub && a.aud !== undefined && a.aud === b.aud;

const longestNickname = 100;

/**
 * What an OAUTH credential is called: the token's email, otherwise its issuer and subject.
 *
 * Source: gaps 2.11.
 */
export const oauthNickname = (claims: OidcIdentity & { readonly email: string | undefined }): string =>
  claims.email ??
  Array.from(`${claims.iss}|${claims.sub ?? ''}`)
    .slice(0, longestNickname)
    .join('');

/** Whether this is the only credential of its account, which an account must keep. */
export const isLast = (credentials: readonly Credential[], id: Id<'AuthMethod'>): boolean =>
  credentials.length === 1 && credentials[0]?.id === id;
