/** The error of a wallet operation. Neither its message nor its fields contain a key, a code, a token or a seed. */
import type { FieldErrorFieldsFragment, SignatureProblem } from '../operations/index.ts';

/** Codes of this package. The codes of the server are in docs/reference/errors.md. */
export type WalletErrorCode =
  | 'WEBCRYPTO_UNAVAILABLE'
  | 'KEY_INVALID'
  | 'SEALED_VALUE_INVALID'
  | 'ISSUER_MISMATCH'
  | 'ISSUER_SIGNATURE_INVALID'
  | 'ORGANIZATION_MISMATCH'
  | 'SIGNED_RETRY_NOT_DECLARED'
  | 'SIGNED_RETRY_NOT_ALONE'
  | 'SIGNATURE_REQUIRED'
  | 'SESSION_EXPIRED'
  | 'PASSKEY_UNSUPPORTED'
  | 'PASSKEY_NOT_ALLOWED'
  | 'PASSKEY_ALREADY_REGISTERED'
  | 'PASSKEY_FAILED'
  | 'UNEXPECTED_RESULT';

interface Properties {
  readonly reason?: string | undefined;
  readonly httpStatus?: number | undefined;
  readonly signatureProblem?: SignatureProblem | undefined;
  readonly fields?: readonly FieldErrorFieldsFragment[] | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
}

/**
 * | `code` | Meaning |
 * |---|---|
 * | a code of the server (docs/reference/errors.md) | the server rejected the operation |
 * | `WEBCRYPTO_UNAVAILABLE` | what the server seals needs WebCrypto, which this platform lacks |
 * | `KEY_INVALID` | not a P-256 key of the required kind |
 * | `SEALED_VALUE_INVALID` | a sealed key or export that was changed, or is sealed to another key |
 * | `ISSUER_MISMATCH` | an export that another issuer signed |
 * | `ISSUER_SIGNATURE_INVALID` | an export whose signature is wrong |
 * | `ORGANIZATION_MISMATCH` | an export of another platform of the deployment |
 * | `SIGNED_RETRY_NOT_DECLARED` | a challenged document declares neither `$signedRetry` nor `$signature` |
 * | `SIGNED_RETRY_NOT_ALONE` | a challenged document has further root fields, which a retry would execute again |
 * | `SIGNATURE_REQUIRED` | the operation needs the session of a credential |
 * | `SESSION_EXPIRED` | the session ended: sign in again |
 * | `PASSKEY_UNSUPPORTED` | no `navigator.credentials`, or no authenticator with the required features |
 * | `PASSKEY_NOT_ALLOWED` | the user cancelled, the time ran out, or the page may not use the passkey |
 * | `PASSKEY_ALREADY_REGISTERED` | the device has a passkey of this account |
 * | `PASSKEY_FAILED` | another error of the authenticator: see `cause` |
 * | `UNEXPECTED_RESULT` | the server returned a type that this version does not know |
 */
export class WalletError extends Error {
  override readonly name = 'WalletError';
  readonly code: WalletErrorCode | (string & {});
  /** Why the server rejected the code, token, assertion or signature. */
  readonly reason: string | undefined;
  readonly httpStatus: number | undefined;
  /** What is wrong with the signature of a signed operation. */
  readonly signatureProblem: SignatureProblem | undefined;
  /** The invalid fields of an input. */
  readonly fields: readonly FieldErrorFieldsFragment[];
  readonly retryAfterMs: number | undefined;

  constructor(code: WalletErrorCode | (string & {}), message: string, properties: Properties = {}) {
    super(message, properties.cause === undefined ? undefined : { cause: properties.cause });
    this.code = code;
    this.reason = properties.reason;
    this.httpStatus = properties.httpStatus;
    this.signatureProblem = properties.signatureProblem;
    this.fields = properties.fields ?? [];
    this.retryAfterMs = properties.retryAfterMs;
  }
}

interface ServiceError {
  readonly errorCode: string;
  readonly message: string;
  readonly httpStatus: number;
  readonly reason?: string | null;
  readonly signatureProblem?: SignatureProblem | null;
  readonly fields?: readonly FieldErrorFieldsFragment[];
  readonly retryAfterSeconds?: number;
}

const isServiceError = (result: object): result is ServiceError => 'errorCode' in result;

interface Named {
  readonly __typename: string;
}

/**
 * The member of a union that an operation returns when it succeeds.
 *
 * @throws WalletError for every other member.
 */
export function expectType<Result extends Named, Name extends Result['__typename']>(
  result: Result,
  ...names: readonly Name[]
): Extract<Result, { readonly __typename: Name }> {
  if ((names as readonly string[]).includes(result.__typename))
    return result as Extract<Result, { readonly __typename: Name }>;
  if (result.__typename === 'SignedRequestChallenge')
    throw new WalletError('SIGNATURE_REQUIRED', 'A session has to sign this operation: use withSigner.');
  if (!isServiceError(result))
    throw new WalletError('UNEXPECTED_RESULT', `The operation returned ${result.__typename}.`);
  const { errorCode, message, reason, httpStatus, signatureProblem, fields, retryAfterSeconds } = result;
  throw new WalletError(errorCode, message, {
    reason: reason ?? undefined,
    httpStatus,
    signatureProblem: signatureProblem ?? undefined,
    fields,
    retryAfterMs: retryAfterSeconds === undefined ? undefined : retryAfterSeconds * 1000,
  });
}
