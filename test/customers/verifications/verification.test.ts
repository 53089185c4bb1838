import { describe, expect, test } from 'vitest';
import { VerificationNotUnderReview } from '../../../src/customers/verifications/errors.ts';
import {
  customerStatusAfter,
  decided,
  mayMove,
  onSubmission,
  submitted,
  type Verification,
  type VerificationOutcome,
  type VerificationProblem,
  verificationOutcomes,
} from '../../../src/customers/verifications/verification.ts';
import { idOf } from '../../../src/kernel/ids.ts';

const now = new Date('2025-10-13T12:00:00Z');
const customerId = idOf('Customer', '0199d0a0-0000-7000-8000-000000000001');
const aProblem: VerificationProblem = {
  resourceId: customerId,
  type: 'APPLICANT_SANCTIONED',
  reason: 'Listed.',
  field: undefined,
  acceptedDocumentTypes: undefined,
};
const aVerification = (fields: Partial<Verification> = {}): Verification => ({
  id: idOf('Verification', '0199d0a0-0000-7000-8000-000000000002'),
  platformId: idOf('Platform', '0199d0a0-0000-7000-8000-000000000003'),
  customerId,
  status: 'IN_PROGRESS',
  problems: [],
  createdAt: new Date('2025-10-12T12:00:00Z'),
  updatedAt: new Date('2025-10-12T12:00:00Z'),
  ...fields,
});

test('the status transitions of a verification', () => {
  const moves = verificationOutcomes.flatMap((from) =>
    verificationOutcomes.filter((to) => mayMove(from, to)).map((to) => `${from} > ${to}`),
  );
  expect(moves).toEqual([
    'READY_FOR_VERIFICATION > RESOLVE_ERRORS',
    'READY_FOR_VERIFICATION > IN_PROGRESS',
    'RESOLVE_ERRORS > IN_PROGRESS',
    'IN_PROGRESS > RESOLVE_ERRORS',
    'IN_PROGRESS > PENDING_MANUAL_REVIEW',
    'IN_PROGRESS > APPROVED',
    'IN_PROGRESS > REJECTED',
    'PENDING_MANUAL_REVIEW > RESOLVE_ERRORS',
    'PENDING_MANUAL_REVIEW > APPROVED',
    'PENDING_MANUAL_REVIEW > REJECTED',
  ]);
});

describe('a submitted customer', () => {
  test.each<[VerificationOutcome | undefined, 'INDIVIDUAL' | 'BUSINESS', string]>([
    [undefined, 'BUSINESS', 'open'],
    ['READY_FOR_VERIFICATION', 'BUSINESS', 'resubmit'],
    ['RESOLVE_ERRORS', 'BUSINESS', 'resubmit'],
    ['IN_PROGRESS', 'BUSINESS', 'resubmit'],
    ['PENDING_MANUAL_REVIEW', 'BUSINESS', 'return-latest'],
    ['APPROVED', 'BUSINESS', 'return-latest'],
    ['REJECTED', 'BUSINESS', 'return-latest'],
    ['APPROVED', 'INDIVIDUAL', 'return-latest'],
    ['REJECTED', 'INDIVIDUAL', 'open'],
  ])('after %s, as %s: %s', (status, customerType, action) => {
    expect(onSubmission(status && { status }, customerType)).toBe(action);
  });

  test('with problems must resolve them; without any, the verification is in progress', () => {
    expect(submitted([aProblem])).toEqual({ status: 'RESOLVE_ERRORS', problems: [aProblem] });
    expect(submitted([])).toEqual({ status: 'IN_PROGRESS', problems: [] });
  });
});

describe('a decision', () => {
  test.each([
    ['READY_FOR_VERIFICATION', false],
    ['RESOLVE_ERRORS', false],
    ['IN_PROGRESS', true],
    ['PENDING_MANUAL_REVIEW', true],
    ['APPROVED', false],
    ['REJECTED', false],
  ] as const)('after %s is taken: %s', (status, taken) => {
    const result = decided(aVerification({ status }), { status: 'APPROVED' }, now);
    expect(result instanceof VerificationNotUnderReview).toBe(!taken);
  });

  test('to approve clears the problems, and to reject stores them', () => {
    const open = aVerification({ problems: [aProblem] });
    expect(decided(open, { status: 'APPROVED' }, now)).toEqual({
      ...open,
      status: 'APPROVED',
      problems: [],
      updatedAt: now,
    });
    expect(decided(open, { status: 'REJECTED', problems: [aProblem] }, now)).toMatchObject({
      status: 'REJECTED',
      problems: [aProblem],
    });
  });

  test('cannot be the current status', () => {
    const underReview = aVerification({ status: 'PENDING_MANUAL_REVIEW' });
    expect(decided(underReview, { status: 'PENDING_MANUAL_REVIEW' }, now)).toBeInstanceOf(
      VerificationNotUnderReview,
    );
  });
});

test.each([
  ['READY_FOR_VERIFICATION', undefined],
  ['RESOLVE_ERRORS', undefined],
  ['IN_PROGRESS', 'PENDING'],
  ['PENDING_MANUAL_REVIEW', 'PENDING'],
  ['APPROVED', 'APPROVED'],
  ['REJECTED', 'REJECTED'],
] as const)('%s makes the status of the customer %s', (outcome, status) => {
  expect(customerStatusAfter(outcome)).toBe(status);
});
