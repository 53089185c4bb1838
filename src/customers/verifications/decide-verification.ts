/**
 * Records the decision of a reviewer about a verification, for production without a verification provider.
 *
 * Decision: every token with MANAGE may decide. In a deployment with a provider the port does not allow manual decisions.
 * Decision: an approval also approves the pending owners of the business, because they are part of the verification. A problem
 * of the type APPLICANT_... rejects the owner that it names.
 * Decision: the verification of a deleted customer cannot be approved, because approval opens accounts. Other decisions are
 * allowed, so that it does not remain in the list of pending verifications.
 *
 * Source: docs/behaviour/customers.md#verifications, docs/behaviour/customers.md#states-of-invitations-accounts-and-verifications.
 */
import { z } from 'zod';
import type { Executor } from '../../infrastructure/database/client.ts';
import { transact } from '../../infrastructure/database/transact.ts';
import { DomainError, Forbidden, InvalidInput, invariant } from '../../kernel/errors.ts';
import { whenValid } from '../../kernel/field-rules.ts';
import { idSchema } from '../../kernel/ids.ts';
import { boundedList, choices } from '../../kernel/lists.ts';
import { oneOf, optional, text } from '../../kernel/parse.ts';
import { actorOf, type PlatformCaller } from '../../platforms/access/principal.ts';
import { ownersOf, saveOwner } from '../beneficial-owners/owner-store.ts';
import { CustomerDeleted } from '../customer.ts';
import type { Ports } from '../ports.ts';
import { lockCustomer } from '../store.ts';
import { documentTypes } from './document.ts';
import { documentsOfCustomer } from './document-store.ts';
import { VerificationNotFound, type VerificationNotUnderReview } from './errors.ts';
import { recordVerification } from './record-verification.ts';
import { findVerification } from './store.ts';
import {
  type Decision,
  decided,
  type Verification,
  type VerificationProblem,
  verificationProblemTypes,
} from './verification.ts';

export const maxProblems = 100;

const problem = z.object({
  resourceId: idSchema('Customer', 'BeneficialOwner', 'Document'),
  type: oneOf(verificationProblemTypes),
  reason: text(500),
  field: optional(text(255)),
  acceptedDocumentTypes: optional(choices(documentTypes)),
});

export const DecideVerificationInput = z
  .object({
    verificationId: idSchema('Verification'),
    decision: oneOf(['APPROVED', 'REJECTED', 'RESOLVE_ERRORS', 'PENDING_MANUAL_REVIEW']),
    problems: optional(boundedList(problem, maxProblems)),
    note: optional(text(1000)),
  })
  .superRefine(
    ({ decision, problems }, context) => {
      const needed = decision === 'RESOLVE_ERRORS';
      const allowed = needed || decision === 'REJECTED';
      const given = (problems?.length ?? 0) > 0;
      const message =
        needed && !given ? 'must say what is to be resolved' : 'are for REJECTED and RESOLVE_ERRORS';
      if ((needed && !given) || (given && !allowed)) {
        context.addIssue({ code: 'custom', path: ['problems'], message });
      }
    },
    whenValid('decision', 'problems'),
  );

type Input = z.output<typeof DecideVerificationInput>;

const toDecision = ({ decision, problems }: Input): Decision =>
  decision === 'REJECTED' || decision === 'RESOLVE_ERRORS'
    ? { status: decision, problems: problems ?? [] }
    : { status: decision };

async function decideOwners(tx: Executor, verification: Verification, now: Date): Promise<void> {
  const scope = { platformId: verification.platformId };
  const owners = (await ownersOf(tx, scope, [verification.customerId])).get(verification.customerId) ?? [];
  const rejected = new Set<string>(
    verification.problems
      .filter(({ type }) => type.startsWith('APPLICANT_'))
      .map(({ resourceId }) => resourceId),
  );
  for (const owner of owners) {
    const approves = verification.status === 'APPROVED' && owner.kycStatus === 'PENDING';
    const status = rejected.has(owner.id) ? 'REJECTED' : approves ? 'APPROVED' : owner.kycStatus;
    if (status !== owner.kycStatus) await saveOwner(tx, { ...owner, kycStatus: status, updatedAt: now });
  }
}

/** Returns an error if a problem names a record that is not the customer, one of its owners or one of its documents. */
async function foreignProblems(
  tx: Executor,
  verification: Verification,
  problems: readonly VerificationProblem[],
): Promise<InvalidInput | undefined> {
  const { customerId, platformId } = verification;
  const owners = (await ownersOf(tx, { platformId }, [customerId])).get(customerId) ?? [];
  const documents = await documentsOfCustomer(tx, { platformId }, customerId);
  const known = new Set<string>([customerId, ...[...owners, ...documents].map(({ id }) => id)]);
  const wrong = problems.flatMap(({ resourceId }, index) =>
    known.has(resourceId)
      ? []
      : [{ path: `problems.${index}.resourceId`, message: 'must be of the customer that is verified' }],
  );
  return wrong.length > 0 ? new InvalidInput(wrong) : undefined;
}

export async function decideVerification(
  {
    db,
    clock,
    identityChecks,
    customerHooks,
  }: Pick<Ports, 'db' | 'clock' | 'identityChecks' | 'customerHooks'>,
  principal: PlatformCaller,
  input: Input,
): Promise<
  | Verification
  | InvalidInput
  | VerificationNotFound
  | VerificationNotUnderReview
  | CustomerDeleted
  | Forbidden
> {
  const { platform } = principal;
  const actor = actorOf(principal);
  if (!identityChecks.allowsManualDecisions(platform)) {
    return new Forbidden('A provider decides on verifications here.', { reason: 'Decided by a provider' });
  }
  const scope = { platformId: platform.id };
  return transact(db, async (tx) => {
    const found = await findVerification(tx, scope, input.verificationId);
    if (!found) return new VerificationNotFound(input.verificationId);
    const customer = await lockCustomer(tx, scope, found.customerId);
    // Read again under the lock of the customer, which every change of a verification takes.
    const before = await findVerification(tx, scope, found.id);
    invariant(customer && before, 'a verification and its customer are never deleted');
    if (customer.isDeleted && input.decision === 'APPROVED') return new CustomerDeleted();
    const foreign = await foreignProblems(tx, before, input.problems ?? []);
    if (foreign) return foreign;

    const now = clock.now(platform);
    const after = decided(before, toDecision(input), now);
    if (after instanceof DomainError) return after;
    await decideOwners(tx, after, now);
    await recordVerification(tx, { customerHooks }, before, after, customer, {
      decidedBy: `${actor.name} (${actor.id})`,
      note: input.note,
      decidedAt: now,
    });
    return after;
  });
}
