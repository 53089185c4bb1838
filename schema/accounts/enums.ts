/** Enums that several types share. Each value says what it means. */

import { accountTypeNames } from '../../src/accounts/external/account-types.ts';
import {
  beneficiaryVerificationStatuses,
  externalAccountStatuses,
} from '../../src/accounts/external/beneficiary-check.ts';
import { paymentRails } from '../../src/ledger/payment-rails.ts';
import { describedEnum } from '../core/enums.ts';

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
