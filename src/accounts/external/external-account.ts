/** The external account: a bank account or wallet that money is paid to or pulled from. Source: docs/behaviour/accounts.md#account-types, docs/behaviour/accounts.md#external-accounts-and-beneficiaries. */
import type { Id } from '../../kernel/ids.ts';
import type { AccountInfo } from './account-info.ts';
import type { BeneficiaryVerificationStatus, ExternalAccountStatus } from './beneficiary-check.ts';

export interface ExternalAccount {
  readonly id: Id<'ExternalAccount'>;
  /** Absent for the platform's own. */
  readonly customerId: Id<'Customer'> | undefined;
  readonly status: ExternalAccountStatus;
  readonly currency: string;
  readonly accountInfo: AccountInfo;
  readonly platformAccountId: string | undefined;
  /** Where incoming UMA payments go; at most one for each customer. */
  readonly defaultUmaDepositAccount: boolean;
  /** Absent for types without a beneficiary. */
  readonly beneficiaryVerificationStatus: BeneficiaryVerificationStatus | undefined;
  readonly beneficiaryVerifiedData: Readonly<Record<string, string>> | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
