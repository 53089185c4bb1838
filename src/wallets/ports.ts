/** What embedded wallets need from outside. */

import type { Ports as AccountPorts } from '../accounts/ports.ts';
import type { CodeMail } from '../infrastructure/mail/mailer.ts';
import type { InvalidStamp, Signer } from '../kernel/crypto/stamp.ts';
import type { Platform } from '../platforms/platform.ts';
import type { OidcIdentity } from './credential.ts';
import type { MailUnavailable } from './credentials/errors.ts';
import type {
  AssertedPasskey,
  InvalidPasskeyAssertion,
  PasskeyAssertion,
  RegisteredPasskey,
} from './credentials/passkey.ts';
import type { InvalidOidcToken, JwtClaims, OidcIssuer } from './oidc/oidc.ts';
import type { IssuerUnavailable } from './oidc/oidc-keys.ts';
import type { OtpSettings } from './settings.ts';
import type { SignedOperationName } from './signed-requests/challenge.ts';

/** A signature that a caller sent, and what it must sign. */
export interface WalletSignature {
  readonly operation: SignedOperationName;
  /** The stored text, never a text that the caller sends. */
  readonly payload: string;
  /** A stamp. For EXECUTE_QUOTE a bare DER signature in base64 is valid too. */
  readonly signature: string;
  /** The active sessions that may sign. */
  readonly signers: readonly Signer[];
}

/** Verifies the signatures of every signed operation. */
export interface WalletSignatures {
  /** Verifies that one of the signers signed the payload. */
  verify(platform: Pick<Platform, 'mode'>, signature: WalletSignature): true | InvalidStamp;
}

/** Whom an OIDC token is about, and what must not come again for it to count. */
export interface TokenProof {
  /** Compared with the registration, unless the proof stands for whoever registered. */
  readonly identity: OidcIdentity | 'AS_REGISTERED';
  /** Remembered, so that the token verifies once; absent where the same proof may come again. */
  readonly consumes: Uint8Array | undefined;
}

/** How the holder of an embedded wallet proves who they are. Each mode has one of its own. */
export interface WalletChecks {
  /** Whether a client's key is good for more than one session or export. */
  readonly clientKeysMayRepeat: boolean;
  /** Whether the assertion answers the challenge; `advance` is what it changes in the passkey's record. */
  assertedPasskey(
    challenge: string,
    assertion: PasskeyAssertion,
    passkey: RegisteredPasskey,
    origins: readonly string[],
  ): Promise<{ readonly advance: AssertedPasskey | undefined } | InvalidPasskeyAssertion>;
  /** What the token of a new OAUTH credential claims. Outside of any transaction: it may ask the issuer. */
  tokenAtRegistration(
    token: string,
    issuers: readonly OidcIssuer[],
  ): Promise<JwtClaims | InvalidOidcToken | IssuerUnavailable>;
  /** Whom a fresh token is about. Outside of any transaction: it may ask the issuer. */
  tokenAtVerification(
    token: string,
    issuers: readonly OidcIssuer[],
  ): Promise<TokenProof | InvalidOidcToken | IssuerUnavailable>;
  newCode(otp: OtpSettings): string;
  /** Why no code can reach anybody now, if so. */
  codesUnavailable(): MailUnavailable | undefined;
  /** Outside of any transaction. */
  sendCode(mail: CodeMail): Promise<MailUnavailable | undefined>;
}

export interface Ports extends AccountPorts {
  readonly walletSignatures: WalletSignatures;
  /** The checks of the platform's mode. */
  readonly walletChecks: (platform: Pick<Platform, 'mode'>) => WalletChecks;
}
