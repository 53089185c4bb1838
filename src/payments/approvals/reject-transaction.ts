/** Rejects an incoming payment: it returns to its originator, and no balance changes. Source: docs/behaviour/payments.md#states-of-an-incoming-transaction, docs/behaviour/webhooks.md#payment-approval. */
import { z } from 'zod';
import type { Executor } from '../../infrastructure/database/client.ts';
import { transact } from '../../infrastructure/database/transact.ts';
import { DomainError } from '../../kernel/errors.ts';
import { idSchema } from '../../kernel/ids.ts';
import { optional, text } from '../../kernel/parse.ts';
import type { PaymentCaller } from '../../platforms/access/payment-caller.ts';
import type { Ports } from '../ports.ts';
import { TransactionNotFound, type TransactionNotPendingApproval } from '../transactions/errors.ts';
import { recordStep } from '../transactions/record-step.ts';
import { lockTransaction } from '../transactions/store.ts';
import type { Transaction } from '../transactions/transaction.ts';
import { findPendingApproval } from './approval-window.ts';
import { saveApproval } from './store.ts';

export const RejectTransactionInput = z.object({
  id: idSchema('Transaction'),
  /** Stored as the note of the step. */
  reason: optional(text(255)),
});

export async function rejectTransaction(
  { db, clock, transactionHooks }: Pick<Ports, 'db' | 'clock' | 'transactionHooks'>,
  { platform, scope }: Pick<PaymentCaller, 'platform' | 'scope'>,
  { id, reason }: z.output<typeof RejectTransactionInput>,
): Promise<Transaction | TransactionNotFound | TransactionNotPendingApproval> {
  return transact(db, async (tx) => {
    const now = clock.now(platform);
    const transaction = await lockTransaction(tx, scope, id);
    if (!transaction) return new TransactionNotFound(id);
    const approval = await findPendingApproval(tx, transaction, now);
    return approval instanceof DomainError
      ? approval
      : rejectIn(tx, transactionHooks, transaction, reason, now);
  });
}

/** Applies a rejection. The transaction's row is locked, and its approval is pending. */
export async function rejectIn(
  tx: Executor,
  transactionHooks: Ports['transactionHooks'],
  transaction: Transaction,
  reason: string | undefined,
  now: Date,
): Promise<Transaction> {
  await saveApproval(tx, transaction.id, { decidedAt: now });
  return recordStep(tx, transactionHooks, transaction, { status: 'REJECTED' }, now, reason ?? 'Rejected');
}
