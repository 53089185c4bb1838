/**
 * The challenge of a signed operation: the text to sign, and what the client needs to send its signature back.
 *
 * Source: docs/behaviour/wallets.md#payload-to-sign (own format); schema.graphql, SignedRequestChallenge.
 */
import type { Id } from '../../kernel/ids.ts';

/** The result of an operation that needs a signature first. It is neither a success nor an error. */
export class SignedRequestChallenge {
  /** Signed byte for byte, as UTF-8. */
  readonly payloadToSign: string;
  readonly requestId: Id<'Request'>;
  /** The first instant at which the signature is rejected. */
  readonly expiresAt: Date;
  /** Type of the credential that is added or revoked, or that issued the session to revoke. */
  readonly credentialType: 'EMAIL_OTP' | 'OAUTH' | 'PASSKEY' | undefined;

  constructor(
    payloadToSign: string,
    requestId: Id<'Request'>,
    expiresAt: Date,
    credentialType?: 'EMAIL_OTP' | 'OAUTH' | 'PASSKEY',
  ) {
    this.payloadToSign = payloadToSign;
    this.requestId = requestId;
    this.expiresAt = expiresAt;
    this.credentialType = credentialType;
  }
}

export type SignedOperationName =
  | 'ADD_CREDENTIAL'
  | 'REVOKE_CREDENTIAL'
  | 'REVOKE_SESSION'
  | 'REFRESH_SESSION'
  | 'EXPORT_WALLET'
  | 'UPDATE_INTERNAL_ACCOUNT'
  | 'UPDATE_CUSTOMER_EMAIL'
  | 'EXECUTE_QUOTE'
  /** Authorised by a passkey's assertion. */
  | 'CREATE_SESSION';

/** JSON with sorted keys, no spaces and only ASCII, so that every client gets the same bytes. */
function canonicalJson(value: unknown): string {
  const sorted = JSON.stringify(value, (_, part) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
  return sorted.replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** What a signature authorises. */
export interface ChallengeTerms {
  /** The account or customer that the payload names. */
  readonly accountId: Id<'InternalAccount'> | Id<'Customer'>;
  readonly operation: SignedOperationName;
  /** Details of the operation that a device can show before it signs. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly credentialType?: SignedRequestChallenge['credentialType'];
}

/** Makes a challenge. Every text to sign is written here. */
export function createChallenge(
  { accountId, operation, params, credentialType }: ChallengeTerms,
  { requestId, expiresAt }: Pick<SignedRequestChallenge, 'requestId' | 'expiresAt'>,
): SignedRequestChallenge {
  const expiry = expiresAt.toISOString();
  const payload = canonicalJson({ accountId, expiresAt: expiry, operation, params, requestId, v: 1 });
  return new SignedRequestChallenge(payload, requestId, expiresAt, credentialType);
}
