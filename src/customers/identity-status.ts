/** Whether the identity of a customer or a beneficial owner is known. Source: gaps 2.15, 5.5. */

/** The kycStatus or kybStatus of a customer, the kycStatus of a beneficial owner. */
export const verificationStatuses = ['UNVERIFIED', 'PENDING', 'APPROVED', 'REJECTED'] as const;

export type VerificationStatus = (typeof verificationStatuses)[number];
