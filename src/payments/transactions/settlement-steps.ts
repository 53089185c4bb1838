/**
 * The steps of a payment whose outcome a bank or an operator reports.
 *
 * Decision: a payment that was accepted but not sent goes through PROCESSING first, even when it failed, so that its
 * debit is posted and its refund is an entry that auditors see. A failed debit is refunded at once.
 *
 * Decision: a bank may return a payment days later: COMPLETED becomes FAILED, with a refund. Reporting FAILED again
 * retries a refund that could not be posted.
 *
 * Decision: other final states do not change. A quote that waits for its deposit and an incoming payment that waits for
 * approval are not at a bank, so no outcome can be reported.
 */
import type { SettlementPlan, SettlementStep } from './settlement-plan.ts';
import { isPulled, type Transaction, type TransactionFailureReason } from './transaction.ts';

export const settlementOutcomes = ['COMPLETED', 'FAILED'] as const;
type SettlementOutcome = (typeof settlementOutcomes)[number];

interface SettlementFailure {
  readonly failureReason: TransactionFailureReason;
  readonly note?: string | undefined;
}

const withoutDelay = { afterSeconds: 0 };
const failed = (failure: SettlementFailure): SettlementStep => ({
  ...withoutDelay,
  to: 'FAILED',
  ...failure,
});
const refunding: SettlementPlan = [
  { ...withoutDelay, refund: 'PENDING', refundReason: 'TRANSACTION_FAILED' },
  { ...withoutDelay, refund: 'COMPLETED' },
];

/**
 * The steps from the current state to the outcome; `undefined` when no outcome can be reported.
 *
 * @param failure the reason of a failure, and what the bank says about it.
 */
export function settlementSteps(
  transaction: Pick<Transaction, 'status' | 'type' | 'origin' | 'source' | 'destination' | 'refund'>,
  outcome: SettlementOutcome,
  failure: SettlementFailure = { failureReason: 'COUNTERPARTY_POST_TX_FAILED' },
): SettlementPlan | undefined {
  const { status, type, origin, refund } = transaction;
  if (outcome === 'FAILED' && type === 'OUTGOING') {
    if (status === 'COMPLETED' && !refund) return [failed(failure), ...refunding];
    if (status === 'FAILED' && refund?.status === 'FAILED') return refunding;
  }
  const accepted = status === 'PENDING' && (origin === 'TRANSFER_IN' || origin === 'TRANSFER_OUT');
  if (!accepted && status !== 'PROCESSING') return undefined;
  const sending: SettlementPlan = accepted ? [{ ...withoutDelay, to: 'PROCESSING' }] : [];
  if (outcome === 'COMPLETED') return [...sending, { ...withoutDelay, to: 'COMPLETED' }];
  if (type === 'INCOMING')
    return [...sending, failed({ ...failure, failureReason: 'QUOTE_EXECUTION_FAILED' })];
  const failing: SettlementPlan = [...sending, failed(failure)];
  // A pulled payment that failed never arrived, so there is nothing to refund.
  return isPulled(transaction) ? failing : [...failing, ...refunding];
}
