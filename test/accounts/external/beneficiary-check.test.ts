import { describe, expect, test } from 'vitest';
import {
  type BeneficiaryVerificationStatus,
  statusFromCheck,
} from '../../../src/accounts/external/beneficiary-check.ts';

describe('the status of an external account follows from its beneficiary check', () => {
  test.each([
    ['MATCHED', 'ACTIVE', 'ACTIVE'],
    ['PARTIAL_MATCH', 'ACTIVE', 'ACTIVE'],
    ['UNSUPPORTED', 'ACTIVE', 'ACTIVE'],
    ['CHECKED_BY_RECEIVING_FI', 'ACTIVE', 'ACTIVE'],
    ['NOT_MATCHED', 'ACTIVE', 'UNDER_REVIEW'],
    ['PENDING', 'PENDING', 'PENDING'],
  ] as const)(
    '%s: %s in the sandbox, %s in production',
    (status: BeneficiaryVerificationStatus, sandbox, real) => {
      expect(statusFromCheck({ status }, { production: false })).toBe(sandbox);
      expect(statusFromCheck({ status }, { production: true })).toBe(real);
    },
  );

  test('an account without a beneficiary is active', () => {
    expect(statusFromCheck(undefined, { production: true })).toBe('ACTIVE');
  });
});
