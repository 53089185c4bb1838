import { describe, expect, test } from 'vitest';
import {
  accountToDebit,
  executable,
  expectedDeposit,
  expiryOf,
  mayMove,
  type QuoteStatus,
  quoteStatuses,
  statusAfter,
  statusAt,
} from '../../../src/payments/quotes/quote.ts';
import {
  type TransactionStatus,
  transactionStatuses,
} from '../../../src/payments/transactions/transaction.ts';
import { aQuote } from '../../support/quotes.ts';

const inTime = new Date('2025-10-13T12:00:00Z');

describe('a quote is executable', () => {
  test.each([
    ['one millisecond before it expires', '2025-10-13T12:04:59.999Z', 'PENDING'],
    ['not at the instant it expires', '2025-10-13T12:05:00.000Z', 'QUOTE_EXPIRED'],
    ['not a millisecond later', '2025-10-13T12:05:00.001Z', 'QUOTE_EXPIRED'],
  ])('%s', (_, now, outcome) => {
    const result = executable(aQuote(), new Date(now));
    expect('code' in result ? result.code : result.status).toBe(outcome);
  });

  test.each<[QuoteStatus, string]>([
    ['PENDING', 'PENDING'],
    ['PROCESSING', 'QUOTE_ALREADY_EXECUTED'],
    ['COMPLETED', 'QUOTE_ALREADY_EXECUTED'],
    ['FAILED', 'QUOTE_ALREADY_EXECUTED'],
    ['EXPIRED', 'QUOTE_EXPIRED'],
  ])('only while it is pending: %s', (status, outcome) => {
    const result = executable(aQuote({ status }), inTime);
    expect('code' in result ? result.code : result.status).toBe(outcome);
  });

  test('and not after its execution, which is reported even after the expiry', () => {
    expect(executable(aQuote({ status: 'COMPLETED' }), new Date('2026-01-01T00:00:00Z'))).toMatchObject({
      code: 'QUOTE_ALREADY_EXECUTED',
      httpStatus: 409,
    });
  });

  test('and the error contains the expiry time', () => {
    expect(executable(aQuote(), new Date('2025-10-14T00:00:00Z'))).toMatchObject({
      expiredAt: new Date('2025-10-13T12:05:00Z'),
      httpStatus: 409,
      details: { expiredAt: '2025-10-13T12:05:00.000Z' },
    });
  });
});

describe('a pending quote counts as expired', () => {
  test.each<[string, QuoteStatus, string, QuoteStatus]>([
    ['not before its expiry', 'PENDING', '2025-10-13T12:04:59.999Z', 'PENDING'],
    ['from its expiry on', 'PENDING', '2025-10-13T12:05:00.000Z', 'EXPIRED'],
    ['unless it was executed in time', 'PROCESSING', '2025-10-13T12:05:00.000Z', 'PROCESSING'],
  ])('%s', (_, status, now, expected) => {
    expect(statusAt(aQuote({ status }), new Date(now))).toBe(expected);
  });
});

test('the status has exactly the transitions of docs/behaviour/payments.md#states-of-a-quote', () => {
  const moves = quoteStatuses.flatMap((from) =>
    quoteStatuses.filter((to) => mayMove(from, to)).map((to) => `${from} > ${to}`),
  );
  expect(moves).toEqual([
    'PENDING > PROCESSING',
    'PENDING > FAILED',
    'PENDING > EXPIRED',
    'PROCESSING > COMPLETED',
    'PROCESSING > FAILED',
  ]);
});

describe('a quote follows its transaction', () => {
  test.each<[QuoteStatus, TransactionStatus, QuoteStatus]>([
    ['PENDING', 'PROCESSING', 'PROCESSING'],
    ['PENDING', 'FAILED', 'FAILED'],
    ['PENDING', 'EXPIRED', 'EXPIRED'],
    ['PROCESSING', 'COMPLETED', 'COMPLETED'],
    ['PROCESSING', 'FAILED', 'FAILED'],
  ])('from %s with %s to %s', (before, transaction, after) => {
    expect(statusAfter(before, transaction)).toBe(after);
  });

  test('but not in a bank return', () => {
    expect(statusAfter('COMPLETED', 'FAILED')).toBe('COMPLETED');
  });

  test('but not out of a final status', () => {
    for (const final of ['COMPLETED', 'FAILED', 'EXPIRED'] as const) {
      expect(transactionStatuses.map((status) => statusAfter(final, status))).toEqual(
        transactionStatuses.map(() => final),
      );
    }
  });
});

describe('the source of a quote', () => {
  const funded = aQuote({
    source: { type: 'REALTIME_FUNDING', currency: 'USDC', customerId: aQuote().customerId },
    cryptoNetwork: 'SOLANA',
  });

  test('is the account that execution debits', () => {
    expect(accountToDebit(aQuote())).toEqual(aQuote().source);
    expect(accountToDebit(funded)).toMatchObject({ code: 'INVALID_INPUT', httpStatus: 400 });
  });

  test('or the expected deposit', () => {
    expect(expectedDeposit(funded)).toEqual(funded.source);
    expect(expectedDeposit(aQuote())).toMatchObject({ code: 'INVALID_INPUT', httpStatus: 400 });
  });
});

describe('a rate is locked', () => {
  const made = new Date('2025-10-13T12:00:00.123Z');
  test.each([
    ['5 minutes to an account', 'ACCOUNT', '2025-10-13T12:05:00.123Z'],
    ['2 minutes to a UMA address', 'UMA_ADDRESS', '2025-10-13T12:02:00.123Z'],
  ] as const)('for %s', (_, type, end) => {
    expect(expiryOf({ type }, made)).toEqual(new Date(end));
  });

  test('for the configured time', () => {
    const settings = { ACCOUNT: 60, UMA_ADDRESS: 900 };
    expect(expiryOf({ type: 'ACCOUNT' }, made, settings)).toEqual(new Date('2025-10-13T12:01:00.123Z'));
    expect(expiryOf({ type: 'UMA_ADDRESS' }, made, settings)).toEqual(new Date('2025-10-13T12:15:00.123Z'));
  });
});
