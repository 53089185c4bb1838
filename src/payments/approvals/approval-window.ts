/**
 * The approval window: a platform has five seconds on its own clock to decide on an incoming payment. The window restarts
 * when its endpoint requests more time. A payment without a decision fails.
 *
 * Source: docs/behaviour/payments.md#states-of-an-incoming-transaction, docs/behaviour/webhooks.md#payment-approval. The rules are in `payment-approval.ts`.
 */
import type { Executor } from '../../infrastructure/database/client.ts';
import { enqueue, type JobHandler } from '../../infrastructure/jobs/jobs.ts';
import { invariant } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/ids.ts';
import type { RequestedField } from '../../platforms/party-fields.ts';
import type { Ports } from '../ports.ts';
import { TransactionNotPendingApproval } from '../transactions/errors.ts';
import { recordStep } from '../transactions/record-step.ts';
import { lockTransaction } from '../transactions/store.ts';
import { needsApproval, type Transaction } from '../transactions/transaction.ts';
import { approvalWindowMs, failureAtWindowEnd } from './payment-approval.ts';
import { findApproval, insertApproval, type PaymentApproval, saveApproval } from './store.ts';

export const endApprovalWindowJobKind = 'end-approval-window';

const enqueueEnd = (tx: Executor, { id, platformId }: Pick<Transaction, 'id' | 'platformId'>, dueAt: Date) =>
  enqueue(tx, {
    kind: endApprovalWindowJobKind,
    platformId,
    payload: { transactionId: id },
    dueAt,
  });

/** Opens the window of a payment that becomes PENDING. */
export async function openApprovalWindow(
  tx: Executor,
  { id, platformId }: Transaction,
  requestedFields: readonly RequestedField[],
  now: Date,
): Promise<void> {
  const windowEndsAt = new Date(now.getTime() + approvalWindowMs);
  await insertApproval(tx, {
    transactionId: id,
    platformId,
    windowEndsAt,
    requestedFields,
    hasRequestedSenderData: false,
    receiverCustomerInfo: undefined,
    decidedAt: undefined,
  });
  await enqueueEnd(tx, { id, platformId }, windowEndsAt);
}

/** Starts the window, once, when the request is sent to the endpoint: time in the queue does not count. The row is locked. */
export async function startApprovalWindow(tx: Executor, payment: Transaction, now: Date): Promise<void> {
  const approval = await findPendingApproval(tx, payment, now);
  if (approval instanceof TransactionNotPendingApproval) return;
  const isUnchanged = approval.windowEndsAt.getTime() - payment.createdAt.getTime() <= approvalWindowMs;
  if (isUnchanged) await renewApprovalWindow(tx, approval, now);
}

/** Restarts the window: the endpoint will decide later, or more data was requested from the originator's provider. */
export async function renewApprovalWindow(
  tx: Executor,
  approval: PaymentApproval,
  now: Date,
  { hasRequestedSenderData = approval.hasRequestedSenderData }: { hasRequestedSenderData?: boolean } = {},
): Promise<void> {
  // The job at the old end finds the new end and enqueues itself again.
  const windowEndsAt = new Date(now.getTime() + approvalWindowMs);
  await saveApproval(tx, approval.transactionId, { windowEndsAt, hasRequestedSenderData });
}

/** The approval of a payment that still waits for a decision. The transaction's row is locked. */
export async function findPendingApproval(
  tx: Executor,
  transaction: Transaction,
  now: Date,
): Promise<PaymentApproval | TransactionNotPendingApproval> {
  const waiting = needsApproval(transaction) && transaction.status === 'PENDING';
  const approval = waiting ? await findApproval(tx, transaction.id) : undefined;
  return approval && now < approval.windowEndsAt ? approval : new TransactionNotPendingApproval();
}

export const endApprovalWindowHandler =
  ({ transactionHooks }: Pick<Ports, 'transactionHooks'>): JobHandler =>
  async (tx, job, now) => {
    const { transactionId } = job.payload as { transactionId: Id<'Transaction'> };
    const scope = { platformId: job.platformId };
    const transaction = await lockTransaction(tx, scope, transactionId);
    if (transaction?.status !== 'PENDING') return;
    const approval = await findApproval(tx, transactionId);
    invariant(approval, 'a payment that waits for a decision has a window');
    if (now < approval.windowEndsAt) {
      await enqueueEnd(tx, transaction, approval.windowEndsAt);
      return;
    }
    const failureReason = failureAtWindowEnd(approval.hasRequestedSenderData);
    await recordStep(tx, transactionHooks, transaction, { status: 'FAILED', failureReason }, now);
  };
