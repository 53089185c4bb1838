/**
 * The steps that a rail reports for a payment. The sandbox rail derives the whole plan from the account's suffix; a real
 * rail has no plan and reports one step at a time.
 */
import type { RefundReason, TransactionFailureReason } from './transaction.ts';

/** One step, `afterSeconds` after the previous step on the platform's clock. */
export type SettlementStep =
  | { readonly afterSeconds: number; readonly to: 'PROCESSING' | 'COMPLETED' | 'REFUNDED' }
  | { readonly afterSeconds: number; readonly to: 'FAILED'; readonly failureReason: TransactionFailureReason }
  | { readonly afterSeconds: number; readonly refund: 'PENDING'; readonly refundReason: RefundReason }
  | { readonly afterSeconds: number; readonly refund: 'COMPLETED' | 'FAILED' };

export type SettlementPlan = readonly SettlementStep[];
