/**
 * What a caller is asked to sign, and the text it signs.
 *
 * Source: interface, SignedRequestChallenge; gaps 4.2 (own format); contract, SignedRequestChallenge.
 */
import type { Id } from '../../kernel/ids.ts';

/** The answer of an operation that wants a signature first: neither a success nor a refusal. */
export class SignedRequestChallenge {
  /** Signed byte for byte, as UTF-8. */
  readonly payloadToSign: string;
  readonly requestId: Id<'Request'>;
  /** The first instant at which the signature comes too late. */
  readonly expiresAt: Date;
  /** The type of the credential that is added or revoked, or that issued the session being revoked. */
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
  /** What a passkey's assertion authorises. */
  | 'CREATE_SESSION';

/** Keys in order, no spaces, and nothing but ASCII, so that every client has the same bytes. */
export function canonicalJson(value: unknown): string {
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

/** The text to sign: it tells what it authorises, so that a device can show that. */
export const payloadToSign = (request: {
  readonly accountId: Id<'InternalAccount'> | Id<'Customer'>;
  readonly expiresAt: Date;
  readonly operation: SignedOperationName;
  readonly params: Readonly<Record<string, unknown>>;
  readonly requestId: Id<'Request'>;
}): string => canonicalJson({ ...request, expiresAt: request.expiresAt.toISOString(), v: 1 });
