/**
 * The kinds of event that tell the steps of a payment.
 *
 * Decision: INCOMING_PAYMENT.PENDING asks for a decision, so it is sent for payments from outside only; the platform
 * requested its transfers in by itself, and is notified of their outcome.
 *
 * Source: gaps 6.1, 5.2, 5.3.
 */

import { type EventKind, kindOf } from '../infrastructure/events/kind.ts';
import { invariant } from '../kernel/errors.ts';
import type { TransactionType } from '../platforms/transaction-type.ts';
import type { RefundStatus, TransactionOrigin, TransactionStatus } from './transactions/transaction.ts';

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

export type PaymentEventType = keyof typeof paymentEventKinds;

/** The event that asks the platform whether a payment may come in; its answer is a decision. */
export const approvalEventType = 'INCOMING_PAYMENT.PENDING' satisfies PaymentEventType;

/** One step of a transaction. Absent `previous` means that it was just made. */
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

// REJECTED and REFUNDED have no type of their own, nor has EXPIRED: the receiver reads the status in the resource.
const incoming: Partial<Record<TransactionStatus, PaymentEventType>> = {
  COMPLETED: 'INCOMING_PAYMENT.COMPLETED',
  FAILED: 'INCOMING_PAYMENT.FAILED',
  REJECTED: 'INCOMING_PAYMENT.FAILED',
  REFUNDED: 'INCOMING_PAYMENT.FAILED',
  EXPIRED: 'INCOMING_PAYMENT.FAILED',
};

/** The event of one step, or none. A step moves the status or the refund: both at once is a defect. */
export function transactionEvent(step: TransactionStep): PaymentEventType | undefined {
  const { type, origin, previous, status, refundStatus } = step;
  const statusMoved = previous?.status !== status;
  const refundMoved = previous?.refundStatus !== refundStatus;
  invariant(
    !(statusMoved && refundMoved),
    'one step moves the status of a transaction or its refund, not both',
  );

  if (type === 'INCOMING') {
    if (!statusMoved) return undefined;
    if (status === 'PENDING') return origin === 'UMA_RECEIPT' ? approvalEventType : undefined;
    return incoming[status];
  }
  if (refundMoved) return refundStatus && `OUTGOING_PAYMENT.REFUND_${refundStatus}`;
  return statusMoved ? outgoing[status] : undefined;
}
