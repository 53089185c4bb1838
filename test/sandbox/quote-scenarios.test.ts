import { describe, expect, test } from 'vitest';
import { findCurrency } from '../../src/kernel/money/currencies.ts';
import { type QuoteStatus, statusAfter } from '../../src/payments/quotes/quote.ts';
import type { SettlementPlan, SettlementStep } from '../../src/payments/transactions/settlement-plan.ts';
import { mayMove, type TransactionStatus } from '../../src/payments/transactions/transaction.ts';
import { findSandboxUmaParty, quotePlan, sandboxUmaParties } from '../../src/sandbox/quote-scenarios.ts';

/** A step in the notation of the tables, with its delay. */
function written(step: SettlementStep): string {
  const after = step.afterSeconds > 0 ? `${step.afterSeconds} s, ` : '';
  if ('refund' in step) {
    return `${after}REFUND_${step.refund}${'refundReason' in step ? ` (${step.refundReason})` : ''}`;
  }
  return `${after}${step.to}${'failureReason' in step ? ` (${step.failureReason})` : ''}`;
}

const returned = ['REFUND_PENDING (TRANSACTION_FAILED)', 'REFUND_COMPLETED'];
const notReturned = ['REFUND_PENDING (TRANSACTION_FAILED)', 'REFUND_FAILED'];

const suffixes: [string | undefined, string[], QuoteStatus][] = [
  ['002', ['FAILED (QUOTE_EXECUTION_FAILED)', ...returned], 'FAILED'],
  ['003', ['360 s, COMPLETED'], 'COMPLETED'],
  ['004', ['FAILED (COUNTERPARTY_POST_TX_FAILED)', ...returned], 'FAILED'],
  ['005', ['COMPLETED', '5 s, FAILED (COUNTERPARTY_POST_TX_FAILED)', ...returned], 'COMPLETED'],
  ['006', ['REFUND_PENDING (USER_CANCELLATION)', 'REFUND_COMPLETED', 'COMPLETED'], 'COMPLETED'],
  ['007', ['FAILED (QUOTE_EXECUTION_FAILED)', ...notReturned], 'FAILED'],
  ['050', ['FAILED (LIGHTNING_PAYMENT_FAILED)', ...returned], 'FAILED'],
  ['000', ['COMPLETED'], 'COMPLETED'],
  ['001', ['COMPLETED'], 'COMPLETED'],
  ['008', ['COMPLETED'], 'COMPLETED'],
  ['102', ['COMPLETED'], 'COMPLETED'],
  ['abc', ['COMPLETED'], 'COMPLETED'],
  [undefined, ['COMPLETED'], 'COMPLETED'],
];

describe('after execution, a quote to an external account', () => {
  test.each(suffixes)('whose identifier ends in %s', (suffix, steps) => {
    expect(quotePlan(suffix).map(written)).toEqual(steps);
  });

  test.each(suffixes)(
    'ending in %s has only legal transitions, and the quote has the expected final status',
    (suffix, _, end) => {
      expect(play('OUTGOING', quotePlan(suffix)).quote).toBe(end);
    },
  );
});

describe('a sandbox UMA address', () => {
  test.each([
    ['success.usd', 'USD', ['COMPLETED'], ['COMPLETED']],
    ['success.eur', 'EUR', ['COMPLETED'], ['COMPLETED']],
    ['success.mxn', 'MXN', ['COMPLETED'], ['COMPLETED']],
    ['pending.long.usd', 'USD', ['360 s, COMPLETED'], ['360 s, COMPLETED']],
    [
      'fail.compliance.usd',
      'USD',
      ['FAILED (QUOTE_EXECUTION_FAILED)', ...returned],
      ['FAILED (OFFRAMP_FAILED)'],
    ],
  ])('%s sends and receives payments in %s', (name, currency, paid, received) => {
    const party = findSandboxUmaParty(name);
    expect(party?.currency).toBe(currency);
    expect(party?.paymentPlan.map(written)).toEqual(paid);
    expect(party?.receiptPlan.map(written)).toEqual(received);
  });

  test('is one of five', () => {
    expect(sandboxUmaParties.map(({ name }) => name)).toHaveLength(5);
    expect(findSandboxUmaParty('success.gbp')).toBeUndefined();
    expect(findSandboxUmaParty('SUCCESS.USD')).toBeUndefined();
  });

  test('has a known currency and plans with legal transitions', () => {
    for (const { currency, paymentPlan, receiptPlan } of sandboxUmaParties) {
      expect(findCurrency(currency)).toBeDefined();
      expect(['COMPLETED', 'FAILED']).toContain(play('OUTGOING', paymentPlan).transaction);
      expect(['COMPLETED', 'FAILED']).toContain(play('INCOMING', receiptPlan).transaction);
    }
  });
});

/** Applies the steps of a plan from PROCESSING. An illegal transition fails the test. */
function play(
  type: 'OUTGOING' | 'INCOMING',
  plan: SettlementPlan,
): { readonly transaction: TransactionStatus; readonly quote: QuoteStatus } {
  let transaction: TransactionStatus = 'PROCESSING';
  let quote: QuoteStatus = 'PROCESSING';
  let refund: string | undefined;
  for (const step of plan) {
    if ('refund' in step) {
      expect(refund).toBe(step.refund === 'PENDING' ? undefined : 'PENDING');
      refund = step.refund;
      continue;
    }
    expect(mayMove(type, transaction, step.to)).toBe(true);
    transaction = step.to;
    quote = statusAfter(quote, transaction);
  }
  return { transaction, quote };
}
