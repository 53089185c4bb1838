/**
 * The event kinds of payments, and the event of each step.
 *
 * Decision: INCOMING_PAYMENT.PENDING requests a decision, so it is sent only for payments from outside. The platform
 * itself requested its transfers in; it is only notified of their outcome.
 *
 * Source: docs/behaviour/webhooks.md#delivery, docs/behaviour/payments.md#states-of-an-outgoing-transaction, docs/behaviour/payments.md#states-of-an-incoming-transaction.
 */

import { type EventKind, kindOf } from '../infrastructure/events/kind.ts';
import { invariant } from '../kernel/errors.ts';
import type { TransactionType } from '../platforms/transaction-type.ts';
import {
  needsApproval,
  type RefundStatus,
  type TransactionOrigin,
  type TransactionStatus,
} from './transactions/transaction.ts';

export const paymentEventKinds = {
  'OUTGOING_PAYMENT.PENDING': kindOf('Transaction'),
  'OUTGOING_PAYMENT.PROCESSING': kindOf('Transaction'),
  'OUTGOING_PAYMENT.COMPLETED': kindOf('Transaction'),
  'OUTGOING_PAYMENT.FAILED': kindOf('Transaction'),
  'OUTGOING_PAYMENT.EXPIRED': kindOf('Transaction'),
  'OUTGOING_PAYMENT.REFUND_PENDING': kindOf('Transaction'),
  'OUTGOING_PAYMENT.REFUND_COMPLETED': kindOf('Transaction'),
  'OUTGOING_PAYMENT.REFUND_FAILED': kindOf('Transaction'),
  'INCOMING_PAYMENT.PENDING': kindOf('Transaction'),
  'INCOMING_PAYMENT.COMPLETED': kindOf('Transaction'),
  'INCOMING_PAYMENT.FAILED': kindOf('Transaction'),
} as const satisfies Record<string, EventKind>;

type PaymentEventType = keyof typeof paymentEventKinds;

/** The event that requests the platform's approval of an incoming payment. The webhook response is the decision. */
export const approvalEventType = 'INCOMING_PAYMENT.PENDING' satisfies PaymentEventType;

/** One step of a transaction. `previous` is absent when the transaction was just created. */
export interface TransactionStep {
  readonly type: TransactionType;
  readonly origin: TransactionOrigin;
  readonly previous:
    | { readonly status: TransactionStatus; readonly refundStatus: RefundStatus | undefined }
    | undefined;
  readonly status: TransactionStatus;
  readonly refundStatus: RefundStatus | undefined;
}

const outgoing: Partial<Record<TransactionStatus, PaymentEventType>> = {
  PENDING: 'OUTGOING_PAYMENT.PENDING',
  PROCESSING: 'OUTGOING_PAYMENT.PROCESSING',
  COMPLETED: 'OUTGOING_PAYMENT.COMPLETED',
  FAILED: 'OUTGOING_PAYMENT.FAILED',
  EXPIRED: 'OUTGOING_PAYMENT.EXPIRED',
};

// REJECTED, REFUNDED and EXPIRED share the type of FAILED: the receiver reads the status in the resource.
const incoming: Partial<Record<TransactionStatus, PaymentEventType>> = {
  COMPLETED: 'INCOMING_PAYMENT.COMPLETED',
  FAILED: 'INCOMING_PAYMENT.FAILED',
  REJECTED: 'INCOMING_PAYMENT.FAILED',
  REFUNDED: 'INCOMING_PAYMENT.FAILED',
  EXPIRED: 'INCOMING_PAYMENT.FAILED',
};

/** The event type of a step, if it has one. A step changes either the status or the refund; both at once is a bug. */
export function transactionEvent(step: TransactionStep): PaymentEventType | undefined {
  const { type, origin, previous, status, refundStatus } = step;
  const statusChanged = previous?.status !== status;
  const refundChanged = previous?.refundStatus !== refundStatus;
  invariant(
    !(statusChanged && refundChanged),
    'one step changes the status of a transaction or its refund, not both',
  );

  if (type === 'INCOMING') {
    if (!statusChanged) return undefined;
    if (status === 'PENDING') return needsApproval({ origin }) ? approvalEventType : undefined;
    return incoming[status];
  }
  if (refundChanged) return refundStatus && `OUTGOING_PAYMENT.REFUND_${refundStatus}`;
  return statusChanged ? outgoing[status] : undefined;
}
