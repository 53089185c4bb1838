/**
 * The beneficiary name check: what a bank says about whom an account belongs to, and what that means for the account.
 *
 * Source: docs/behaviour/accounts.md; docs/behaviour/customers.md#states-of-invitations-accounts-and-verifications (status at creation), docs/behaviour/sandbox.md#beneficiary-check.
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

/** What the check found. A wallet has no beneficiary, and so no check. */
export interface BeneficiaryCheck {
  readonly status: BeneficiaryVerificationStatus;
  /** What the bank told, where it told anything: the name it has for the account. */
  readonly verifiedData?: { readonly fullName: string };
  /** What the bank says of the account itself, where that keeps it from being paid. */
  readonly account?: 'UNDER_REVIEW' | 'INACTIVE';
}

export const externalAccountStatuses = ['PENDING', 'ACTIVE', 'UNDER_REVIEW', 'INACTIVE'] as const;
export type ExternalAccountStatus = (typeof externalAccountStatuses)[number];

/**
 * The status that an account gets from its check: at creation, and again when a pending check is resolved. Only an
 * ACTIVE account can be paid. A sandbox account whose name does not match stays payable, so that it can be tried.
 */
export function statusFromCheck(
  check: BeneficiaryCheck | undefined,
  { production }: { readonly production: boolean },
): ExternalAccountStatus {
  if (check?.account) return check.account;
  if (check?.status === 'PENDING') return 'PENDING';
  return production && check?.status === 'NOT_MATCHED' ? 'UNDER_REVIEW' : 'ACTIVE';
}
