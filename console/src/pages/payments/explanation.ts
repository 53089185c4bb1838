/** The steps of the explanation as the timeline shows them. */

import { formatMoney } from '../../components/money.tsx';
import { words } from '../../components/status.tsx';
import type { PaymentPartsFragment } from './payments.documents.ts';

type ExplainedStep = PaymentPartsFragment['explanation']['steps'][number];
type Rule = ExplainedStep['rules'][number];

export interface Step {
  readonly key: string;
  readonly label: string;
  readonly at: string;
  readonly title: string;
  /** Figures below the title. */
  readonly lines: readonly string[];
  /** Text that a person or a bank wrote. */
  readonly quotation?: string | undefined;
  readonly tone: 'neutral' | 'good' | 'bad' | 'waiting';
  readonly link?: { readonly to: string; readonly label: string };
}

const tones: Readonly<Record<ExplainedStep['outcome'], Step['tone']>> = {
  NEUTRAL: 'neutral',
  SUCCEEDED: 'good',
  FAILED: 'bad',
  WAITING: 'waiting',
};

const labels: Readonly<Record<ExplainedStep['kind'], string>> = {
  REQUESTED: 'Request',
  QUOTED: 'Quote',
  POLICY_CHECKED: 'Policy',
  VOTED: 'Vote',
  DECIDED: 'Decision',
  APPROVAL_REQUESTED: 'Approval',
  APPROVAL_DECIDED: 'Approval',
  HOLD_PLACED: 'Hold',
  HOLD_CAPTURED: 'Hold',
  HOLD_RELEASED: 'Hold',
  BANK_PAYMENT_CREATED: 'Bank',
  BANK_FILE_MADE: 'Bank file',
  BANK_ENTRY_BOOKED: 'Statement',
  BANK_PAYMENT_FAILED: 'Bank',
  STATUS_CHANGED: 'Status',
  REFUND_CHANGED: 'Refund',
  POSTED: 'Ledger',
  WEBHOOK_DELIVERED: 'Webhook',
};

function ruleLine({ rule, verdict, limit, used, requested, currency }: Rule): string {
  const shown = (amount: number) => (currency ? formatMoney({ amount, currency }) : String(amount));
  const parts = [
    words(verdict).toLowerCase(),
    ...(requested === null ? [] : [`requested ${shown(requested)}`]),
    ...(limit === null ? [] : [`limit ${shown(limit)}`]),
    ...(used === null ? [] : [`used ${shown(used)}`]),
  ];
  return `${words(rule)}: ${parts.join(', ')}.`;
}

/** The exact value before a rounding in the major unit, to compare with the rounded one. */
const major = (smallest: string, decimals: number): string =>
  new Intl.NumberFormat(undefined, { maximumFractionDigits: decimals + 6 }).format(
    Number(smallest) / 10 ** decimals,
  );

const linesOf = ({ kind, amounts, roundings, policyVersion, rules, attempts }: ExplainedStep): string[] => [
  ...(kind === 'QUOTED' ? amounts : [])
    .filter(({ name }) => name.endsWith('_FEE'))
    .map(({ name, value }) => `${words(name)}: ${formatMoney(value)}.`),
  ...roundings.map(
    ({ name, decimal, direction, rounded }) =>
      `${words(name)}: ${major(decimal, rounded.currency.decimals)} rounded ${direction.toLowerCase()} to ${formatMoney(rounded)}.`,
  ),
  ...(policyVersion === null ? [] : [`Version ${policyVersion} of the policy.`]),
  ...rules.map(ruleLine),
  ...attempts.map(
    ({ responseStatus, error, durationMs }, index) =>
      `Attempt ${index + 1}: ${responseStatus === null ? (error ?? 'no response') : `HTTP ${responseStatus}`}, ${durationMs} ms.`,
  ),
];

function linkOf({ kind, references }: ExplainedStep): Step['link'] {
  const action = references.find((id) => id.startsWith('AgentAction:'));
  return kind === 'REQUESTED' && action
    ? { to: `/approvals/${action}`, label: 'Open the action' }
    : undefined;
}

export const stepsOf = ({ explanation }: PaymentPartsFragment): Step[] =>
  explanation.steps.map((step, index) => {
    const link = linkOf(step);
    return {
      key: `${step.kind}-${index}`,
      label: labels[step.kind],
      at: step.at,
      title: step.text,
      lines: linesOf(step),
      quotation: step.comment ?? undefined,
      tone: tones[step.outcome],
      ...(link && { link }),
    };
  });
