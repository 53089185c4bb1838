/**
 * The response body of an external account. Source: docs/behaviour/accounts.md#external-accounts-and-beneficiaries,
 * docs/behaviour/accounts.md#display-fields.
 */

import { masked } from '../../kernel/mask.ts';
import { instantView, type JsonBody } from '../../kernel/view.ts';
import { maskedInfo } from './account-info.ts';
import { type Beneficiary, beneficiaryName } from './beneficiary.ts';
import type { DirectDebitMandate, ExternalAccount } from './external-account.ts';
import { payeeOf } from './payee.ts';

const holderView = (beneficiary: Beneficiary): JsonBody => ({
  fullName: beneficiaryName(beneficiary),
  type: beneficiary.beneficiaryType,
});

function displayView({ accountInfo }: ExternalAccount): JsonBody {
  const { displayName, last4, bankName, country } = payeeOf(accountInfo);
  const { beneficiary } = accountInfo;
  return { displayName, last4, bankName, country, beneficiary: beneficiary && holderView(beneficiary) };
}

const mandateView = (
  { reference, signedOn, isOneOff }: DirectDebitMandate,
  identifiers: 'shown' | 'masked',
): JsonBody => ({
  reference: identifiers === 'shown' ? reference : masked(reference),
  signedOn,
  isOneOff,
});

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
  directDebitMandate: account.directDebitMandate && mandateView(account.directDebitMandate, identifiers),
  ...displayView(account),
  accountInfo: identifiers === 'shown' ? account.accountInfo : maskedInfo(account.accountInfo),
  createdAt: instantView(account.createdAt),
  updatedAt: instantView(account.updatedAt),
});
