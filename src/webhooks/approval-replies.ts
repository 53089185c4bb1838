/**
 * What the platform's endpoints answered to INCOMING_PAYMENT.PENDING, put together and applied to the payment. The
 * rules are in `payment-approval.ts`; how a decision is carried out is the payment approvals' own.
 *
 * Decision: a sender's side that is asked for more is given one more window; the sandbox's senders answer nothing, so
 * such a payment fails at its end.
 *
 * Source: gaps 6.4.
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

/** Locks the payment that a delivery asks about. */
export async function lockApprovalOf(
  tx: Executor,
  { body, platformId }: { readonly body: string; readonly platformId: Id<'Platform'> },
): Promise<Transaction | undefined> {
  const { data } = JSON.parse(body) as { data: { id?: unknown } };
  const id = parseId('Transaction', data.id);
  return id && (await lockTransaction(tx, { platformId }, id));
}

/** Applies what the answers so far make of a payment whose row is locked. */
export async function applyApprovalReplies(
  tx: Executor,
  { rail, transactionHooks }: Pick<Ports, 'rail' | 'transactionHooks'>,
  platform: Platform,
  payment: Transaction,
  eventUuid: string,
  now: Date,
): Promise<void> {
  const approval = await findPendingApproval(tx, payment, now);
  if (approval instanceof DomainError) return;
  // What ended without an answer was to an endpoint that is removed since.
  const ofEndpoints = or(ne(webhookDeliveries.status, 'FAILED'), isNotNull(webhookDeliveries.answeredAt));
  const asked = await tx
    .select({ reply: webhookDeliveries.approvalReply })
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.eventId, eventUuid), ofEndpoints));
  const answered = await tx
    .select({ reply: webhookDeliveries.approvalReply })
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.eventId, eventUuid), isNotNull(webhookDeliveries.answeredAt)))
    .orderBy(webhookDeliveries.answeredAt);
  const replies = answered.map(({ reply }) => reply as unknown as ApprovalReply);
  const decision = decideApproval(replies, asked.length, approval.requestedFields);
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
      if (!approval.askedSender) await renewApprovalWindow(tx, approval, now, { askedSender: true });
      return;
    case 'wait':
      // Only the answer that has just come can begin the window again.
      if (decision.newWindow && replies.at(-1)?.kind === 'decide-later') {
        await renewApprovalWindow(tx, approval, now);
      }
  }
}
