/** Updates a quote's status after a step of its transaction, in the same commit. */
import type { Executor } from '../../infrastructure/database/client.ts';
import { invariant } from '../../kernel/errors.ts';
import type { Transaction } from '../transactions/transaction.ts';
import { statusAfter } from './quote.ts';
import { lockQuoteStatus, saveQuoteStatus } from './store.ts';

export async function syncQuoteStatus(
  tx: Executor,
  { quoteId, status }: Pick<Transaction, 'quoteId' | 'status'>,
  at: Date,
): Promise<void> {
  if (!quoteId) return;
  const before = await lockQuoteStatus(tx, quoteId);
  invariant(before, 'the quote of a transaction exists');
  const after = statusAfter(before, status);
  if (after !== before) await saveQuoteStatus(tx, quoteId, after, at);
}
