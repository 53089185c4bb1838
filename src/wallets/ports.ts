/** The ports of embedded wallets. */

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

/** A verified OIDC token. */
interface TokenProof {
  /** Compared with the registration. `AS_REGISTERED` stands for the registered person. */
  readonly identity: OidcIdentity | 'AS_REGISTERED';
  /** Digest that the replay guard records. `undefined` when the same token may be used again. */
  readonly consumes: Uint8Array | undefined;
}

/** The checks of wallet credentials. Each mode has its implementation. */
export interface WalletChecks {
  /** Whether a client key may be used for more than one session or export. */
  readonly clientKeysReusable: boolean;
  /** Verifies an assertion for the challenge. `advance` has the new values of the passkey's record. */
  verifyAssertion(
    challenge: string,
    assertion: PasskeyAssertion,
    passkey: RegisteredPasskey,
    origins: readonly string[],
  ): Promise<{ readonly advance: AssertedPasskey | undefined } | InvalidPasskeyAssertion>;
  /** The claims of the token of a new OAUTH credential. Call it outside of transactions: it may call the issuer. */
  verifyTokenAtRegistration(
    token: string,
    issuers: readonly OidcIssuer[],
  ): Promise<JwtClaims | InvalidOidcToken | IssuerUnavailable>;
  /** The identity in a fresh token. Call it outside of transactions: it may call the issuer. */
  verifyTokenAtVerification(
    token: string,
    issuers: readonly OidcIssuer[],
  ): Promise<TokenProof | InvalidOidcToken | IssuerUnavailable>;
  newCode(otp: OtpSettings): string;
  /** Returns an error when codes cannot be sent. */
  checkCodesAvailable(): MailUnavailable | undefined;
  /** Call it outside of transactions. */
  sendCode(mail: CodeMail): Promise<MailUnavailable | undefined>;
}

export interface Ports extends AccountPorts {
  readonly walletSignatures: WalletSignatures;
  /** The checks of the platform's mode. */
  readonly walletChecks: (platform: Pick<Platform, 'id' | 'mode'>) => WalletChecks;
}
