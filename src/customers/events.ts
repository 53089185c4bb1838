/**
 * The event types of customers, their verifications and invitations.
 *
 * Decision: the status at creation counts as a change, so a customer who is created as APPROVED has the event KYC_APPROVED.
 *
 * Source: docs/behaviour/webhooks.md#delivery.
 */

import { type EventKind, kindOf } from '../infrastructure/events/kind.ts';
import type { VerificationStatus } from './identity-status.ts';
import type { VerificationOutcome } from './verifications/verification.ts';

export const customerEventKinds = {
  'CUSTOMER.KYC_APPROVED': kindOf('Customer'),
  'CUSTOMER.KYC_REJECTED': kindOf('Customer'),
  'CUSTOMER.KYC_PENDING': kindOf('Customer'),
  'CUSTOMER.KYB_APPROVED': kindOf('Customer'),
  'CUSTOMER.KYB_REJECTED': kindOf('Customer'),
  'CUSTOMER.KYB_PENDING': kindOf('Customer'),
  'VERIFICATION.APPROVED': kindOf('Verification'),
  'VERIFICATION.REJECTED': kindOf('Verification'),
  'VERIFICATION.RESOLVE_ERRORS': kindOf('Verification'),
  'VERIFICATION.IN_PROGRESS': kindOf('Verification'),
  'VERIFICATION.PENDING_MANUAL_REVIEW': kindOf('Verification'),
  'VERIFICATION.READY_FOR_VERIFICATION': kindOf('Verification'),
  INVITATION_CLAIMED: { resource: 'Invitation', alias: 'INVITATION.CLAIMED' },
  'BULK_UPLOAD.COMPLETED': kindOf('BulkUpload'),
  'BULK_UPLOAD.FAILED': kindOf('BulkUpload'),
} as const satisfies Record<string, EventKind>;

type CustomerEventType = keyof typeof customerEventKinds;

/** The event of a changed identity status, if there is one. UNVERIFIED has no event. */
export function customerEvent(
  check: 'KYC' | 'KYB',
  from: VerificationStatus | undefined,
  to: VerificationStatus,
): CustomerEventType | undefined {
  return from === to || to === 'UNVERIFIED' ? undefined : `CUSTOMER.${check}_${to}`;
}

/** The event of a changed verification status, if there is one. */
export const verificationEvent = (
  from: VerificationOutcome | undefined,
  to: VerificationOutcome,
): CustomerEventType | undefined => (from === to ? undefined : `VERIFICATION.${to}`);
