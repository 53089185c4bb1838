/** Enums of customers. */

import { describedEnum } from '../core/enums.ts';

export const CustomerTypeEnum = describedEnum(
  'CustomerType',
  'Type of customer.',
  ['INDIVIDUAL', 'BUSINESS'],
  {
    INDIVIDUAL: 'A person.',
    BUSINESS: 'A company.',
  },
);

export const VerificationStatusEnum = describedEnum(
  'VerificationStatus',
  'Status of an identity check (KYC or KYB).',
  ['UNVERIFIED', 'PENDING', 'APPROVED', 'REJECTED'],
  {
    UNVERIFIED: 'Not checked.',
    PENDING: 'The check is in progress.',
    APPROVED: 'The check passed. The customer can send and receive money.',
    REJECTED: 'The check failed.',
  },
);
