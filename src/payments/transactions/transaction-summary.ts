/**
 * The part of a transaction that lists usually show. The driver's work grows with the number of columns, so a page of
 * summaries is cheaper to read than a page of whole transactions.
 */
import { invariant } from '../../kernel/errors.ts';
import type { Transaction } from './transaction.ts';

export interface TransactionSummary
  extends Pick<
    Transaction,
    'id' | 'type' | 'status' | 'failureReason' | 'description' | 'sent' | 'received' | 'createdAt'
  > {
  /** Distinguishes a summary from a whole transaction. */
  readonly isSummary: true;
}

/** The argument as a whole transaction. A list that shows more than summaries reads whole transactions. */
export function whole(transaction: Transaction | TransactionSummary): Transaction {
  invariant(!('isSummary' in transaction), 'a field outside the summary is read from a whole transaction');
  return transaction;
}
