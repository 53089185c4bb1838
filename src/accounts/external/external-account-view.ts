/** The response body of an external account. Source: docs/behaviour/accounts.md#external-accounts-and-beneficiaries. */

import { instantView, type JsonBody } from '../../kernel/view.ts';
import { maskedInfo } from './account-info.ts';
import type { ExternalAccount } from './external-account.ts';

/** @param identifiers `masked` for callers without MANAGE. */
export const externalAccountView = (account: ExternalAccount, identifiers: 'shown' | 'masked'): JsonBody => ({
  id: account.id,
  status: account.status,
  currency: account.currency,
  // Null for accounts of the platform. The other absent fields are omitted.
  customerId: account.customerId ?? null,
  platformAccountId: account.platformAccountId,
  defaultUmaDepositAccount: account.defaultUmaDepositAccount,
  beneficiaryVerificationStatus: account.beneficiaryVerificationStatus,
  beneficiaryVerifiedData: account.beneficiaryVerifiedData,
  accountInfo: identifiers === 'shown' ? account.accountInfo : maskedInfo(account.accountInfo),
  createdAt: instantView(account.createdAt),
  updatedAt: instantView(account.updatedAt),
});
