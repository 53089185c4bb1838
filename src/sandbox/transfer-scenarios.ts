/**
 * The outcome of a sandbox transfer, by the last three characters of the external account's primary identifier.
 *
 * Source: docs/behaviour/sandbox.md#transfers.
 */
import type { SettlementPlan } from '../payments/transactions/settlement-plan.ts';
import type { TransactionFailureReason } from '../payments/transactions/transaction.ts';

/** Suffixes that fail at once. Nothing is debited. */
export const immediateFailures: ReadonlyMap<string, TransactionFailureReason> = new Map([
  ['002', 'QUOTE_EXECUTION_FAILED'],
  ['003', 'QUOTE_EXECUTION_FAILED'],
]);

const succeeds: SettlementPlan = [
  { afterSeconds: 0, to: 'PROCESSING' },
  { afterSeconds: 0, to: 'COMPLETED' },
];

const outPlans: ReadonlyMap<string, SettlementPlan> = new Map<string, SettlementPlan>([
  [
    '004',
    [
      { afterSeconds: 0, to: 'PROCESSING' },
      { afterSeconds: 0, to: 'FAILED', failureReason: 'COUNTERPARTY_POST_TX_FAILED' },
      { afterSeconds: 0, refund: 'PENDING', refundReason: 'TRANSACTION_FAILED' },
      { afterSeconds: 0, refund: 'COMPLETED' },
    ],
  ],
  [
    '005',
    [
      { afterSeconds: 30, to: 'PROCESSING' },
      { afterSeconds: 0, to: 'FAILED', failureReason: 'QUOTE_EXECUTION_FAILED' },
      { afterSeconds: 0, refund: 'PENDING', refundReason: 'TIMEOUT' },
      { afterSeconds: 0, refund: 'COMPLETED' },
    ],
  ],
]);

const inPlans: ReadonlyMap<string, SettlementPlan> = new Map<string, SettlementPlan>([
  [
    '004',
    [
      { afterSeconds: 0, to: 'PROCESSING' },
      { afterSeconds: 0, to: 'FAILED', failureReason: 'QUOTE_EXECUTION_FAILED' },
    ],
  ],
  [
    '005',
    [
      { afterSeconds: 30, to: 'PROCESSING' },
      { afterSeconds: 0, to: 'FAILED', failureReason: 'QUOTE_EXECUTION_FAILED' },
    ],
  ],
]);

export const transferOutPlan = (suffix: string): SettlementPlan => outPlans.get(suffix) ?? succeeds;
export const transferInPlan = (suffix: string): SettlementPlan => inPlans.get(suffix) ?? succeeds;
