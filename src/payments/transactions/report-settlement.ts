/**
 * Settles a payment of a production platform whose rail is manual: an operator reports the outcome at the bank.
 *
 * Decision: a payment that was accepted but not sent goes through PROCESSING first, even when it failed, so that its
 * debit is posted and its refund is an entry that auditors see. A failed debit is refunded at once.
 *
 * Decision: a bank may return a payment days later: COMPLETED becomes FAILED, with a refund. Reporting FAILED again
 * retries a refund that could not be posted.
 *
 * Decision: other final states do not change. A sandbox payment settles without reports. A quote that waits for its
 * deposit and an incoming payment that waits for approval are not at a bank, so no outcome can be reported.
 */
import { z } from 'zod';
import { transact } from '../../infrastructure/database/transact.ts';
import { Conflict, invariant } from '../../kernel/errors.ts';
import { idSchema } from '../../kernel/ids.ts';
import { oneOf } from '../../kernel/parse.ts';
import { findPlatform } from '../../platforms/store.ts';
import type { Ports } from '../ports.ts';
import { TransactionNotFound } from './errors.ts';
import { findExternalParties, settlePayments } from './settle.ts';
import type { SettlementPlan, SettlementStep } from './settlement-plan.ts';
import { lockTransaction, platformOfTransaction } from './store.ts';
import { isPulled, type Transaction, type TransactionFailureReason } from './transaction.ts';

const settlementOutcomes = ['COMPLETED', 'FAILED'] as const;

export const ReportSettlementInput = z.object({
  id: idSchema('Transaction'),
  outcome: oneOf(settlementOutcomes),
});

type SettlementOutcome = z.output<typeof ReportSettlementInput>['outcome'];

const withoutDelay = { afterSeconds: 0 };
const failed = (failureReason: TransactionFailureReason): SettlementStep => ({
  ...withoutDelay,
  to: 'FAILED',
  failureReason,
});
const refunding: SettlementPlan = [
  { ...withoutDelay, refund: 'PENDING', refundReason: 'TRANSACTION_FAILED' },
  { ...withoutDelay, refund: 'COMPLETED' },
];

/** The steps from the current state to the outcome; `undefined` when no outcome can be reported. */
export function settlementSteps(
  transaction: Pick<Transaction, 'status' | 'type' | 'origin' | 'source' | 'destination' | 'refund'>,
  outcome: SettlementOutcome,
): SettlementPlan | undefined {
  const { status, type, origin, refund } = transaction;
  if (outcome === 'FAILED' && type === 'OUTGOING') {
    if (status === 'COMPLETED' && !refund) return [failed('COUNTERPARTY_POST_TX_FAILED'), ...refunding];
    if (status === 'FAILED' && refund?.status === 'FAILED') return refunding;
  }
  const accepted = status === 'PENDING' && (origin === 'TRANSFER_IN' || origin === 'TRANSFER_OUT');
  if (!accepted && status !== 'PROCESSING') return undefined;
  const sending: SettlementPlan = accepted ? [{ ...withoutDelay, to: 'PROCESSING' }] : [];
  if (outcome === 'COMPLETED') return [...sending, { ...withoutDelay, to: 'COMPLETED' }];
  if (type === 'INCOMING') return [...sending, failed('QUOTE_EXECUTION_FAILED')];
  const failing: SettlementPlan = [...sending, failed('COUNTERPARTY_POST_TX_FAILED')];
  // A pulled payment that failed never arrived, so there is nothing to refund.
  return isPulled(transaction) ? failing : [...failing, ...refunding];
}

/** Applies all steps to the outcome in one commit. Operators call this, so the transaction may belong to any platform. */
export async function reportSettlement(
  { db, clock, transactionHooks }: Pick<Ports, 'db' | 'clock' | 'transactionHooks'>,
  { id, outcome }: z.output<typeof ReportSettlementInput>,
): Promise<Transaction | TransactionNotFound | Conflict> {
  return transact(db, async (tx) => {
    const platformId = await platformOfTransaction(tx, id);
    if (!platformId) return new TransactionNotFound(id);
    const platform = await findPlatform(tx, platformId);
    invariant(platform, 'the platform of a transaction exists');
    if (platform.mode === 'SANDBOX') {
      return new Conflict('It is a sandbox transaction, which settles by itself.');
    }
    const transaction = await lockTransaction(tx, { platformId }, id);
    invariant(transaction, 'a transaction is never deleted');
    const steps = settlementSteps(transaction, outcome);
    if (!steps) {
      return new Conflict(`Nothing can be reported about it: it is ${transaction.status}.`);
    }
    const parties = (await findExternalParties(tx, { platformId }, [transaction]))(transaction);
    const payments = [{ transaction, parties, steps }];
    const [settled] = await settlePayments(
      tx,
      transactionHooks,
      { platformId },
      payments,
      clock.now(platform),
    );
    return settled ?? transaction;
  });
}
