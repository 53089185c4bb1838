import { describe, expect, test } from 'vitest';
import { accountEventKinds } from '../../src/accounts/events.ts';
import { agentActionEvent, agentEventKinds } from '../../src/agents/events.ts';
import { customerEvent, customerEventKinds, verificationEvent } from '../../src/customers/events.ts';
import { verificationOutcomes } from '../../src/customers/verifications/verification.ts';
import { parseInput } from '../../src/kernel/parse.ts';
import { paymentEventKinds, type TransactionStep, transactionEvent } from '../../src/payments/events.ts';
import type { RefundStatus, TransactionStatus } from '../../src/payments/transactions/transaction.ts';
import {
  eventKindOf,
  eventTypes,
  parseEventType,
  subscribedEventTypes,
} from '../../src/webhooks/event-kinds.ts';

type State = TransactionStatus | `${TransactionStatus}+${RefundStatus}`;

/** The events of a history. A step such as `FAILED+PENDING` is the status and the refund status, if there is one. */
function eventsOf(subject: Pick<TransactionStep, 'type' | 'origin'>, history: readonly State[]): string[] {
  let previous: TransactionStep['previous'];
  return history.flatMap((state) => {
    const [status, refundStatus] = state.split('+') as [TransactionStatus, RefundStatus | undefined];
    const event = transactionEvent({ ...subject, previous, status, refundStatus });
    previous = { status, refundStatus };
    return event ? [event.slice(event.indexOf('.') + 1)] : [];
  });
}

describe('an outgoing payment has an event for every step', () => {
  const payment = { type: 'OUTGOING', origin: 'QUOTE' } as const;
  const P = ['PENDING', 'PROCESSING'] as const;
  test.each<[string, State[], string[]]>([
    ['success', [...P, 'COMPLETED'], [...P, 'COMPLETED']],
    ['expiry', ['PENDING', 'EXPIRED'], ['PENDING', 'EXPIRED']],
    ['immediate failure', ['PENDING', 'FAILED'], ['PENDING', 'FAILED']],
    [
      'failure with refund',
      [...P, 'FAILED', 'FAILED+PENDING', 'FAILED+COMPLETED'],
      [...P, 'FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED'],
    ],
    [
      'failed refund',
      [...P, 'FAILED', 'FAILED+PENDING', 'FAILED+FAILED'],
      [...P, 'FAILED', 'REFUND_PENDING', 'REFUND_FAILED'],
    ],
    [
      'bank return',
      [...P, 'COMPLETED', 'FAILED', 'FAILED+PENDING', 'FAILED+COMPLETED'],
      [...P, 'COMPLETED', 'FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED'],
    ],
    [
      'cancellation',
      [...P, 'PROCESSING+PENDING', 'PROCESSING+COMPLETED', 'COMPLETED+COMPLETED'],
      [...P, 'REFUND_PENDING', 'REFUND_COMPLETED', 'COMPLETED'],
    ],
    ['nothing moved', ['PENDING', 'PENDING'], ['PENDING']],
  ])('%s', (_, history, events) => {
    expect(eventsOf(payment, history)).toEqual(events);
  });

  test('a step that changes the status and the refund status at once is a defect', () => {
    expect(() => eventsOf(payment, [...P, 'FAILED+PENDING'])).toThrow('not both');
  });
});

describe('an incoming payment', () => {
  const uma = { type: 'INCOMING', origin: 'UMA_RECEIPT' } as const;
  test.each<[string, State[], string[]]>([
    [
      'requests an approval, then reports its outcome',
      ['CREATED', 'PENDING', 'PROCESSING', 'COMPLETED'],
      ['PENDING', 'COMPLETED'],
    ],
    ['failed', ['CREATED', 'PENDING', 'FAILED'], ['PENDING', 'FAILED']],
    ['rejected is reported as failed', ['CREATED', 'PENDING', 'REJECTED'], ['PENDING', 'FAILED']],
    [
      'sent back is reported as failed',
      ['CREATED', 'PENDING', 'PROCESSING', 'REFUNDED'],
      ['PENDING', 'FAILED'],
    ],
    ['lapsed is reported as failed', ['CREATED', 'PENDING', 'EXPIRED'], ['PENDING', 'FAILED']],
  ])('%s', (_, history, events) => {
    expect(eventsOf(uma, history)).toEqual(events);
  });

  test('that the platform requested itself needs no approval', () => {
    const transfer = { type: 'INCOMING', origin: 'TRANSFER_IN' } as const;
    expect(eventsOf(transfer, ['PENDING', 'PROCESSING', 'COMPLETED'])).toEqual(['COMPLETED']);
  });

  test('that starts as completed reports its completion', () => {
    expect(eventsOf({ type: 'INCOMING', origin: 'FUNDING' }, ['COMPLETED'])).toEqual(['COMPLETED']);
  });
});

describe('a customer reports the outcome of the identity check', () => {
  test.each([
    ['KYC', undefined, 'APPROVED', 'CUSTOMER.KYC_APPROVED'],
    ['KYC', undefined, 'PENDING', 'CUSTOMER.KYC_PENDING'],
    ['KYC', 'PENDING', 'REJECTED', 'CUSTOMER.KYC_REJECTED'],
    ['KYB', undefined, 'UNVERIFIED', undefined],
    ['KYB', 'UNVERIFIED', 'PENDING', 'CUSTOMER.KYB_PENDING'],
    ['KYB', 'PENDING', 'APPROVED', 'CUSTOMER.KYB_APPROVED'],
    ['KYB', 'PENDING', 'REJECTED', 'CUSTOMER.KYB_REJECTED'],
    ['KYB', 'APPROVED', 'APPROVED', undefined],
  ] as const)('%s from %s to %s: %s', (check, from, to, event) => {
    expect(customerEvent(check, from, to)).toBe(event);
  });
});

describe('other records', () => {
  test.each(verificationOutcomes)('a verification reports that it is %s', (outcome) => {
    expect(verificationEvent(undefined, outcome)).toBe(`VERIFICATION.${outcome}`);
    expect(verificationEvent(outcome, outcome)).toBeUndefined();
  });

  const decidedAt = new Date('2025-07-21T10:00:00Z');
  test.each([
    ['a request that waits', undefined, { status: 'PENDING_APPROVAL' }, 'AGENT_ACTION.PENDING_APPROVAL'],
    ['a request that runs without a decision', undefined, { status: 'APPROVED' }, undefined],
    ['an approval', 'PENDING_APPROVAL', { status: 'APPROVED', decidedAt }, 'AGENT_ACTION.APPROVED'],
    [
      'an approval whose execution fails',
      'PENDING_APPROVAL',
      { status: 'FAILED', decidedAt },
      'AGENT_ACTION.APPROVED',
    ],
    ['a later failure', 'APPROVED', { status: 'FAILED', decidedAt }, undefined],
    ['a rejection', 'PENDING_APPROVAL', { status: 'REJECTED', decidedAt }, 'AGENT_ACTION.REJECTED'],
    ['a deleted agent', 'PENDING_APPROVAL', { status: 'REJECTED' }, 'AGENT_ACTION.REJECTED'],
    ['no decision in time', 'PENDING_APPROVAL', { status: 'FAILED' }, 'AGENT_ACTION.EXPIRED'],
    ['a failure without a decision', 'APPROVED', { status: 'FAILED' }, undefined],
  ] as const)('%s of an agent action', (_, before, after, event) => {
    const previous = before && { status: before };
    expect(agentActionEvent(previous, { decidedAt: undefined, ...after })).toBe(event);
  });
});

describe('the kinds of events', () => {
  test('are TEST and those that the contexts declare', () => {
    const declared = [accountEventKinds, agentEventKinds, customerEventKinds, paymentEventKinds].flatMap(
      Object.keys,
    );
    expect(new Set(declared).size).toBe(declared.length);
    expect(eventTypes.toSorted()).toEqual([...declared, 'TEST'].toSorted());
  });

  test.each([
    'OUTGOING_PAYMENT.PENDING',
    'OUTGOING_PAYMENT.PROCESSING',
    'OUTGOING_PAYMENT.COMPLETED',
    'OUTGOING_PAYMENT.FAILED',
    'OUTGOING_PAYMENT.EXPIRED',
    'OUTGOING_PAYMENT.REFUND_PENDING',
    'OUTGOING_PAYMENT.REFUND_COMPLETED',
    'OUTGOING_PAYMENT.REFUND_FAILED',
    'INCOMING_PAYMENT.PENDING',
    'INCOMING_PAYMENT.COMPLETED',
    'INCOMING_PAYMENT.FAILED',
    'CUSTOMER.KYC_APPROVED',
    'CUSTOMER.KYC_REJECTED',
    'CUSTOMER.KYC_PENDING',
    'CUSTOMER.KYB_APPROVED',
    'CUSTOMER.KYB_REJECTED',
    'CUSTOMER.KYB_PENDING',
    'VERIFICATION.APPROVED',
    'VERIFICATION.REJECTED',
    'VERIFICATION.RESOLVE_ERRORS',
    'VERIFICATION.IN_PROGRESS',
    'VERIFICATION.PENDING_MANUAL_REVIEW',
    'VERIFICATION.READY_FOR_VERIFICATION',
    'INVITATION_CLAIMED',
    'BULK_UPLOAD.COMPLETED',
    'BULK_UPLOAD.FAILED',
    'INTERNAL_ACCOUNT.BALANCE_UPDATED',
    'INTERNAL_ACCOUNT.STATUS_UPDATED',
    'AGENT_ACTION.PENDING_APPROVAL',
    'AGENT_ACTION.APPROVED',
    'AGENT_ACTION.REJECTED',
    'AGENT_ACTION.EXPIRED',
    'TEST',
  ])('include the published %s', (type) => {
    expect(parseEventType(type)).toBe(type);
  });

  test('the claim of an invitation has a second spelling', () => {
    expect(eventKindOf('INVITATION_CLAIMED').alias).toBe('INVITATION.CLAIMED');
    expect(parseEventType('INVITATION.CLAIMED')).toBe('INVITATION_CLAIMED');
    expect(eventTypes.filter((type) => eventKindOf(type).alias)).toEqual(['INVITATION_CLAIMED']);
  });

  test('an endpoint subscribes to all of them, or to those that it names', () => {
    expect(parseInput(subscribedEventTypes, null)).toBeUndefined();
    expect(parseInput(subscribedEventTypes, ['INVITATION.CLAIMED', 'TEST', 'INVITATION_CLAIMED'])).toEqual([
      'INVITATION_CLAIMED',
      'TEST',
    ]);
    expect(parseInput(subscribedEventTypes, [])).toMatchObject({ code: 'INVALID_INPUT' });
    expect(parseInput(subscribedEventTypes, ['TEST', 'CUSTOMER.KYC_SUBMITTED'])).toMatchObject({
      fields: [{ path: '1' }],
    });
  });
});
