/**
 * Records the decision of a reviewer about a verification, for production without a verification provider.
 *
 * Decision: every token with MANAGE may decide. In a deployment with a provider the port does not allow manual decisions.
 *
 * Source: docs/behaviour/customers.md#verifications, docs/behaviour/customers.md#states-of-invitations-accounts-and-verifications.
 */
import { z } from 'zod';
import { transact } from '../../infrastructure/database/transact.ts';
import { Forbidden, type InvalidInput, invariant } from '../../kernel/errors.ts';
import { whenValid } from '../../kernel/field-rules.ts';
import { idSchema } from '../../kernel/ids.ts';
import { oneOf, optional, text } from '../../kernel/parse.ts';
import { actorOf, type PlatformCaller } from '../../platforms/access/principal.ts';
import type { CustomerDeleted } from '../customer.ts';
import type { Ports } from '../ports.ts';
import type { BlockedByScreening } from '../screening/screening-match.ts';
import { lockCustomer } from '../store.ts';
import { applyDecision, decisionProblems } from './apply-decision.ts';
import { VerificationNotFound, type VerificationNotUnderReview } from './errors.ts';
import { screenBeforeApproval } from './screen-customer.ts';
import { findVerification } from './store.ts';
import type { Decision, Verification } from './verification.ts';

const decisionFields = {
  decision: oneOf(['APPROVED', 'REJECTED', 'RESOLVE_ERRORS', 'PENDING_MANUAL_REVIEW']),
  problems: optional(decisionProblems),
  note: optional(text(1000)),
};

type DecisionFields = z.output<z.ZodObject<typeof decisionFields>>;

/** RESOLVE_ERRORS needs problems. An approval and a manual review have none. */
function checkProblems(
  { decision, problems }: DecisionFields,
  context: z.core.$RefinementCtx<DecisionFields>,
): void {
  const needed = decision === 'RESOLVE_ERRORS';
  const allowed = needed || decision === 'REJECTED';
  const given = (problems?.length ?? 0) > 0;
  const message =
    needed && !given ? 'must say what is to be resolved' : 'are for REJECTED and RESOLVE_ERRORS';
  if ((needed && !given) || (given && !allowed)) {
    context.addIssue({ code: 'custom', path: ['problems'], message });
  }
}

const whenDecisionIsValid = whenValid('decision', 'problems');

/** The body over REST, where the verification is in the path. */
export const VerificationDecisionInput = z
  .object(decisionFields)
  .superRefine(checkProblems, whenDecisionIsValid);

export const DecideVerificationInput = z
  .object({ verificationId: idSchema('Verification'), ...decisionFields })
  .superRefine(checkProblems, whenDecisionIsValid);

type Input = z.output<typeof DecideVerificationInput>;

const toDecision = ({ decision, problems }: Input): Decision =>
  decision === 'REJECTED' || decision === 'RESOLVE_ERRORS'
    ? { status: decision, problems: problems ?? [] }
    : { status: decision };

export async function decideVerification(
  ports: Pick<Ports, 'db' | 'clock' | 'identityChecks' | 'screening' | 'customerHooks'>,
  principal: PlatformCaller,
  input: Input,
): Promise<
  | Verification
  | InvalidInput
  | VerificationNotFound
  | VerificationNotUnderReview
  | CustomerDeleted
  | BlockedByScreening
  | Forbidden
> {
  const { db, clock, identityChecks } = ports;
  const { platform } = principal;
  const actor = actorOf(principal);
  if (!identityChecks.allowsManualDecisions(platform)) {
    return new Forbidden('A provider decides on verifications here.', { reason: 'Decided by a provider' });
  }
  if (input.decision === 'APPROVED') await screenBeforeApproval(ports, platform, input.verificationId);
  const scope = { platformId: platform.id };
  return transact(db, async (tx) => {
    const found = await findVerification(tx, scope, input.verificationId);
    if (!found) return new VerificationNotFound(input.verificationId);
    const customer = await lockCustomer(tx, scope, found.customerId);
    // Read again under the lock of the customer, which every change of a verification takes.
    const verification = await findVerification(tx, scope, found.id);
    invariant(customer && verification, 'a verification and its customer are never deleted');
    return applyDecision(tx, ports, { verification, customer }, toDecision(input), {
      decidedBy: `${actor.name} (${actor.id})`,
      note: input.note,
      at: clock.now(platform),
    });
  });
}
