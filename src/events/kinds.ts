/**
 * Every kind of event that a platform can be told of, and which change is which kind.
 *
 * Decision: a status that a record is created with counts as a status that it came to, so a customer who is APPROVED
 * from the start is announced as KYC_APPROVED.
 * Decision: INCOMING_PAYMENT.PENDING asks for a decision, so it is sent for payments from outside only; the
 * platform asked for its transfers in by itself, and hears of their outcome.
 *
 * Source: gaps 6.1, 5.2, 5.3.
 */
import { z } from 'zod';
import { invariant } from '../kernel/errors.ts';
import type { IdType } from '../kernel/ids.ts';
import { boundedList, maxChoices } from '../kernel/lists.ts';
import { optional } from '../kernel/parse.ts';
import type {
  RefundStatus,
  TransactionOrigin,
  TransactionStatus,
  TransactionType,
} from '../transactions/transaction.ts';
import type { VerificationOutcome, VerificationStatus } from '../verifications/verification.ts';

/** What an event carries as its `data`. An invitation has a code and no id; TEST carries nothing. */
export type EventResource =
  | Extract<IdType, 'Transaction' | 'Customer' | 'Verification' | 'InternalAccount' | 'AgentAction'>
  | 'Invitation'
  | 'BulkUpload';

export interface EventKind {
  readonly resource: EventResource | undefined;
  /** Another published spelling, which the envelope carries beside `type`. */
  readonly alias?: string;
}

const of = (resource: EventResource): EventKind => ({ resource });

export const eventKinds = {
  'OUTGOING_PAYMENT.PENDING': of('Transaction'),
  'OUTGOING_PAYMENT.PROCESSING': of('Transaction'),
  'OUTGOING_PAYMENT.COMPLETED': of('Transaction'),
  'OUTGOING_PAYMENT.FAILED': of('Transaction'),
  'OUTGOING_PAYMENT.EXPIRED': of('Transaction'),
  'OUTGOING_PAYMENT.REFUND_PENDING': of('Transaction'),
  'OUTGOING_PAYMENT.REFUND_COMPLETED': of('Transaction'),
  'OUTGOING_PAYMENT.REFUND_FAILED': of('Transaction'),
  'INCOMING_PAYMENT.PENDING': of('Transaction'),
  'INCOMING_PAYMENT.COMPLETED': of('Transaction'),
  'INCOMING_PAYMENT.FAILED': of('Transaction'),
  'CUSTOMER.KYC_APPROVED': of('Customer'),
  'CUSTOMER.KYC_REJECTED': of('Customer'),
  'CUSTOMER.KYC_PENDING': of('Customer'),
  'CUSTOMER.KYB_APPROVED': of('Customer'),
  'CUSTOMER.KYB_REJECTED': of('Customer'),
  'CUSTOMER.KYB_PENDING': of('Customer'),
  'VERIFICATION.APPROVED': of('Verification'),
  'VERIFICATION.REJECTED': of('Verification'),
  'VERIFICATION.RESOLVE_ERRORS': of('Verification'),
  'VERIFICATION.IN_PROGRESS': of('Verification'),
  'VERIFICATION.PENDING_MANUAL_REVIEW': of('Verification'),
  'VERIFICATION.READY_FOR_VERIFICATION': of('Verification'),
  'INTERNAL_ACCOUNT.BALANCE_UPDATED': of('InternalAccount'),
  'INTERNAL_ACCOUNT.STATUS_UPDATED': of('InternalAccount'),
  INVITATION_CLAIMED: { resource: 'Invitation', alias: 'INVITATION.CLAIMED' },
  'BULK_UPLOAD.COMPLETED': of('BulkUpload'),
  'BULK_UPLOAD.FAILED': of('BulkUpload'),
  'AGENT_ACTION.PENDING_APPROVAL': of('AgentAction'),
  TEST: { resource: undefined },
} as const satisfies Record<string, EventKind>;

export type EventType = keyof typeof eventKinds;
export const eventTypes = Object.keys(eventKinds) as readonly EventType[];

/** The kind, with every field that a kind can have. */
export const eventKindOf = (type: EventType): EventKind => eventKinds[type];

/** The event that asks the platform whether a payment may come in; its answer is a decision. */
export const approvalEventType = 'INCOMING_PAYMENT.PENDING' satisfies EventType;

const typeBySpelling = new Map<string, EventType>(
  eventTypes.flatMap((type) =>
    [type, eventKindOf(type).alias ?? type].map((spelling) => [spelling, type] as const),
  ),
);

/** The type that the text spells, its alias included. */
export const parseEventType = (text: string): EventType | undefined => typeBySpelling.get(text);

/** The kinds that an endpoint wants, each once; absent means every kind. */
export const wantedEventTypes = optional(
  boundedList(
    z.string({ error: 'must be a string' }).transform((value, context): EventType => {
      const type = parseEventType(value);
      if (type) return type;
      context.addIssue({
        code: 'custom',
        message: 'must be an event type, for example OUTGOING_PAYMENT.COMPLETED',
      });
      return z.NEVER;
    }),
    maxChoices,
    { nonEmpty: 'must name at least one event type, or be absent for all' },
  ).transform((types) => [...new Set(types)] as const),
);

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

const outgoing: Partial<Record<TransactionStatus, EventType>> = {
  PENDING: 'OUTGOING_PAYMENT.PENDING',
  PROCESSING: 'OUTGOING_PAYMENT.PROCESSING',
  COMPLETED: 'OUTGOING_PAYMENT.COMPLETED',
  FAILED: 'OUTGOING_PAYMENT.FAILED',
  EXPIRED: 'OUTGOING_PAYMENT.EXPIRED',
};

// REJECTED and REFUNDED have no type of their own, nor has EXPIRED: the receiver reads the status in the resource.
const incoming: Partial<Record<TransactionStatus, EventType>> = {
  COMPLETED: 'INCOMING_PAYMENT.COMPLETED',
  FAILED: 'INCOMING_PAYMENT.FAILED',
  REJECTED: 'INCOMING_PAYMENT.FAILED',
  REFUNDED: 'INCOMING_PAYMENT.FAILED',
  EXPIRED: 'INCOMING_PAYMENT.FAILED',
};

/** The event of one step, or none. A step moves the status or the refund: both at once is a defect. */
export function transactionEvent(step: TransactionStep): EventType | undefined {
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

/** The event of a customer's identity status that moved to `to`, or none; UNVERIFIED is not announced. */
export function customerEvent(
  check: 'KYC' | 'KYB',
  from: VerificationStatus | undefined,
  to: VerificationStatus,
): EventType | undefined {
  return from === to || to === 'UNVERIFIED' ? undefined : `CUSTOMER.${check}_${to}`;
}

/** The event of a verification that moved to `to`, or none. */
export const verificationEvent = (
  from: VerificationOutcome | undefined,
  to: VerificationOutcome,
): EventType | undefined => (from === to ? undefined : `VERIFICATION.${to}`);

/** What of an internal account an event tells: `balance` is the available one, in the smallest unit. */
interface AccountState {
  readonly status: string;
  readonly balance: bigint;
}

/** The events of an internal account's change, its status first. Making an account is no update. */
export function accountEvents(from: AccountState, to: AccountState): readonly EventType[] {
  return [
    ...(from.status === to.status ? [] : (['INTERNAL_ACCOUNT.STATUS_UPDATED'] as const)),
    ...(from.balance === to.balance ? [] : (['INTERNAL_ACCOUNT.BALANCE_UPDATED'] as const)),
  ];
}

/** The event of an agent's action that is now in `status`; decisions are not announced. */
export const agentActionEvent = (status: string): EventType | undefined =>
  status === 'PENDING_APPROVAL' ? 'AGENT_ACTION.PENDING_APPROVAL' : undefined;
