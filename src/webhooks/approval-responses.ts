/**
 * Combines the responses of the platform's endpoints to INCOMING_PAYMENT.PENDING and applies the decision to the payment.
 * The rules are in `payment-approval.ts`. The operations of `payments/approvals` approve or reject the payment.
 *
 * Decision: when more data is requested from the sender, the approval window is renewed once. The senders of the sandbox never
 * respond, so such a payment fails at the end of that window.
 *
 * Source: docs/behaviour/webhooks.md#payment-approval.
 */
import { and, eq, isNotNull, ne, or } from 'drizzle-orm';
import type { Executor } from '../infrastructure/database/client.ts';
import { DomainError } from '../kernel/errors.ts';
import { type Id, parseId } from '../kernel/ids.ts';
import { findPendingApproval, renewApprovalWindow } from '../payments/approvals/approval-window.ts';
import { approveIn } from '../payments/approvals/approve-transaction.ts';
import { type ApprovalReply, decideApproval } from '../payments/approvals/payment-approval.ts';
import { rejectIn } from '../payments/approvals/reject-transaction.ts';
import type { Ports } from '../payments/ports.ts';
import { recordStep } from '../payments/transactions/record-step.ts';
import { lockTransaction } from '../payments/transactions/store.ts';
import type { Transaction } from '../payments/transactions/transaction.ts';
import type { Platform } from '../platforms/platform.ts';
import { webhookDeliveries } from './tables.ts';

/** Locks the payment that the delivery is about. */
export async function lockPaymentOfDelivery(
  tx: Executor,
  { body, platformId }: { readonly body: string; readonly platformId: Id<'Platform'> },
): Promise<Transaction | undefined> {
  const { data } = JSON.parse(body) as { data: { id?: unknown } };
  const id = parseId('Transaction', data.id);
  return id && (await lockTransaction(tx, { platformId }, id));
}

/** Applies the decision that follows from the responses so far. The caller holds the lock on the payment. */
export async function applyApprovalResponses(
  tx: Executor,
  { rail, transactionHooks }: Pick<Ports, 'rail' | 'transactionHooks'>,
  platform: Platform,
  payment: Transaction,
  eventUuid: string,
  now: Date,
): Promise<void> {
  const approval = await findPendingApproval(tx, payment, now);
  if (approval instanceof DomainError) return;
  // A failed delivery without a response went to an endpoint that was removed since.
  const hasEndpoint = or(ne(webhookDeliveries.status, 'FAILED'), isNotNull(webhookDeliveries.respondedAt));
  const requested = await tx
    .select({ reply: webhookDeliveries.approvalReply })
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.eventId, eventUuid), hasEndpoint));
  const responded = await tx
    .select({ reply: webhookDeliveries.approvalReply })
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.eventId, eventUuid), isNotNull(webhookDeliveries.respondedAt)))
    .orderBy(webhookDeliveries.respondedAt);
  const replies = responded.map(({ reply }) => reply as unknown as ApprovalReply);
  const decision = decideApproval(replies, requested.length, approval.requestedFields);
  switch (decision.kind) {
    case 'approve':
      await approveIn(tx, { rail, transactionHooks }, platform, payment, decision.receiverCustomerInfo, now);
      return;
    case 'reject':
      await rejectIn(tx, transactionHooks, payment, decision.reason ?? decision.code, now);
      return;
    case 'fail':
      await recordStep(
        tx,
        transactionHooks,
        payment,
        { status: 'FAILED', failureReason: decision.failureReason },
        now,
      );
      return;
    case 'ask':
      if (!approval.hasRequestedSenderData)
        await renewApprovalWindow(tx, approval, now, { hasRequestedSenderData: true });
      return;
    case 'wait':
      // Only the latest response may restart the window.
      if (decision.newWindow && replies.at(-1)?.kind === 'decide-later') {
        await renewApprovalWindow(tx, approval, now);
      }
  }
}
