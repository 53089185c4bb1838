/** Enums of accounts. */

import { accountTypeNames } from '../../src/accounts/external/account-types.ts';
import {
  beneficiaryVerificationStatuses,
  externalAccountStatuses,
} from '../../src/accounts/external/beneficiary-check.ts';
import { paymentRails } from '../../src/ledger/payment-rails.ts';
import { describedEnum } from '../core/enums.ts';

export const InternalAccountTypeEnum = describedEnum(
  'InternalAccountType',
  'Type of internal account.',
  ['INTERNAL_FIAT', 'INTERNAL_CRYPTO', 'EMBEDDED_WALLET'],
  {
    INTERNAL_FIAT: 'Balance in a fiat currency.',
    INTERNAL_CRYPTO: 'Balance in a crypto currency.',
    EMBEDDED_WALLET: 'Embedded wallet of a customer: a payment from it requires a signature.',
  },
);

export const InternalAccountStatusEnum = describedEnum(
  'InternalAccountStatus',
  'Status of an internal account. Only an ACTIVE account can send or receive money.',
  ['PENDING', 'ACTIVE', 'CLOSED', 'FROZEN'],
  {
    PENDING: 'The account is being opened.',
    ACTIVE: 'The account is open.',
    CLOSED: 'The account is closed permanently.',
    FROZEN: 'The account is suspended temporarily.',
  },
);

export const ExternalAccountStatusEnum = describedEnum(
  'ExternalAccountStatus',
  'Status of an external account. Only an ACTIVE account can receive payments.',
  externalAccountStatuses,
  {
    PENDING: 'Its verification is not finished.',
    ACTIVE: 'It can receive payments.',
    UNDER_REVIEW: 'It is under manual review.',
    INACTIVE: 'It cannot receive payments.',
  },
);

export const BeneficiaryVerificationStatusEnum = describedEnum(
  'BeneficiaryVerificationStatus',
  "Result of the check of the beneficiary's name at the receiving bank.",
  beneficiaryVerificationStatuses,
  {
    MATCHED: 'The name is the name of the account holder.',
    PARTIAL_MATCH:
      'The name is similar to the name of the account holder, which is in beneficiaryVerifiedData.',
    NOT_MATCHED: 'The name is not the name of the account holder.',
    UNSUPPORTED: 'The rail does not support this check.',
    CHECKED_BY_RECEIVING_FI: 'The receiving financial institution checks the name when the payment arrives.',
    PENDING: 'The check is not finished.',
  },
);

export const AccountTypeEnum = describedEnum(
  'AccountType',
  'Account type, by the identifiers that it uses.',
  [...accountTypeNames, 'ARS_ACCOUNT', 'EMBEDDED_WALLET'] as const,
  {
    ARS_ACCOUNT: 'Argentine CVU. Only in payment instructions.',
    EMBEDDED_WALLET: 'Embedded wallet of this service. Only in payment instructions.',
  },
);

export const PaymentRailEnum = describedEnum(
  'PaymentRail',
  'Payment rail: the network over which a payment is sent.',
  paymentRails,
  {
    ACH: 'US Automated Clearing House.',
    FEDNOW: 'FedNow, the instant payment service of the US Federal Reserve.',
    RTP: 'US Real-Time Payments network.',
    WIRE: 'US wire transfer.',
    SEPA: 'SEPA credit transfer.',
    SEPA_INSTANT: 'SEPA instant credit transfer.',
    SPEI: 'SPEI, the Mexican interbank payment system.',
    SWIFT: 'Correspondent banking over SWIFT.',
    UPI: 'UPI, the Indian Unified Payments Interface.',
    PIX: 'PIX, the Brazilian instant payment system.',
  },
);
