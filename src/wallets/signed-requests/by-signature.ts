/**
 * The signed retry: one mechanism for every operation that a wallet's holder must authorise. The first call is
 * answered with a payload to sign; the same call again, with a stamp over it by a session that may sign, goes through.
 *
 * A retry is the same request as the first call: what binds it is a digest of the whole input, so a differing field
 * anywhere is another request. It is spent in the commit of its effect; a failed signature is counted in a
 * transaction of its own, because the operation's own is rolled back.
 *
 * Decision: a retry without a signature counts as a failed one.
 *
 * Source: interface, Authentication 7; gaps 4.1.
 */
import { z } from 'zod';
import type { Executor } from '../../infrastructure/database/client.ts';
import { transact } from '../../infrastructure/database/transact.ts';
import { fingerprintOf } from '../../infrastructure/idempotency/once.ts';
import type { Clock } from '../../infrastructure/ports.ts';
import { InvalidStamp } from '../../kernel/crypto/stamp.ts';
import { DomainError } from '../../kernel/errors.ts';
import { type Id, newId, parseId } from '../../kernel/ids.ts';
import { optional } from '../../kernel/parse.ts';
import type { Platform } from '../../platforms/platform.ts';
import type { Ports } from '../ports.ts';
import type { Session } from '../sessions/session.ts';
import { activeSessions } from '../sessions/store.ts';
import { payloadToSign, type SignedOperationName, SignedRequestChallenge } from './challenge.ts';
import { paramsOf, SignedRequestRejected, signable, signedRequestLifetimeMs } from './signed-request.ts';
import { countFailure, insertSignedRequest, lockSignedRequest, markSignedRequestUsed } from './store.ts';

const anyText = (named: string) => z.string({ error: `must be ${named}` });

/** What a retry carries beside the input of the first call. Whether it is well formed is decided with 401, not 400. */
export const SignedRetryInput = optional(
  z.object({ requestId: anyText('a request id'), signature: anyText('a signature').default('') }),
);
export type SignedRetry = z.output<typeof SignedRetryInput>;

/** Whom and what the signature is about; found after the request id was checked and before the signature is. */
export interface Subject {
  /** Named in the payload. */
  readonly accountId: Id<'InternalAccount'> | Id<'Customer'>;
  /** Whose active sessions may sign. */
  readonly signers: readonly Id<'InternalAccount'>[];
  /** Which of those sessions; all of them when absent. */
  readonly allowed?: (session: Session) => boolean;
  /** What a device can show: the facts that the signature authorises. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly credentialType?: SignedRequestChallenge['credentialType'];
  /** The act needs no signature after all: there is nobody who could give one, or nothing that asks for it. */
  readonly unsigned?: boolean;
}

/** What a subject's look-up answers when it does not refuse. */
type Found<S> = Exclude<S, DomainError> & Subject;

/** An operation that a wallet's holder authorises: what it is about, and what it does once it is signed. */
export interface SignedOperation<S extends Subject | DomainError, T> {
  readonly operation: SignedOperationName;
  /** The whole input: equal on both calls. */
  readonly binds: unknown;
  /**
   * Finds what the request is about, with its locks, or refuses.
   *
   * @param promised what the first call's payload said, on the retry.
   */
  readonly subject: (tx: Executor, promised: Readonly<Record<string, unknown>> | undefined) => Promise<S>;
  readonly effect: (tx: Executor, subject: Found<S>) => Promise<T>;
}

/** Stores what is to be signed and answers it. */
async function challenge(
  tx: Executor,
  clock: Clock,
  platform: Platform,
  operation: SignedOperationName,
  binding: string,
  { accountId, params, credentialType }: Subject,
): Promise<SignedRequestChallenge> {
  const now = clock.now(platform);
  const requestId = newId('Request');
  const expiresAt = new Date(now.getTime() + signedRequestLifetimeMs);
  const payload = payloadToSign({ accountId, expiresAt, operation, params, requestId });
  const request = { id: requestId, payload, binding, createdAt: now, expiresAt };
  await insertSignedRequest(tx, platform.id, request, clock.real());
  return new SignedRequestChallenge(payload, requestId, expiresAt, credentialType);
}

/**
 * Answers a challenge on the first call; does the act on a retry that a session which may has signed. What is signed
 * is spent in the commit of the effect.
 */
export async function bySignature<S extends Subject | DomainError, T>(
  ports: Pick<Ports, 'db' | 'clock' | 'walletChecks'>,
  platform: Platform,
  act: SignedOperation<S, T>,
  retry: SignedRetry,
): Promise<T | SignedRequestChallenge | Extract<S, DomainError> | SignedRequestRejected | InvalidStamp> {
  const { db, clock, walletChecks } = ports;
  const binding = fingerprintOf({ operation: act.operation, binds: act.binds });
  if (!retry) {
    return transact<T | SignedRequestChallenge | Extract<S, DomainError>>(db, async (tx) => {
      const subject = await act.subject(tx, undefined);
      if (!isFound(subject)) return subject as Extract<S, DomainError>;
      return subject.unsigned
        ? act.effect(tx, subject)
        : challenge(tx, clock, platform, act.operation, binding, subject);
    });
  }

  const requestId = parseId('Request', retry.requestId);
  const outcome = await transact(db, async (tx) => {
    const stored = requestId && (await lockSignedRequest(tx, platform.id, requestId));
    const now = clock.now(platform);
    const request = signable(stored, binding, now);
    if (request instanceof SignedRequestRejected) return request;

    const subject = await act.subject(tx, paramsOf(request));
    if (!isFound(subject)) return subject as Extract<S, DomainError>;
    const sessions = await activeSessions(tx, { platformId: platform.id }, subject.signers, now);
    const { allowed = () => true } = subject;
    const signedBy = walletChecks(platform).stampedBy(
      retry.signature,
      request.payload,
      sessions.filter(allowed),
    );
    if (signedBy instanceof InvalidStamp) return signedBy;
    await markSignedRequestUsed(tx, platform.id, request.id, now);
    return act.effect(tx, subject);
  });
  if (outcome instanceof InvalidStamp && requestId) await countFailure(db.orm, platform.id, requestId);
  return outcome;
}

const isFound = <S>(subject: S): subject is S & Found<S> => !(subject instanceof DomainError);
