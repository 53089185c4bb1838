/**
 * The steps that a rail reports for a payment. The sandbox rail derives the whole plan from the account's suffix; a real
 * rail has no plan and reports one step at a time.
 */
import type { RefundReason, TransactionFailureReason } from './transaction.ts';

interface StepTiming {
  /** After the previous step, on the platform's clock. */
  readonly afterSeconds: number;
  /** What the rail says about the step, stored with its event. */
  readonly note?: string | undefined;
}

export type SettlementStep = StepTiming &
  (
    | { readonly to: 'PROCESSING' | 'COMPLETED' | 'REFUNDED' }
    | { readonly to: 'FAILED'; readonly failureReason: TransactionFailureReason }
    | { readonly refund: 'PENDING'; readonly refundReason: RefundReason }
    | { readonly refund: 'COMPLETED' | 'FAILED' }
  );

export type SettlementPlan = readonly SettlementStep[];
