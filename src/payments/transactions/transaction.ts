/**
 * The transaction: the record of one movement, and the table of its legal moves.
 *
 * Source: gaps 2.9 (fields), 5.2 and 5.3 (state machines).
 */

import type { Id } from '../../kernel/ids.ts';
import type { Money } from '../../kernel/money/amount.ts';
import type { Ratio } from '../../kernel/money/rate.ts';
import type { TransactionType } from '../../platforms/transaction-type.ts';
import { externalAccountOf, internalAccountOf, type PaymentParty } from '../payment-party.ts';
import type { RateDetails } from '../rates/pricing.ts';

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

/** What made the transaction, which decides how it is settled. */
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
  /** Absent for the platform's own movements. */
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
  /** What the payment carries so that it can be matched. */
  readonly reference: string;
  readonly failureReason: TransactionFailureReason | undefined;
  readonly refund: Refund | undefined;
  readonly settledAt: Date | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Steps of one transaction at most: five statuses one after the other and two of a refund, and one to spare. */
export const maxSteps = 8;

/** Legal moves of the status, for both directions; what is absent here is refused as a defect. */
const moves: Record<TransactionType, Partial<Record<TransactionStatus, readonly TransactionStatus[]>>> = {
  OUTGOING: {
    PENDING: ['PROCESSING', 'EXPIRED', 'FAILED'],
    PROCESSING: ['COMPLETED', 'FAILED'],
    COMPLETED: ['FAILED'],
  },
  INCOMING: {
    // A look-up or a pay request of the sender's side that fails has asked nobody for a decision.
    CREATED: ['PENDING', 'FAILED'],
    PENDING: ['PROCESSING', 'REJECTED', 'FAILED', 'EXPIRED'],
    PROCESSING: ['COMPLETED', 'FAILED', 'REFUNDED'],
  },
};

export const mayMove = (type: TransactionType, from: TransactionStatus, to: TransactionStatus): boolean =>
  moves[type][from]?.includes(to) ?? false;

/**
 * Whether a quoted payment is pulled from a bank into an account of ours. Its money is nobody's to spend before the bank
 * has paid, so nothing is posted until it is COMPLETED.
 */
export const isPulled = ({
  type,
  source,
  destination,
}: Pick<Transaction, 'type' | 'source' | 'destination'>): boolean =>
  type === 'OUTGOING' &&
  externalAccountOf(source) !== undefined &&
  internalAccountOf(destination) !== undefined;

/** Whether what is sent has left its source by this status; what comes in is never debited. */
export const isDebited = (
  transaction: Pick<Transaction, 'type' | 'source' | 'destination' | 'status'>,
): boolean =>
  transaction.type === 'OUTGOING' &&
  transaction.status !== 'PENDING' &&
  !(isPulled(transaction) && transaction.status === 'PROCESSING');

/** Whether nothing further happens to it by itself. */
export function isTerminal({ status, refund }: Pick<Transaction, 'status' | 'refund'>): boolean {
  if (refund?.status === 'PENDING') return false;
  return status !== 'CREATED' && status !== 'PENDING' && status !== 'PROCESSING';
}
