/**
 * The signed retry: one mechanism for every operation that a wallet's holder must authorise. The first call returns a
 * challenge. The client repeats the call with a stamp over the challenge's payload by an allowed session, and the
 * operation runs.
 *
 * A digest of the operation and its whole input binds the retry to the first call, so a different field anywhere is
 * another request. The request is marked as used in the commit of the effect. A failed signature is counted in a separate
 * transaction, because the operation's transaction is rolled back.
 *
 * Decision: a retry without a signature counts as a failed one.
 *
 * Source: docs/behaviour/wallets.md#signed-retry.
 */
import { z } from 'zod';
import type { Executor } from '../../infrastructure/database/client.ts';
import { transact } from '../../infrastructure/database/transact.ts';
import { fingerprintOf } from '../../infrastructure/idempotency/once.ts';
import { InvalidStamp } from '../../kernel/crypto/stamp.ts';
import { DomainError } from '../../kernel/errors.ts';
import { parseId } from '../../kernel/ids.ts';
import { optional } from '../../kernel/parse.ts';
import type { Platform } from '../../platforms/platform.ts';
import type { Ports } from '../ports.ts';
import type { ChallengeTerms, SignedOperationName, SignedRequestChallenge } from './challenge.ts';
import { issueChallenge } from './issue-challenge.ts';
import { paramsOf, SignedRequestRejected, signable } from './signed-request.ts';
import { countFailure, lockSignedRequest, markSignedRequestUsed } from './store.ts';
import { type AllowedSigners, verifySignature } from './verify-signature.ts';

const anyText = (named: string) => z.string({ error: `must be ${named}` });

/** The retry's part of the input. A malformed request id or signature is a 401 of the operation, not a 400. */
export const SignedRetryInput = optional(
  z.object({ requestId: anyText('a request id'), signature: anyText('a signature').default('') }),
);
export type SignedRetry = z.output<typeof SignedRetryInput>;

/** What the signature is about. It is read after the request id is checked and before the signature is. */
interface Subject extends Omit<ChallengeTerms, 'operation'>, AllowedSigners {
  /** The operation needs no signature: no session could sign it, or nothing changes that requires one. */
  readonly unsigned?: boolean;
}

/** A subject that is not a domain error. */
type Found<S> = Exclude<S, DomainError> & Subject;

/** An operation that a wallet's holder authorises. */
interface SignedOperation<S extends Subject | DomainError, T> {
  readonly operation: SignedOperationName;
  /** The whole input: equal on both calls. */
  readonly input: unknown;
  /**
   * Reads and locks the records of the request, or returns a domain error.
   *
   * @param challenged the params of the first call's payload; `undefined` on the first call.
   */
  readonly subject: (tx: Executor, challenged: Readonly<Record<string, unknown>> | undefined) => Promise<S>;
  readonly effect: (tx: Executor, subject: Found<S>) => Promise<T>;
}

/** Returns a challenge on the first call. Runs the operation on a retry that an allowed session signed. */
export async function runSigned<S extends Subject | DomainError, T>(
  ports: Pick<Ports, 'db' | 'clock' | 'walletSignatures'>,
  platform: Platform,
  { operation, input, subject: read, effect }: SignedOperation<S, T>,
  retry: SignedRetry,
): Promise<T | SignedRequestChallenge | Extract<S, DomainError> | SignedRequestRejected | InvalidStamp> {
  const { db, clock } = ports;
  const binding = fingerprintOf({ operation, binds: input });
  if (!retry) {
    return transact<T | SignedRequestChallenge | Extract<S, DomainError>>(db, async (tx) => {
      const subject = await read(tx, undefined);
      if (!isFound(subject)) return subject as Extract<S, DomainError>;
      return subject.unsigned
        ? effect(tx, subject)
        : issueChallenge(tx, clock, platform, { ...subject, operation }, binding);
    });
  }

  const requestId = parseId('Request', retry.requestId);
  const outcome = await transact(db, async (tx) => {
    const stored = requestId && (await lockSignedRequest(tx, platform.id, requestId));
    const now = clock.now(platform);
    const request = signable(retry.requestId, stored, binding, now);
    if (request instanceof SignedRequestRejected) return request;

    const subject = await read(tx, paramsOf(request));
    if (!isFound(subject)) return subject as Extract<S, DomainError>;
    const signature = { operation, payload: request.payload, signature: retry.signature };
    const signed = await verifySignature(tx, ports, platform, signature, subject, now);
    if (signed !== true) return signed;
    await markSignedRequestUsed(tx, platform.id, request.id, now);
    return effect(tx, subject);
  });
  if (outcome instanceof InvalidStamp && requestId) await countFailure(db.orm, platform.id, requestId);
  return outcome;
}

const isFound = <S>(subject: S): subject is S & Found<S> => !(subject instanceof DomainError);
