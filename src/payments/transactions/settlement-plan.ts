/**
 * What a rail will report about a payment, step by step. The sandbox rail knows the whole plan from the account's
 * suffix; a real rail reports one step at a time and has no plan.
 */
import type { RefundReason, TransactionFailureReason } from './transaction.ts';

/** One report, `afterSeconds` on the platform's clock after the step before it. */
export type SettlementStep =
  | { readonly afterSeconds: number; readonly to: 'PROCESSING' | 'COMPLETED' | 'REFUNDED' }
  | { readonly afterSeconds: number; readonly to: 'FAILED'; readonly failureReason: TransactionFailureReason }
  | { readonly afterSeconds: number; readonly refund: 'PENDING'; readonly refundReason: RefundReason }
  | { readonly afterSeconds: number; readonly refund: 'COMPLETED' | 'FAILED' };

export type SettlementPlan = readonly SettlementStep[];
