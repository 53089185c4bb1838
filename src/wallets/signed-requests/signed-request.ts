/**
 * A request that waits for a signature: the payload, the digest that binds it to its input, and its expiry. The signature is
 * a session's stamp, or the assertion of a passkey that opens a session.
 *
 * Decision: after five failures a request is rejected like an unknown one, so that a guesser learns nothing.
 *
 * Decision: the input of a retry is compared before its signature is verified, so that a retry with another input does not
 * count as a failure.
 *
 * Source: docs/behaviour/wallets.md#signed-retry and docs/behaviour/wallets.md#passkeys.
 */
import type { Id } from '../../kernel/ids.ts';
import { type SignatureProblem, SignatureRejected } from '../../kernel/signature-problem.ts';

export interface SignedRequest {
  readonly id: Id<'Request'>;
  /** The exact text to sign. */
  readonly payload: string;
  /** Digest of the operation and its whole input. */
  readonly binding: string;
  readonly failures: number;
  readonly createdAt: Date;
  /** The first instant at which the signature is rejected. */
  readonly expiresAt: Date;
  readonly usedAt: Date | undefined;
}

export const signedRequestLifetimeMs = 5 * 60_000;
const maxFailures = 5;

const reasons = {
  REQUEST_ID_MISSING: 'Invalid Request-Id',
  REQUEST_ID_UNKNOWN: 'Invalid Request-Id',
  REQUEST_ID_EXPIRED: 'Request-Id expired',
  REQUEST_ID_USED: 'Request-Id already used',
  SIGNATURE_BODY_MISMATCH: 'Request does not match the challenge',
} as const satisfies Partial<Record<SignatureProblem, string>>;

/** This retry cannot use the request id. `reason` says why. */
export class SignedRequestRejected extends SignatureRejected {
  override readonly name = 'SignedRequestRejected';
  constructor(problem: keyof typeof reasons) {
    super(
      problem,
      reasons[problem],
      problem === 'REQUEST_ID_MISSING'
        ? 'The request id is missing. Send the requestId of the challenge.'
        : 'The request id cannot be used for this request. Start again without it.',
    );
  }
}

/**
 * Returns the request when a retry with this binding may sign it now.
 *
 * @param requestId the text that the client sent, of which `request` was found.
 */
export function signable(
  requestId: string,
  request: SignedRequest | undefined,
  binding: string,
  now: Date,
): SignedRequest | SignedRequestRejected {
  if (requestId === '') return new SignedRequestRejected('REQUEST_ID_MISSING');
  if (!request || request.failures >= maxFailures) return new SignedRequestRejected('REQUEST_ID_UNKNOWN');
  if (request.usedAt) return new SignedRequestRejected('REQUEST_ID_USED');
  if (now >= request.expiresAt) return new SignedRequestRejected('REQUEST_ID_EXPIRED');
  if (request.binding !== binding) return new SignedRequestRejected('SIGNATURE_BODY_MISMATCH');
  return request;
}

/** The params of the challenge, read from the stored payload. */
export const paramsOf = ({ payload }: Pick<SignedRequest, 'payload'>): Readonly<Record<string, unknown>> =>
  (JSON.parse(payload) as { params: Readonly<Record<string, unknown>> }).params;
