/**
 * Applies a decision about a verification: of a reviewer, of a verification provider, or of a confirmed match with a sanctions list.
 *
 * Decision: an approval also approves the pending owners of the business, because they are part of the verification. A problem
 * of the type APPLICANT_... rejects the owner that it names.
 * Decision: the verification of a deleted customer cannot be approved, because approval opens accounts. Other decisions are
 * allowed, so that it does not remain in the list of pending verifications.
 *
 * Source: docs/behaviour/customers.md#verifications, docs/behaviour/customers.md#screening.
 */
import { z } from 'zod';
import type { Executor } from '../../infrastructure/database/client.ts';
import { DomainError, InvalidInput } from '../../kernel/errors.ts';
import { idSchema } from '../../kernel/ids.ts';
import { boundedList, choices } from '../../kernel/lists.ts';
import { oneOf, optional, text } from '../../kernel/parse.ts';
import { ownersOf, saveOwner } from '../beneficial-owners/owner-store.ts';
import { type Customer, CustomerDeleted } from '../customer.ts';
import type { Ports } from '../ports.ts';
import { BlockedByScreening } from '../screening/screening-match.ts';
import { findBlock } from '../screening/store.ts';
import { documentTypes } from './document.ts';
import { documentsOfCustomer } from './document-store.ts';
import type { VerificationNotUnderReview } from './errors.ts';
import { recordVerification } from './record-verification.ts';
import {
  type Decision,
  decided,
  type Verification,
  type VerificationProblem,
  verificationProblemTypes,
} from './verification.ts';

export const maxProblems = 100;

/** Problems that a decision names: at most one hundred, each of the customer, an owner or a document. */
export const decisionProblems = boundedList(
  z.object({
    resourceId: idSchema('Customer', 'BeneficialOwner', 'Document'),
    type: oneOf(verificationProblemTypes),
    reason: text(500),
    field: optional(text(255)),
    acceptedDocumentTypes: optional(choices(documentTypes)),
  }),
  maxProblems,
);

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
  if (problems.length === 0) return undefined;
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

/**
 * Applies a decision to a verification of a customer whose row is locked.
 *
 * @param record who decided, and the note about it.
 */
export async function applyDecision(
  tx: Executor,
  ports: Pick<Ports, 'customerHooks'>,
  { verification, customer }: { readonly verification: Verification; readonly customer: Customer },
  decision: Decision,
  record: { readonly decidedBy: string; readonly note: string | undefined; readonly at: Date },
): Promise<Verification | InvalidInput | VerificationNotUnderReview | CustomerDeleted | BlockedByScreening> {
  const isApproval = decision.status === 'APPROVED';
  if (customer.isDeleted && isApproval) return new CustomerDeleted();
  const foreign = await foreignProblems(tx, verification, 'problems' in decision ? decision.problems : []);
  if (foreign) return foreign;

  const after = decided(verification, decision, record.at);
  if (after instanceof DomainError) return after;
  const blocked = isApproval ? await findBlock(tx, customer.id) : undefined;
  if (blocked) return new BlockedByScreening(blocked.block);
  await decideOwners(tx, after, record.at);
  await recordVerification(tx, ports, verification, after, customer, {
    decidedBy: record.decidedBy,
    note: record.note,
    decidedAt: record.at,
  });
  return after;
}
