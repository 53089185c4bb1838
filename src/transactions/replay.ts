/** How an idempotency key that made a transaction answers again: with the transaction as it is now. */
import type { Scope } from '../access/principal.ts';
import type { Executor } from '../database/client.ts';
import { invariant } from '../kernel/errors.ts';
import type { Id } from '../kernel/ids.ts';
import { findTransaction } from './store.ts';
import type { Transaction } from './transaction.ts';

export const replayTransaction = (scope: Scope) => ({
  idOf: (transaction: Transaction) => transaction.id,
  replay: async (tx: Executor, id: string): Promise<Transaction> => {
    const transaction = await findTransaction(tx, scope, id as Id<'Transaction'>);
    invariant(transaction, 'the transaction of a key exists');
    return transaction;
  },
});
