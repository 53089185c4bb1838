/**
 * The external account: a bank account or wallet at another institution.
 *
 * Source: docs/behaviour/accounts.md#account-types, docs/behaviour/accounts.md#external-accounts-and-beneficiaries.
 */
import type { Id } from '../../kernel/ids.ts';
import type { AccountInfo } from './account-info.ts';
import type { BeneficiaryVerificationStatus, ExternalAccountStatus } from './beneficiary-check.ts';

export interface ExternalAccount {
  readonly id: Id<'ExternalAccount'>;
  /** Absent for an account of the platform. */
  readonly customerId: Id<'Customer'> | undefined;
  readonly status: ExternalAccountStatus;
  readonly currency: string;
  readonly accountInfo: AccountInfo;
  readonly platformAccountId: string | undefined;
  /** Whether incoming UMA payments are deposited here. At most one account of a customer. */
  readonly defaultUmaDepositAccount: boolean;
  /** Absent for wallets. */
  readonly beneficiaryVerificationStatus: BeneficiaryVerificationStatus | undefined;
  readonly beneficiaryVerifiedData: Readonly<Record<string, string>> | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
