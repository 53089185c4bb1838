/**
 * Approves an incoming payment.
 *
 * Decision: an approval by call needs no beneficiary data. Given data is stored; missing data comes from the customer's
 * record. Only an endpoint's 200 must contain the mandatory fields.
 *
 * Source: docs/behaviour/payments.md#states-of-an-incoming-transaction, docs/behaviour/webhooks.md#payment-approval.
 */
import { z } from 'zod';
import type { Executor } from '../../infrastructure/database/client.ts';
import { transact } from '../../infrastructure/database/transact.ts';
import { DomainError } from '../../kernel/errors.ts';
import { idSchema } from '../../kernel/ids.ts';
import { stringMap } from '../../kernel/lists.ts';
import { optional } from '../../kernel/parse.ts';
import type { PaymentCaller } from '../../platforms/access/payment-caller.ts';
import type { Platform } from '../../platforms/platform.ts';
import type { Ports } from '../ports.ts';
import { TransactionNotFound, type TransactionNotPendingApproval } from '../transactions/errors.ts';
import { recordStep } from '../transactions/record-step.ts';
import { findExternalParties } from '../transactions/settle.ts';
import { railPaymentOf } from '../transactions/settlement-job.ts';
import { startSettlement } from '../transactions/start-settlement.ts';
import { lockTransaction } from '../transactions/store.ts';
import type { Transaction } from '../transactions/transaction.ts';
import { findPendingApproval } from './approval-window.ts';
import { saveApproval } from './store.ts';

export const ApproveTransactionInput = z.object({
  id: idSchema('Transaction'),
  receiverCustomerInfo: optional(stringMap),
});

export async function approveTransaction(
  { db, clock, ...ports }: Pick<Ports, 'db' | 'clock' | 'rail' | 'transactionHooks'>,
  { platform, scope }: Pick<PaymentCaller, 'platform' | 'scope'>,
  { id, receiverCustomerInfo }: z.output<typeof ApproveTransactionInput>,
): Promise<Transaction | TransactionNotFound | TransactionNotPendingApproval> {
  return transact(db, async (tx) => {
    const now = clock.now(platform);
    const transaction = await lockTransaction(tx, scope, id);
    if (!transaction) return new TransactionNotFound(id);
    const approval = await findPendingApproval(tx, transaction, now);
    if (approval instanceof DomainError) return approval;
    return approveIn(tx, ports, platform, transaction, receiverCustomerInfo, now);
  });
}

/** Applies an approval. The transaction's row is locked, and its approval is pending. */
export async function approveIn(
  tx: Executor,
  { rail, transactionHooks }: Pick<Ports, 'rail' | 'transactionHooks'>,
  platform: Platform,
  transaction: Transaction,
  receiverCustomerInfo: Readonly<Record<string, string>> | undefined,
  now: Date,
): Promise<Transaction> {
  await saveApproval(tx, transaction.id, { receiverCustomerInfo, decidedAt: now });
  const approved = await recordStep(
    tx,
    transactionHooks,
    transaction,
    { status: 'PROCESSING' },
    now,
    'Approved',
  );
  const partiesOf = await findExternalParties(tx, { platformId: platform.id }, [approved]);
  await startSettlement(tx, rail, platform, approved, railPaymentOf(approved, partiesOf(approved)), now);
  return approved;
}
