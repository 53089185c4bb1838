/**
 * A direct debit that a bank collected for an account that was closed meanwhile, or whose balance would be too large, becomes an
 * unmatched deposit of the debtor. People assign it or return it.
 *
 * Source: docs/behaviour/bank-connections.md#direct-debits.
 */
import type { Executor } from '../../infrastructure/database/client.ts';
import { invariant } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/ids.ts';
import { findExternalParties } from '../../payments/transactions/settle.ts';
import { isPulled, type Transaction } from '../../payments/transactions/transaction.ts';
import { type BankPayment, uncreditedDescription } from '../bank-payments/bank-payment.ts';
import { partyOf } from '../bank-payments/outgoing-payments.ts';
import { moveBetween, recordUnmatched } from './record-unmatched.ts';
import { nextDetailIndex } from './store.ts';

/** A collected direct debit whose transaction is FAILED. */
export interface UncreditedDebit {
  readonly payment: BankPayment;
  readonly transaction: Transaction;
}

const reason =
  'A direct debit was collected for an account that is closed, or whose balance would be too large.';

/** @param entryId the entry that collected the debits. */
export async function recordUncredited(
  tx: Executor,
  platformId: Id<'Platform'>,
  debits: readonly UncreditedDebit[],
  entryId: Id<'BankEntry'>,
  now: Date,
): Promise<void> {
  if (debits.length === 0) return;
  const partiesOf = await findExternalParties(
    tx,
    { platformId },
    debits.map(({ transaction }) => transaction),
  );
  // The connection is locked, so nothing else takes a further index. Deposits of movements have lower ones.
  const firstIndex = await nextDetailIndex(tx, entryId);
  for (const [nth, { payment, transaction }] of debits.entries()) {
    const { id: transactionId, description: remittance } = transaction;
    const money = isPulled(transaction) ? transaction.sent : transaction.received;
    invariant(money?.amount === payment.amount, 'a direct debit has the amount of its transaction');
    await moveBetween(tx, platformId, { from: payment.clearingCode, to: 'UNMATCHED_DEPOSITS' }, money, {
      description: uncreditedDescription,
      transactionId,
      at: now,
    });
    const { originator } = partiesOf(transaction);
    const source = {
      connectionId: payment.connectionId,
      entryId,
      detailIndex: firstIndex + nth,
      depositor: originator && partyOf(originator.accountInfo),
      remittance,
    };
    const bankPaymentId = payment.id;
    await recordUnmatched(tx, [{ platformId, source, money, reason, transactionId, bankPaymentId }], now);
  }
}
