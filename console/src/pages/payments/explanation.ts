/** The steps of a payment in the order of their times, each with the reason that the records have for it. */

import { formatMoney } from '../../components/money.tsx';
import { customerName } from '../../components/parties.ts';
import { words } from '../../components/status.tsx';
import type {
  LedgerAccountPartsFragment,
  PaymentDeliveriesQuery,
  PaymentPartsFragment,
} from './payments.documents.ts';

/** The order of steps that have the same time. */
const order = [
  'agent',
  'vote',
  'decision',
  'quote',
  'hold',
  'status',
  'refund',
  'ledger',
  'webhook',
] as const;
export type StepKind = (typeof order)[number];

export interface Step {
  readonly key: string;
  readonly kind: StepKind;
  readonly at: string;
  readonly title: string;
  /** Sentences below the title. */
  readonly lines: readonly string[];
  /** Text that a person wrote. */
  readonly quotation?: string | undefined;
  readonly tone: 'neutral' | 'good' | 'bad' | 'waiting';
  readonly link?: { readonly to: string; readonly label: string };
}

type Delivery = PaymentDeliveriesQuery['webhookDeliveries']['nodes'][number];

const rules: Readonly<Record<string, string>> = {
  APPROVAL_THRESHOLD: 'the amount is above the threshold of the policy',
  ACCOUNT_RULE: 'the policy has a rule for this account',
  DEFAULT_EXECUTION_MODE: 'the policy requires approval for every payment',
};

function ofAgent({ agent, agentAction: action }: PaymentPartsFragment): Step[] {
  if (!action) return [];
  const { approvalReason: reason, decision } = action;
  const link = { to: `/approvals/${action.id}`, label: 'Open the action' };
  const requested: Step = {
    key: 'requested',
    kind: 'agent',
    at: action.createdAt,
    title: `${agent?.name ?? 'An agent'} requested the payment`,
    lines: reason
      ? [
          `A person had to approve it: ${rules[reason.rule] ?? words(reason.rule)}.`,
          `Amount ${formatMoney({ amount: reason.requested, currency: reason.currency })}${
            reason.threshold === null
              ? ''
              : `, threshold ${formatMoney({ amount: reason.threshold, currency: reason.currency })}`
          }.`,
        ]
      : ['Executed under the policy, without a person.'],
    tone: 'neutral',
    link,
  };
  const votes = (action.votes ?? []).map(
    ({ actor, decision: vote, comment, createdAt }): Step => ({
      key: `vote-${createdAt}-${actor.id}`,
      kind: 'vote',
      at: createdAt,
      title: `${actor.name ?? 'An approver'} voted to ${vote === 'APPROVED' ? 'approve' : 'reject'}`,
      lines: action.requiredApprovals > 1 ? [`${action.requiredApprovals} approvals are required.`] : [],
      quotation: comment ?? undefined,
      tone: vote === 'APPROVED' ? 'good' : 'bad',
    }),
  );
  // The comment of the decision is that of its vote.
  const isQuoted = votes.some(({ quotation }) => quotation !== undefined && quotation === decision?.comment);
  if (!decision) return [requested, ...votes];
  return [
    requested,
    ...votes,
    {
      key: 'decided',
      kind: 'decision',
      at: decision.decidedAt,
      title: `${decision.isApproved ? 'Approved' : 'Rejected'} by ${decision.decidedBy}`,
      lines: [],
      quotation: isQuoted ? undefined : (decision.comment ?? undefined),
      tone: decision.isApproved ? 'good' : 'bad',
    },
  ];
}

/** How the amounts follow from the rate, with the direction of the rounding. */
function ofQuote({ quote, rateDetails }: PaymentPartsFragment): Step[] {
  if (!quote) return [];
  const sent = { amount: quote.totalSendingAmount, currency: quote.sendingCurrency };
  const received = { amount: quote.totalReceivingAmount, currency: quote.receivingCurrency };
  const isConversion = sent.currency.code !== received.currency.code;
  const fee = rateDetails?.serviceApiVariableFeeRate ?? 0;
  return [
    {
      key: 'quote',
      kind: 'quote',
      at: quote.createdAt,
      title: `Quote: ${formatMoney(sent)} becomes ${formatMoney(received)}`,
      lines: [
        ...(isConversion
          ? [`Rate: ${quote.exchangeRate} ${sent.currency.code} per ${received.currency.code}.`]
          : []),
        `Fees, included in the sent amount: ${formatMoney({ amount: quote.feesIncluded, currency: sent.currency })}${
          fee > 0
            ? `, of which ${new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 3 }).format(fee)} of the amount`
            : ''
        }.`,
        ...(isConversion
          ? ['Fees and charged amounts are rounded up, delivered amounts down, to the smallest unit.']
          : []),
      ],
      tone: 'neutral',
    },
  ];
}

const tones: Readonly<Record<string, Step['tone']>> = {
  COMPLETED: 'good',
  FAILED: 'bad',
  REJECTED: 'bad',
  EXPIRED: 'bad',
  PENDING: 'waiting',
};

const statusTitles: Readonly<Record<string, string>> = {
  CREATED: 'Created',
  PENDING: 'Accepted',
  PROCESSING: 'Sent to the payment rail',
  COMPLETED: 'Delivered',
  FAILED: 'Failed',
  REFUNDED: 'Refunded',
  REJECTED: 'Rejected',
  EXPIRED: 'Expired',
};

function ofStatuses({ timeline, failureReason, refund }: PaymentPartsFragment): Step[] {
  return timeline.map((event, index) => {
    const isRefund = event.refundStatus !== null;
    const refundLines = [
      ...(refund?.reason ? [`Reason: ${words(refund.reason).toLowerCase()}.`] : []),
      ...(refund ? [`Reference: ${refund.reference}.`] : []),
    ];
    const failure = event.status === 'FAILED' && failureReason ? [`${words(failureReason)}.`] : [];
    return {
      key: `status-${index}`,
      kind: isRefund ? ('refund' as const) : ('status' as const),
      at: event.occurredAt,
      title: isRefund
        ? `Refund: ${words(event.refundStatus ?? '').toLowerCase()}`
        : (statusTitles[event.status] ?? words(event.status)),
      lines: [...(event.note ? [event.note] : []), ...(isRefund ? refundLines : failure)],
      tone: isRefund && event.refundStatus === 'FAILED' ? 'bad' : (tones[event.status] ?? 'neutral'),
    };
  });
}

const accountText = ({ customer, type }: LedgerAccountPartsFragment): string =>
  `${customer ? customerName(customer) : 'Platform'}, ${words(type).toLowerCase()}`;

const ofLedger = ({ ledgerEntries }: PaymentPartsFragment): Step[] =>
  ledgerEntries.map((entry) => ({
    key: entry.id,
    kind: 'ledger',
    at: entry.createdAt,
    title: `${words(entry.direction)} ${formatMoney(entry.amount)}`,
    lines: [
      `${accountText(entry.account)}: ${entry.description}`,
      `Balance afterwards: ${formatMoney(entry.balanceAfter)}.`,
    ],
    tone: 'neutral',
  }));

const endsOfHold: Readonly<Record<string, string>> = {
  CAPTURED: 'The hold was captured: the amount is debited',
  RELEASED: 'The hold was released: the amount is available again',
};

function ofHold({ hold }: PaymentPartsFragment): Step[] {
  if (!hold) return [];
  const end = endsOfHold[hold.status];
  return [
    {
      key: 'hold',
      kind: 'hold',
      at: hold.createdAt,
      title: `Hold of ${formatMoney(hold.amount)}`,
      lines: [`${accountText(hold.account)}: the amount is reserved for this payment.`],
      tone: hold.status === 'PLACED' ? 'waiting' : 'neutral',
    },
    ...(end && hold.endedAt !== null
      ? [{ key: 'hold-end', kind: 'hold', at: hold.endedAt, title: end, lines: [], tone: 'neutral' } as const]
      : []),
  ];
}

function ofDeliveries(deliveries: readonly Delivery[]): Step[] {
  return deliveries.map((delivery) => {
    const last = delivery.attempts.at(-1);
    const result =
      last?.responseStatus === undefined || last.responseStatus === null
        ? (last?.error ?? 'not sent yet')
        : `HTTP ${last.responseStatus}`;
    const isLate = delivery.status !== 'DELIVERED';
    return {
      key: delivery.id,
      kind: 'webhook',
      at: last?.at ?? delivery.createdAt,
      title: `Webhook ${delivery.type}: ${result}`,
      lines: [
        delivery.endpoint?.url ?? 'The endpoint was removed.',
        ...(last
          ? [`Attempt of ${last.durationMs} ms${delivery.attempts.length > 1 ? ', not the first' : ''}.`]
          : []),
      ],
      tone: isLate ? (delivery.status === 'FAILED' ? 'bad' : 'waiting') : 'good',
    };
  });
}

export function stepsOf(payment: PaymentPartsFragment, deliveries: readonly Delivery[]): Step[] {
  const steps = [
    ...ofAgent(payment),
    ...ofQuote(payment),
    ...ofHold(payment),
    ...ofStatuses(payment),
    ...ofLedger(payment),
    ...ofDeliveries(deliveries),
  ];
  return steps.sort(
    (a, b) =>
      new Date(a.at).getTime() - new Date(b.at).getTime() || order.indexOf(a.kind) - order.indexOf(b.kind),
  );
}
