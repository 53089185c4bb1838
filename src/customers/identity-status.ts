/**
 * The status of the identity check of a customer or beneficial owner.
 *
 * Source: docs/behaviour/customers.md#verifications,
 * docs/behaviour/customers.md#states-of-invitations-accounts-and-verifications.
 */

export const verificationStatuses = ['UNVERIFIED', 'PENDING', 'APPROVED', 'REJECTED'] as const;

export type VerificationStatus = (typeof verificationStatuses)[number];
