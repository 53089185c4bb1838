/**
 * The verification of a customer: the record, its status transitions, and the resulting status of the customer.
 *
 * Decision: an incomplete verification does not count as submitted, so RESOLVE_ERRORS does not change the customer's status.
 * Decision: a submission during a manual review returns the verification unchanged, because the reviewer works on the
 * submitted data.
 *
 * Source: docs/behaviour/customers.md#verifications, docs/behaviour/customers.md#states-of-invitations-accounts-and-verifications.
 */

import type { Id } from '../../kernel/ids.ts';
import { maxOwnersOfBusiness } from '../beneficial-owners/beneficial-owner.ts';
import type { VerificationStatus } from '../identity-status.ts';
import type { DocumentType } from './document.ts';
import { VerificationNotUnderReview } from './errors.ts';

/** The statuses of a verification. */
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

/** One problem that blocks a verification. It never contains submitted values. */
export interface VerificationProblem {
  /** The resource with the problem: the customer, a beneficial owner or a document. */
  readonly resourceId: Id<'Customer'> | Id<'BeneficialOwner'> | Id<'Document'>;
  readonly type: VerificationProblemType;
  readonly reason: string;
  /** Dotted path of the field in the resource. */
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

/** The maximum number of problems of a verification: two for each owner, the others for the business and its documents. */
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
 * The action for a submitted customer: `open` a new verification, `resubmit` the latest one, or return the latest one. A
 * decision is final, except that a rejected individual can be submitted again.
 */
export function onSubmission(
  latest: Pick<Verification, 'status'> | undefined,
  customerType: 'INDIVIDUAL' | 'BUSINESS',
): 'open' | 'resubmit' | 'return-latest' {
  switch (latest?.status) {
    case undefined:
      return 'open';
    case 'READY_FOR_VERIFICATION':
    case 'RESOLVE_ERRORS':
    case 'IN_PROGRESS':
      return 'resubmit';
    case 'PENDING_MANUAL_REVIEW':
    case 'APPROVED':
      return 'return-latest';
    case 'REJECTED':
      return customerType === 'INDIVIDUAL' ? 'open' : 'return-latest';
  }
}

/** The status after a submission with these problems. It is in progress only without problems. */
export function submitted(
  problems: readonly VerificationProblem[],
): Pick<Verification, 'status' | 'problems'> {
  return { status: problems.length === 0 ? 'IN_PROGRESS' : 'RESOLVE_ERRORS', problems };
}

/** The decision of a reviewer or a verification provider. */
export type Decision =
  | { readonly status: 'APPROVED' | 'PENDING_MANUAL_REVIEW' }
  | { readonly status: 'REJECTED' | 'RESOLVE_ERRORS'; readonly problems: readonly VerificationProblem[] };

/** The decided verification. An error if it does not wait for a decision: it is incomplete or decided already. */
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

/** The resulting kycStatus or kybStatus of the customer, or `undefined` if it does not change. */
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
