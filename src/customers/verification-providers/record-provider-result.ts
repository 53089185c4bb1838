/**
 * Records the signed result of a verification provider.
 *
 * Decision: the body names the platform, because its secret verifies the signature. A result about a verification of another
 * platform is not found.
 * Decision: an event that arrives again changes nothing and gets the current state. The idempotency key of an event is kept for 48 hours,
 * and its signature is accepted for five minutes.
 * Decision: an approval while a match with a sanctions list is open leaves the verification to a person. It is no error, because
 * the provider could not do anything about it.
 * Decision: IN_REVIEW of a verification that a person reviews already changes nothing.
 *
 * Source: docs/behaviour/customers.md#results-of-verification-providers.
 */
import { z } from 'zod';
import { attributedTo } from '../../infrastructure/database/attribution.ts';
import type { Database, Executor } from '../../infrastructure/database/client.ts';
import {
  type IdempotencyKeyInUse,
  type IdempotencyKeyReused,
  once,
} from '../../infrastructure/idempotency/once.ts';
import { InvalidInput, invariant } from '../../kernel/errors.ts';
import { whenValid } from '../../kernel/field-rules.ts';
import { type Id, idSchema } from '../../kernel/ids.ts';
import { oneOf, optional, text } from '../../kernel/parse.ts';
import type { Platform } from '../../platforms/platform.ts';
import { findPlatform } from '../../platforms/store.ts';
import type { CustomerDeleted } from '../customer.ts';
import type { Ports } from '../ports.ts';
import { BlockedByScreening } from '../screening/screening-match.ts';
import { lockCustomer } from '../store.ts';
import { applyDecision, decisionProblems } from '../verifications/apply-decision.ts';
import { VerificationNotFound, type VerificationNotUnderReview } from '../verifications/errors.ts';
import { screenBeforeApproval } from '../verifications/screen-customer.ts';
import { findVerification } from '../verifications/store.ts';
import type { Decision, Verification } from '../verifications/verification.ts';
import { openProvider } from './store.ts';
import { isSignedByProvider, ProviderSignatureInvalid } from './verification-provider.ts';

export const recordProviderResultOperation = 'recordProviderResult';

export const ProviderResultInput = z
  .object({
    /** Unique for each result of the platform's provider. */
    eventId: text(200),
    platformId: idSchema('Platform'),
    verificationId: idSchema('Verification'),
    outcome: oneOf(['APPROVED', 'REJECTED', 'IN_REVIEW']),
    reasons: optional(decisionProblems),
  })
  .refine(({ outcome, reasons }) => outcome === 'REJECTED' || (reasons?.length ?? 0) === 0, {
    path: ['reasons'],
    error: 'are for REJECTED',
    ...whenValid('outcome', 'reasons'),
  });

type Result = z.output<typeof ProviderResultInput>;

type ResultError =
  | InvalidInput
  | VerificationNotFound
  | VerificationNotUnderReview
  | CustomerDeleted
  | IdempotencyKeyReused
  | IdempotencyKeyInUse;

/** A request as the provider signed it. */
interface SignedBody {
  readonly signature: string | undefined;
  readonly body: Uint8Array;
}

const toDecision = ({ outcome, reasons }: Result): Decision => {
  if (outcome === 'REJECTED') return { status: 'REJECTED', problems: reasons ?? [] };
  return { status: outcome === 'APPROVED' ? 'APPROVED' : 'PENDING_MANUAL_REVIEW' };
};

/** The same error for the body, where the problems of a decision are the field `reasons`. */
const namedAsInBody = ({ fields }: InvalidInput): InvalidInput =>
  new InvalidInput(
    fields.map(({ path, message }) => ({ path: path.replace(/^problems/, 'reasons'), message })),
  );

async function apply(
  tx: Executor,
  ports: Pick<Ports, 'customerHooks'>,
  result: Result,
  { decidedBy, at }: { readonly decidedBy: string; readonly at: Date },
): Promise<Verification | Exclude<ResultError, IdempotencyKeyReused | IdempotencyKeyInUse>> {
  const scope = { platformId: result.platformId };
  const found = await findVerification(tx, scope, result.verificationId);
  if (!found) return new VerificationNotFound(result.verificationId);
  const customer = await lockCustomer(tx, scope, found.customerId);
  const verification = await findVerification(tx, scope, found.id);
  invariant(customer && verification, 'a verification and its customer are never deleted');
  const review = { status: 'PENDING_MANUAL_REVIEW' } as const;
  const isReviewed = verification.status === review.status;
  const subject = { verification, customer };
  if (result.outcome === 'IN_REVIEW' && isReviewed) return verification;
  const applied = await applyDecision(tx, ports, subject, toDecision(result), {
    decidedBy,
    note: undefined,
    at,
  });
  if (applied instanceof InvalidInput) return namedAsInBody(applied);
  if (!(applied instanceof BlockedByScreening)) return applied;
  if (isReviewed) return verification;
  const left = await applyDecision(tx, ports, subject, review, {
    decidedBy,
    note: 'The provider approved; a match with a sanctions list prevents the approval.',
    at,
  });
  invariant(!(left instanceof BlockedByScreening), 'a review is not prevented by a match');
  return left;
}

/** The database, with the provider as the actor of its changes. */
function attributedToProvider(db: Database, name: string): Database {
  const given = db.attribution();
  return attributedTo(db, {
    ...given,
    actor: { kind: 'SYSTEM', id: undefined, name },
    operation: recordProviderResultOperation,
  });
}

export async function recordProviderResult(
  ports: Pick<Ports, 'db' | 'clock' | 'dataKey' | 'screening' | 'customerHooks'>,
  { signature, body }: SignedBody,
  result: Result,
): Promise<Verification | ProviderSignatureInvalid | ResultError> {
  const { db, clock, dataKey, screening, customerHooks } = ports;
  const opened = await openProvider(db.orm, dataKey, result.platformId);
  // Without a provider the signature is compared too, so that the time of the response does not tell whether there is one.
  const secret = opened?.secret ?? dataKey.derive('absent-verification-provider', 32);
  const isSigned = isSignedByProvider(signature, body, secret, clock.real());
  if (!opened || !isSigned) return new ProviderSignatureInvalid();
  const { provider } = opened;
  const platform: Platform | undefined = await findPlatform(db.orm, result.platformId);
  invariant(platform, 'the platform of a provider exists');

  const attributed = attributedToProvider(db, provider.name);
  if (result.outcome === 'APPROVED') {
    await screenBeforeApproval({ db: attributed, clock, screening }, platform, result.verificationId);
  }
  const { result: recorded } = await once<Verification | ResultError>(
    attributed,
    {
      scope: { platformId: platform.id, caller: 'provider', operation: recordProviderResultOperation },
      key: result.eventId,
      input: result,
      idOf: ({ id }) => id,
      replay: async (tx, id) => {
        const found = await findVerification(tx, { platformId: platform.id }, id as Id<'Verification'>);
        invariant(found, 'the verification of an event exists');
        return found;
      },
    },
    (tx) => apply(tx, { customerHooks }, result, { decidedBy: provider.name, at: clock.now(platform) }),
  );
  return recorded;
}
