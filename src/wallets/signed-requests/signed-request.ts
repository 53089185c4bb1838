/**
 * A request that waits for a signature: what was promised to be signed, what it binds, and how long it is good. The
 * signature is a session's stamp, or the assertion of a passkey that opens a session.
 *
 * Decision: a request that five failures ended answers as one that is not known: whoever guesses learns nothing.
 *
 * Decision: what a retry says is compared before its signature is, so that a retry of another request costs nothing.
 *
 * Source: gaps 4.1 and 4.6; interface, Authentication 7.
 */
import { Unauthorized } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/ids.ts';

export interface SignedRequest {
  readonly id: Id<'Request'>;
  /** The exact text to sign. */
  readonly payload: string;
  /** Digest of the operation and its whole input. */
  readonly binding: string;
  readonly failures: number;
  readonly createdAt: Date;
  /** The first instant at which the signature comes too late. */
  readonly expiresAt: Date;
  readonly usedAt: Date | undefined;
}

export const signedRequestLifetimeMs = 5 * 60_000;
export const maxFailures = 5;

type Reason =
  | 'Invalid Request-Id'
  | 'Request-Id expired'
  | 'Request-Id already used'
  | 'Request does not match the challenge';

/** The request id is not one that this retry can use; `reason` says why. */
export class SignedRequestRejected extends Unauthorized {
  override readonly name = 'RequestRefused';
  constructor(reason: Reason) {
    super(reason, 'The request id cannot be used for this request. Start again without it.');
  }
}

/** The request that a retry with this binding may sign now. */
export function signable(
  request: SignedRequest | undefined,
  binding: string,
  now: Date,
): SignedRequest | SignedRequestRejected {
  if (!request || request.failures >= maxFailures) return new SignedRequestRejected('Invalid Request-Id');
  if (request.usedAt) return new SignedRequestRejected('Request-Id already used');
  if (now >= request.expiresAt) return new SignedRequestRejected('Request-Id expired');
  if (request.binding !== binding) return new SignedRequestRejected('Request does not match the challenge');
  return request;
}

/** What was to be signed, as it was shown: read back from the stored text, the only record of it. */
export const paramsOf = ({ payload }: Pick<SignedRequest, 'payload'>): Readonly<Record<string, unknown>> =>
  (JSON.parse(payload) as { params: Readonly<Record<string, unknown>> }).params;
