/** Replays an idempotency key that created a transaction: returns the transaction in its current state. */

import type { Executor } from '../../infrastructure/database/client.ts';
import { invariant } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/ids.ts';
import type { Scope } from '../../platforms/access/principal.ts';
import { findTransaction } from './store.ts';
import type { Transaction } from './transaction.ts';

export const replayTransaction = (scope: Scope) => ({
  idOf: (transaction: Transaction) => transaction.id,
  replay: async (tx: Executor, id: string): Promise<Transaction> => {
    const transaction = await findTransaction(tx, scope, id as Id<'Transaction'>);
    invariant(transaction, 'the transaction of an idempotency key exists');
    return transaction;
  },
});
