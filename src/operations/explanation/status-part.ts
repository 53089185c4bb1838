/** Each change of the status and of the refund, with its cause. */
import type { AuditEntry } from '../../infrastructure/audit-log/audit-entry.ts';
import { formatMoney } from '../../kernel/money/amount.ts';
import type { TimelineStep } from '../../payments/transactions/timeline.ts';
import type { Transaction, TransactionStatus } from '../../payments/transactions/transaction.ts';
import type { ExplanationStep, StepOutcome } from './explanation.ts';
import { actorText, inWords, type Part } from './reading.ts';

const outgoing: Readonly<Partial<Record<TransactionStatus, string>>> = {
  PENDING: 'The payment was accepted',
  PROCESSING: 'The payment was sent to the payment rail',
  COMPLETED: 'The payment was delivered to the destination',
  FAILED: 'The payment failed',
  EXPIRED: 'The payment expired: its quote was not executed in time',
};

const incoming: Readonly<Partial<Record<TransactionStatus, string>>> = {
  CREATED: 'The payment was announced',
  PENDING: 'The payment was received, and waits to be accepted',
  PROCESSING: 'The payment was accepted',
  COMPLETED: 'The payment was credited',
  REJECTED: 'The payment was rejected',
  FAILED: 'The payment failed',
  REFUNDED: 'The payment was returned to the sender',
  EXPIRED: 'The payment expired',
};

const outcomes: Readonly<Record<TransactionStatus, StepOutcome>> = {
  CREATED: 'NEUTRAL',
  PENDING: 'WAITING',
  PROCESSING: 'NEUTRAL',
  COMPLETED: 'SUCCEEDED',
  REJECTED: 'FAILED',
  FAILED: 'FAILED',
  REFUNDED: 'NEUTRAL',
  EXPIRED: 'FAILED',
};

/** The operation that changed the status. Jobs and banks change it without an entry in the audit log. */
const changeTo = (status: TransactionStatus, changes: readonly AuditEntry[]): AuditEntry | undefined =>
  changes.find((entry) =>
    entry.changes.some(
      ({ field, before, after }) =>
        field === 'status' && after === status && before !== null && before !== undefined,
    ),
  );

function statusStep(
  { type, failureReason }: Transaction,
  { status, note, occurredAt }: TimelineStep,
  changes: readonly AuditEntry[],
): ExplanationStep {
  const change = changeTo(status, changes);
  const cause = [
    status === 'FAILED' && failureReason ? `: ${inWords(failureReason)}` : '',
    change ? `, by ${actorText(change.actor)} with ${change.operation}` : '',
  ].join('');
  const names = type === 'OUTGOING' ? outgoing : incoming;
  return {
    kind: 'STATUS_CHANGED',
    at: occurredAt,
    text: `${names[status] ?? `The status changed to ${inWords(status)}`}${cause}.`,
    outcome: outcomes[status],
    actor: change?.actor,
    comment: note,
    references: change ? [change.id] : [],
  };
}

const refunds = {
  PENDING: ['was started', 'WAITING'],
  COMPLETED: ['was paid: the amount is credited', 'SUCCEEDED'],
  FAILED: ['failed', 'FAILED'],
} as const;

function refundStep(
  { refund, sent }: Transaction,
  { note, occurredAt }: TimelineStep,
  status: keyof typeof refunds,
): ExplanationStep {
  const [text, outcome] = refunds[status];
  const reason = status === 'PENDING' && refund?.reason ? `, because of: ${inWords(refund.reason)}` : '';
  return {
    kind: 'REFUND_CHANGED',
    at: occurredAt,
    text: `The refund${refund ? ` ${refund.reference}` : ''}${sent ? ` of ${formatMoney(sent)}` : ''} ${text}${reason}.`,
    outcome,
    comment: note,
    amounts: sent ? [{ name: 'REFUNDED', value: sent }] : [],
  };
}

export const explainStatuses: Part =
  async ({ timelineOf, changesOf }) =>
  (transaction) => {
    const changes = changesOf(transaction.id);
    const steps = timelineOf(transaction);
    return steps.map((step, index) => {
      const { refundStatus } = step;
      return refundStatus && refundStatus !== steps[index - 1]?.refundStatus
        ? refundStep(transaction, step, refundStatus)
        : statusStep(transaction, step, changes);
    });
  };
