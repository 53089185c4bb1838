/** Whether the identity of a customer or a beneficial owner is known. Source: docs/behaviour/customers.md#verifications, docs/behaviour/customers.md#states-of-invitations-accounts-and-verifications. */

/** The kycStatus or kybStatus of a customer, the kycStatus of a beneficial owner. */
export const verificationStatuses = ['UNVERIFIED', 'PENDING', 'APPROVED', 'REJECTED'] as const;

export type VerificationStatus = (typeof verificationStatuses)[number];
