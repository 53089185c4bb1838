/**
 * The transaction record, and the transitions of its status.
 *
 * Source: docs/behaviour/payments.md#transactions (fields), docs/behaviour/payments.md#states-of-an-outgoing-transaction and docs/behaviour/payments.md#states-of-an-incoming-transaction (state machines).
 */

import type { Id } from '../../kernel/ids.ts';
import type { Money } from '../../kernel/money/amount.ts';
import type { Ratio } from '../../kernel/money/rate.ts';
import type { TransactionType } from '../../platforms/transaction-type.ts';
import { externalAccountOf, internalAccountOf, type PaymentParty } from '../payment-party.ts';
import type { RateDetails } from '../rates/rate-details.ts';
import type { SandboxOutcome } from './sandbox-outcome.ts';

export const transactionStatuses = [
  'CREATED',
  'PENDING',
  'PROCESSING',
  'COMPLETED',
  'REJECTED',
  'FAILED',
  'REFUNDED',
  'EXPIRED',
] as const;
export type TransactionStatus = (typeof transactionStatuses)[number];

export const transactionFailureReasons = [
  'LNURLP_FAILED',
  'PAY_REQUEST_FAILED',
  'PAYMENT_APPROVAL_WEBHOOK_ERROR',
  'PAYMENT_APPROVAL_TIMED_OUT',
  'OFFRAMP_FAILED',
  'MISSING_MANDATORY_PAYEE_DATA',
  'QUOTE_EXPIRED',
  'QUOTE_EXECUTION_FAILED',
  'LIGHTNING_PAYMENT_FAILED',
  'FUNDING_AMOUNT_MISMATCH',
  'COUNTERPARTY_POST_TX_FAILED',
] as const;
export type TransactionFailureReason = (typeof transactionFailureReasons)[number];

export const refundStatuses = ['PENDING', 'COMPLETED', 'FAILED'] as const;
export type RefundStatus = (typeof refundStatuses)[number];

export const refundReasons = ['TRANSACTION_FAILED', 'USER_CANCELLATION', 'TIMEOUT'] as const;
export type RefundReason = (typeof refundReasons)[number];

/** The operation that created the transaction. It determines how the transaction is settled. */
export const transactionOrigins = ['TRANSFER_IN', 'TRANSFER_OUT', 'QUOTE', 'FUNDING', 'UMA_RECEIPT'] as const;
export type TransactionOrigin = (typeof transactionOrigins)[number];

export interface Refund {
  readonly reference: string;
  readonly status: RefundStatus;
  readonly reason: RefundReason;
  readonly initiatedAt: Date;
  readonly settledAt: Date | undefined;
}

export interface Transaction {
  readonly id: Id<'Transaction'>;
  readonly platformId: Id<'Platform'>;
  /** Absent for the platform's own transactions. */
  readonly customerId: Id<'Customer'> | undefined;
  readonly platformCustomerId: string | undefined;
  readonly type: TransactionType;
  readonly origin: TransactionOrigin;
  readonly status: TransactionStatus;
  readonly source: PaymentParty;
  readonly destination: PaymentParty;
  readonly sent: Money | undefined;
  readonly received: Money | undefined;
  /** Sending units per receiving unit, in major units. Absent for same-currency transfers. */
  readonly exchangeRate: Ratio | undefined;
  /** In the smallest unit of the sending currency. */
  readonly fees: bigint;
  readonly rateDetails: RateDetails | undefined;
  readonly quoteId: Id<'Quote'> | undefined;
  readonly agentId: Id<'Agent'> | undefined;
  readonly description: string | undefined;
  readonly counterpartyInformation: Readonly<Record<string, string>> | undefined;
  /** The reference that identifies the payment in reconciliation. */
  readonly reference: string;
  /** The outcome that the creator selected; absent for the one that the counterparty selects, and in production. */
  readonly sandboxOutcome?: SandboxOutcome | undefined;
  readonly failureReason: TransactionFailureReason | undefined;
  readonly refund: Refund | undefined;
  readonly settledAt: Date | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The maximum number of steps: five statuses, two refund statuses, and one in reserve. */
export const maxSteps = 8;

/** The allowed status transitions of both types. Any other transition is a bug. */
const moves: Record<TransactionType, Partial<Record<TransactionStatus, readonly TransactionStatus[]>>> = {
  OUTGOING: {
    PENDING: ['PROCESSING', 'EXPIRED', 'FAILED'],
    PROCESSING: ['COMPLETED', 'FAILED'],
    COMPLETED: ['FAILED'],
  },
  INCOMING: {
    // When the originator's look-up or pay request fails, no decision has been requested.
    CREATED: ['PENDING', 'FAILED'],
    PENDING: ['PROCESSING', 'REJECTED', 'FAILED', 'EXPIRED'],
    PROCESSING: ['COMPLETED', 'FAILED', 'REFUNDED'],
  },
};

export const mayMove = (type: TransactionType, from: TransactionStatus, to: TransactionStatus): boolean =>
  moves[type][from]?.includes(to) ?? false;

/**
 * Whether a quoted payment is pulled from a bank into an internal account. The money cannot be spent before the bank has
 * paid, so nothing is posted until COMPLETED.
 */
export const isPulled = ({
  type,
  source,
  destination,
}: Pick<Transaction, 'type' | 'source' | 'destination'>): boolean =>
  type === 'OUTGOING' &&
  externalAccountOf(source) !== undefined &&
  internalAccountOf(destination) !== undefined;

/** Whether the platform approves the payment: someone else sent it. */
export const needsApproval = ({ origin }: Pick<Transaction, 'origin'>): boolean =>
  origin === 'UMA_RECEIPT' || origin === 'FUNDING';

/** Whether the source is debited in this status. Incoming payments are never debited. */
export const isDebited = (
  transaction: Pick<Transaction, 'type' | 'source' | 'destination' | 'status'>,
): boolean =>
  transaction.type === 'OUTGOING' &&
  transaction.status !== 'PENDING' &&
  !(isPulled(transaction) && transaction.status === 'PROCESSING');
