/**
 * The external account: a bank account or wallet at another institution.
 *
 * Source: docs/behaviour/accounts.md#account-types, docs/behaviour/accounts.md#external-accounts-and-beneficiaries.
 */
import type { Id } from '../../kernel/ids.ts';
import type { AccountInfo } from './account-info.ts';
import { accountTypeRow } from './account-types.ts';
import type { BeneficiaryVerificationStatus, ExternalAccountStatus } from './beneficiary-check.ts';

/** The mandate by which the holder of the account allows SEPA direct debits. */
export interface DirectDebitMandate {
  readonly reference: string;
  /** `YYYY-MM-DD`. */
  readonly signedOn: string;
  /** For one direct debit only. */
  readonly isOneOff: boolean;
  /** Whether a direct debit was collected: the next are recurring. */
  readonly isUsed: boolean;
}

/**
 * Whether money can be pulled from the account: ACH from accounts in the United States, and SEPA with a mandate.
 */
export function isPullable({
  accountInfo,
  directDebitMandate,
}: Pick<ExternalAccount, 'accountInfo' | 'directDebitMandate'>): boolean {
  if (directDebitMandate) return !(directDebitMandate.isOneOff && directDebitMandate.isUsed);
  const rails = accountTypeRow(accountInfo.accountType).pulledOver ?? [];
  return rails.some((rail) => accountInfo.paymentRails.includes(rail));
}

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
  readonly directDebitMandate: DirectDebitMandate | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
