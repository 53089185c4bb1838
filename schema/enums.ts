/** Enums that several types share. Each value says what it means. */

import { accountTypeNames } from '../src/accounts/account-types.ts';
import {
  beneficiaryVerificationStatuses,
  externalAccountStatuses,
} from '../src/accounts/beneficiary-check.ts';
import { paymentRails } from '../src/accounts/payment-rails.ts';
import { builder } from './builder.ts';

/** A value's name in words, for those that say all by themselves: `SEPA_INSTANT` is `Sepa instant.` */
export const inWords = (value: string): string => {
  const lower = value.toLowerCase().replaceAll('_', ' ');
  return `${lower.charAt(0).toUpperCase()}${lower.slice(1)}.`;
};

/** Declares an enum; values without a description of their own are described by their names. */
export function describedEnum<const V extends readonly string[]>(
  name: string,
  description: string,
  values: V,
  descriptions: { readonly [K in V[number]]?: string } = {},
) {
  return builder.enumType(name, {
    description,
    values: Object.fromEntries(
      values.map((value) => [value, { description: descriptions[value as V[number]] ?? inWords(value) }]),
    ) as { [K in V[number]]: { description: string } },
  });
}

export const SortOrder = describedEnum('SortOrder', 'Order of a list, by creation time.', ['ASC', 'DESC'], {
  ASC: 'Oldest first.',
  DESC: 'Newest first.',
});

export const PlatformModeEnum = describedEnum(
  'PlatformMode',
  'What a platform is for.',
  ['SANDBOX', 'PRODUCTION'],
  {
    SANDBOX: 'For trying: outcomes are chosen by magic values, no real money moves.',
    PRODUCTION: 'For real: every check is enforced.',
  },
);

export const CustomerTypeEnum = describedEnum(
  'CustomerType',
  'Kind of customer.',
  ['INDIVIDUAL', 'BUSINESS'],
  {
    INDIVIDUAL: 'A person.',
    BUSINESS: 'A company.',
  },
);

export const VerificationStatusEnum = describedEnum(
  'VerificationStatus',
  'Result of an identity check.',
  ['UNVERIFIED', 'PENDING', 'APPROVED', 'REJECTED'],
  {
    UNVERIFIED: 'Not checked yet.',
    PENDING: 'Being checked.',
    APPROVED: 'Passed: money may move.',
    REJECTED: 'Failed.',
  },
);

export const InternalAccountTypeEnum = describedEnum(
  'InternalAccountType',
  'Kind of internal account.',
  ['INTERNAL_FIAT', 'INTERNAL_CRYPTO', 'EMBEDDED_WALLET'],
  {
    INTERNAL_FIAT: 'A balance in a state currency.',
    INTERNAL_CRYPTO: 'A balance in a crypto currency.',
    EMBEDDED_WALLET: "A customer's own wallet: paying from it takes a signature.",
  },
);

export const InternalAccountStatusEnum = describedEnum(
  'InternalAccountStatus',
  'State of an internal account. Only ACTIVE can send or receive.',
  ['PENDING', 'ACTIVE', 'CLOSED', 'FROZEN'],
  { PENDING: 'Not open yet.', ACTIVE: 'Open.', CLOSED: 'Closed for good.', FROZEN: 'Stopped for a while.' },
);

export const ExternalAccountStatusEnum = describedEnum(
  'ExternalAccountStatus',
  'State of an external account. Only ACTIVE can be paid.',
  externalAccountStatuses,
  {
    PENDING: 'Its check is not finished.',
    ACTIVE: 'Can be paid.',
    UNDER_REVIEW: 'Somebody looks at it.',
    INACTIVE: 'Cannot be paid.',
  },
);

export const BeneficiaryVerificationStatusEnum = describedEnum(
  'BeneficiaryVerificationStatus',
  "What the receiving bank said of the beneficiary's name.",
  beneficiaryVerificationStatuses,
  {
    MATCHED: 'The name is the account holder.',
    PARTIAL_MATCH: 'The name is close; beneficiaryVerifiedData has the right one.',
    NOT_MATCHED: 'Another holder.',
    UNSUPPORTED: 'The rail has no such check.',
    CHECKED_BY_RECEIVING_FI: 'The receiving institution checks by itself.',
    PENDING: 'Not answered yet.',
  },
);

export const AccountTypeEnum = describedEnum(
  'AccountType',
  'Kind of account, by what identifies it.',
  [...accountTypeNames, 'ARS_ACCOUNT', 'EMBEDDED_WALLET'] as const,
  {
    ARS_ACCOUNT: 'Argentine CVU; in funding instructions only.',
    EMBEDDED_WALLET: 'An embedded wallet of this service; in funding instructions only.',
  },
);

export const PaymentRailEnum = describedEnum('PaymentRail', 'How a payment travels.', paymentRails, {
  ACH: 'US Automated Clearing House.',
  FEDNOW: 'US instant payments of the Federal Reserve.',
  RTP: 'US Real-Time Payments.',
  WIRE: 'US wire transfer.',
  SEPA: 'SEPA credit transfer.',
  SEPA_INSTANT: 'SEPA instant credit transfer.',
  SPEI: 'Mexican interbank payments.',
  SWIFT: 'Correspondent banking over SWIFT.',
  UPI: 'Indian Unified Payments Interface.',
  PIX: 'Brazilian instant payments.',
});
