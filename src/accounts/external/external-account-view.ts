/** The external account's JSON body. Source: docs/behaviour/accounts.md#external-accounts-and-beneficiaries. */

import { instantView, type JsonBody } from '../../kernel/view.ts';
import { maskedInfo } from './account-info.ts';
import type { ExternalAccount } from './external-account.ts';

/** @param identifiers `masked` for everybody who may not manage the account. */
export const externalAccountView = (account: ExternalAccount, identifiers: 'shown' | 'masked'): JsonBody => ({
  id: account.id,
  status: account.status,
  currency: account.currency,
  // The platform's own accounts belong to no customer, which is written out.
  customerId: account.customerId ?? null,
  platformAccountId: account.platformAccountId,
  defaultUmaDepositAccount: account.defaultUmaDepositAccount,
  beneficiaryVerificationStatus: account.beneficiaryVerificationStatus,
  beneficiaryVerifiedData: account.beneficiaryVerifiedData,
  accountInfo: identifiers === 'shown' ? account.accountInfo : maskedInfo(account.accountInfo),
  createdAt: instantView(account.createdAt),
  updatedAt: instantView(account.updatedAt),
});
