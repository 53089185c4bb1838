/**
 * The beneficiary check: the receiving bank compares the beneficiary's name with the name of the account holder.
 *
 * Source: docs/behaviour/accounts.md#external-accounts-and-beneficiaries,
 * docs/behaviour/customers.md#states-of-invitations-accounts-and-verifications (status at creation),
 * docs/behaviour/sandbox.md#beneficiary-check.
 */
export const beneficiaryVerificationStatuses = [
  'MATCHED',
  'PARTIAL_MATCH',
  'NOT_MATCHED',
  'UNSUPPORTED',
  'CHECKED_BY_RECEIVING_FI',
  'PENDING',
] as const;
export type BeneficiaryVerificationStatus = (typeof beneficiaryVerificationStatuses)[number];

/** The result of the check. A wallet has no beneficiary and no check. */
export interface BeneficiaryCheck {
  readonly status: BeneficiaryVerificationStatus;
  /** The name of the account holder, if the bank returned it. */
  readonly verifiedData?: { readonly fullName: string };
  /** The status of the account at the bank, if it prevents payments. */
  readonly account?: 'UNDER_REVIEW' | 'INACTIVE';
}

export const externalAccountStatuses = ['PENDING', 'ACTIVE', 'UNDER_REVIEW', 'INACTIVE'] as const;
export type ExternalAccountStatus = (typeof externalAccountStatuses)[number];

/**
 * The status of an account after its check, at creation and when a pending check is resolved. Only an ACTIVE account can
 * receive payments. In the sandbox an account whose name does not match remains active, so that payments can be tested.
 */
export function statusFromCheck(
  check: BeneficiaryCheck | undefined,
  { production }: { readonly production: boolean },
): ExternalAccountStatus {
  if (check?.account) return check.account;
  if (check?.status === 'PENDING') return 'PENDING';
  return production && check?.status === 'NOT_MATCHED' ? 'UNDER_REVIEW' : 'ACTIVE';
}
