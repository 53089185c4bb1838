/**
 * Settles a payment of a production platform that has no bank behind it: an operator reports what the bank said.
 *
 * Decision: a payment that was accepted and not yet sent goes through PROCESSING first, also when it failed, so that
 * its debit is posted and its refund is an entry that auditors see. A failed debit is returned at once.
 *
 * Decision: a bank may return what it had paid, days later: COMPLETED becomes FAILED, and is refunded. A refund that could
 * not be booked is tried again by reporting FAILED again.
 *
 * Decision: what else is final stays; a sandbox payment settles by itself; a quote that waits for its deposit and an
 * incoming payment that waits for approval have not been sent anywhere that could report on them.
 */
import { z } from 'zod';
import { transact } from '../../infrastructure/database/transact.ts';
import { Conflict, invariant } from '../../kernel/errors.ts';
import { idSchema } from '../../kernel/ids.ts';
import { oneOf } from '../../kernel/parse.ts';
import { findPlatform } from '../../platforms/store.ts';
import type { Ports } from '../ports.ts';
import { TransactionNotFound } from './errors.ts';
import { applyStep, findExternalParties } from './settle.ts';
import type { SettlementPlan, SettlementStep } from './settlement-plan.ts';
import { lockTransaction, platformOfTransaction } from './store.ts';
import { isPulled, type Transaction, type TransactionFailureReason } from './transaction.ts';

export const settlementOutcomes = ['COMPLETED', 'FAILED'] as const;

export const ReportSettlementInput = z.object({
  id: idSchema('Transaction'),
  outcome: oneOf(settlementOutcomes),
});

export type SettlementOutcome = z.output<typeof ReportSettlementInput>['outcome'];

const now = { afterSeconds: 0 };
const failed = (failureReason: TransactionFailureReason): SettlementStep => ({
  ...now,
  to: 'FAILED',
  failureReason,
});
const refunding: SettlementPlan = [
  { ...now, refund: 'PENDING', refundReason: 'TRANSACTION_FAILED' },
  { ...now, refund: 'COMPLETED' },
];

/** The steps from where the payment is to the outcome; `undefined` when nothing can be reported about it. */
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
  const sending: SettlementPlan = accepted ? [{ ...now, to: 'PROCESSING' }] : [];
  if (outcome === 'COMPLETED') return [...sending, { ...now, to: 'COMPLETED' }];
  if (type === 'INCOMING') return [...sending, failed('QUOTE_EXECUTION_FAILED')];
  const failing: SettlementPlan = [...sending, failed('COUNTERPARTY_POST_TX_FAILED')];
  // What never came from the bank has nothing to go back.
  return isPulled(transaction) ? failing : [...failing, ...refunding];
}

/** Applies the outcome, every step of it in one commit. The transaction may be any platform's: an operator calls. */
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
    let transaction = await lockTransaction(tx, { platformId }, id);
    invariant(transaction, 'a transaction is never deleted');
    const steps = settlementSteps(transaction, outcome);
    if (!steps) {
      return new Conflict(`Nothing can be reported about it: it is ${transaction.status}.`);
    }
    const ends = await findExternalParties(tx, transaction);
    for (const step of steps) {
      transaction = await applyStep(tx, transactionHooks, transaction, ends, step, clock.now(platform));
    }
    return transaction;
  });
}
