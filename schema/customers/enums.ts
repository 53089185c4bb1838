/** Enums of customers. */

import { describedEnum } from '../core/enums.ts';

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
