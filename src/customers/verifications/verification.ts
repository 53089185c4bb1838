/**
 * The verification of a customer: the record, its legal moves, and what it means for the customer's own status.
 *
 * Decision: what lacks parts was not submitted, so RESOLVE_ERRORS leaves the customer's status as it was.
 * Decision: a verification under manual review is answered as it is; a reviewer works on what was submitted.
 *
 * Source: docs/behaviour/customers.md#verifications, docs/behaviour/customers.md#states-of-invitations-accounts-and-verifications.
 */

import type { Id } from '../../kernel/ids.ts';
import { maxOwnersOfBusiness } from '../beneficial-owners/beneficial-owner.ts';
import type { VerificationStatus } from '../identity-status.ts';
import type { DocumentType } from './document.ts';
import { VerificationNotUnderReview } from './errors.ts';

/** The verificationStatus of a verification. */
export const verificationOutcomes = [
  'READY_FOR_VERIFICATION',
  'RESOLVE_ERRORS',
  'IN_PROGRESS',
  'PENDING_MANUAL_REVIEW',
  'APPROVED',
  'REJECTED',
] as const;
export type VerificationOutcome = (typeof verificationOutcomes)[number];

export const verificationProblemTypes = [
  'MISSING_FIELD',
  'INVALID_FIELD',
  'MISSING_LEGAL_PRESENCE_DOCUMENT',
  'MISSING_CONTROL_STRUCTURE_DOCUMENT',
  'MISSING_OWNERSHIP_STRUCTURE_DOCUMENT',
  'MISSING_PROOF_OF_ADDRESS_DOCUMENT',
  'MISSING_IDENTITY_DOCUMENT',
  'INVALID_DOCUMENT',
  'EXPIRED_DOCUMENT',
  'POOR_QUALITY_DOCUMENT',
  'SUSPECTED_FRAUD_DOCUMENT',
  'WRONG_DOCUMENT_TYPE',
  'INCOMPLETE_DOCUMENT',
  'UNREADABLE_DOCUMENT',
  'DOCUMENT_VERIFICATION_FAILED',
  'APPLICANT_SANCTIONED',
  'APPLICANT_FRAUD',
  'APPLICANT_CRIMINAL_RECORD',
  'APPLICANT_REJECTED',
  'MISSING_BENEFICIAL_OWNER',
] as const;
export type VerificationProblemType = (typeof verificationProblemTypes)[number];

/** One thing that stands in the way of a verification; never repeats what was given. */
export interface VerificationProblem {
  /** Whose it is: the customer, a beneficial owner or a document. */
  readonly resourceId: Id<'Customer'> | Id<'BeneficialOwner'> | Id<'Document'>;
  readonly type: VerificationProblemType;
  readonly reason: string;
  /** Dotted path in that resource. */
  readonly field: string | undefined;
  readonly acceptedDocumentTypes: readonly DocumentType[] | undefined;
}

export interface Verification {
  readonly id: Id<'Verification'>;
  readonly platformId: Id<'Platform'>;
  readonly customerId: Id<'Customer'>;
  readonly status: VerificationOutcome;
  readonly problems: readonly VerificationProblem[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Of one verification: two of each owner, the rest of the business and its documents. */
export const maxOpenProblems = 2 * maxOwnersOfBusiness + 50;

const moves: Record<VerificationOutcome, readonly VerificationOutcome[]> = {
  READY_FOR_VERIFICATION: ['RESOLVE_ERRORS', 'IN_PROGRESS'],
  RESOLVE_ERRORS: ['IN_PROGRESS'],
  IN_PROGRESS: ['RESOLVE_ERRORS', 'PENDING_MANUAL_REVIEW', 'APPROVED', 'REJECTED'],
  PENDING_MANUAL_REVIEW: ['RESOLVE_ERRORS', 'APPROVED', 'REJECTED'],
  APPROVED: [],
  REJECTED: [],
};

export const mayMove = (from: VerificationOutcome, to: VerificationOutcome): boolean =>
  moves[from].includes(to);

/**
 * What to do when a customer is submitted.
 *
 * `open` a new verification, `resubmit` the latest one, or `answer` with it as it is. A decision stands; only an
 * individual who was rejected may try again.
 */
export function onSubmission(
  latest: Pick<Verification, 'status'> | undefined,
  customerType: 'INDIVIDUAL' | 'BUSINESS',
): 'open' | 'resubmit' | 'answer' {
  switch (latest?.status) {
    case undefined:
      return 'open';
    case 'READY_FOR_VERIFICATION':
    case 'RESOLVE_ERRORS':
    case 'IN_PROGRESS':
      return 'resubmit';
    case 'PENDING_MANUAL_REVIEW':
    case 'APPROVED':
      return 'answer';
    case 'REJECTED':
      return customerType === 'INDIVIDUAL' ? 'open' : 'answer';
  }
}

/** Where a submission stands once its parts were looked at: it goes on only when nothing is missing. */
export function submitted(
  problems: readonly VerificationProblem[],
): Pick<Verification, 'status' | 'problems'> {
  return { status: problems.length === 0 ? 'IN_PROGRESS' : 'RESOLVE_ERRORS', problems };
}

/** What a reviewer, or a provider of checks, says in the end. */
export type Decision =
  | { readonly status: 'APPROVED' | 'PENDING_MANUAL_REVIEW' }
  | { readonly status: 'REJECTED' | 'RESOLVE_ERRORS'; readonly problems: readonly VerificationProblem[] };

/** The verification as decided. Refused where none is awaited: before a submission is complete, or after a decision. */
export function decided(
  verification: Verification,
  decision: Decision,
  now: Date,
): Verification | VerificationNotUnderReview {
  const { status } = verification;
  const isAwaited = status === 'IN_PROGRESS' || status === 'PENDING_MANUAL_REVIEW';
  if (!isAwaited || !mayMove(status, decision.status)) return new VerificationNotUnderReview();
  const problems = 'problems' in decision ? decision.problems : [];
  return { ...verification, status: decision.status, problems, updatedAt: now };
}

/** The customer's kycStatus or kybStatus that follows, or `undefined` where it stays as it is. */
export function customerStatusAfter(status: VerificationOutcome): VerificationStatus | undefined {
  switch (status) {
    case 'READY_FOR_VERIFICATION':
    case 'RESOLVE_ERRORS':
      return undefined;
    case 'IN_PROGRESS':
    case 'PENDING_MANUAL_REVIEW':
      return 'PENDING';
    case 'APPROVED':
    case 'REJECTED':
      return status;
  }
}
