/**
 * Settles a payment of a production platform that no bank connection sends: an operator reports the outcome at the bank.
 *
 * Decision: a sandbox payment settles without reports.
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
import { settlementOutcomes, settlementSteps } from './settlement-steps.ts';
import { lockTransaction, platformOfTransaction } from './store.ts';
import type { Transaction } from './transaction.ts';

export const ReportSettlementInput = z.object({
  id: idSchema('Transaction'),
  outcome: oneOf(settlementOutcomes),
});

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
