/** An unmatched deposit whose return failed is open again, and its money is back on the account of unmatched deposits. */
import type { Executor } from '../../infrastructure/database/client.ts';
import type { BankPayment } from '../bank-payments/bank-payment.ts';
import { moveBetween } from './record-unmatched.ts';
import { lockUnmatched, saveUnmatched } from './store.ts';

/** @param reason a sentence: what the bank says about the return. */
export async function reopenDeposits(
  tx: Executor,
  payments: readonly BankPayment[],
  reason: string,
  now: Date,
): Promise<void> {
  for (const { platformId, depositId, clearingCode } of payments) {
    const deposit = depositId && (await lockUnmatched(tx, platformId, depositId));
    if (!deposit) continue;
    const { amount, currency, round } = deposit;
    await moveBetween(
      tx,
      platformId,
      { from: clearingCode, to: 'UNMATCHED_DEPOSITS' },
      { amount, currency },
      {
        description: 'Return of a deposit failed',
        at: now,
      },
    );
    await saveUnmatched(tx, {
      ...deposit,
      status: 'OPEN',
      reason,
      decision: undefined,
      decidedAccountId: undefined,
      round: round + 1,
      updatedAt: now,
    });
  }
}
