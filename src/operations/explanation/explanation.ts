/**
 * The explanation of a payment: its steps in order, each a sentence with references and figures.
 *
 * Source: docs/behaviour/payments.md#explanation-of-a-payment.
 */
import { maxRuleResults, type RuleResult } from '../../agents/policies/evaluation.ts';
import type { Actor } from '../../infrastructure/database/attribution.ts';
import type { Id, IdType } from '../../kernel/ids.ts';
import type { Money } from '../../kernel/money/amount.ts';
import type { Ratio } from '../../kernel/money/rate.ts';
import { maxPostings } from '../../ledger/transaction-ledger-store.ts';
import { type PriceRounding, roundingNames } from '../../payments/rates/price-rounding.ts';
import { maxSteps as maxStatusSteps } from '../../payments/transactions/transaction.ts';

/** In the order of steps that have the same time. */
export const stepKinds = [
  'REQUESTED',
  'QUOTED',
  'POLICY_CHECKED',
  'VOTED',
  'DECIDED',
  'APPROVAL_REQUESTED',
  'APPROVAL_DECIDED',
  'HOLD_PLACED',
  'HOLD_CAPTURED',
  'HOLD_RELEASED',
  'BANK_PAYMENT_CREATED',
  'BANK_FILE_MADE',
  'BANK_ENTRY_BOOKED',
  'BANK_PAYMENT_FAILED',
  'STATUS_CHANGED',
  'REFUND_CHANGED',
  'POSTED',
  'WEBHOOK_DELIVERED',
] as const;
export type StepKind = (typeof stepKinds)[number];

/** Whether a step is good or bad news, or something is still open. */
export const stepOutcomes = ['NEUTRAL', 'SUCCEEDED', 'FAILED', 'WAITING'] as const;
export type StepOutcome = (typeof stepOutcomes)[number];

/** The records that steps refer to. */
type ReferenceType = Extract<
  IdType,
  | 'Agent'
  | 'AgentAction'
  | 'AuditEntry'
  | 'BankConnection'
  | 'BankEntry'
  | 'BankFile'
  | 'BankPayment'
  | 'BankStatement'
  | 'Delivery'
  | 'ExternalAccount'
  | 'InternalAccount'
  | 'LedgerEntry'
  | 'Quote'
  | 'Webhook'
  | 'WebhookEndpoint'
>;

export const amountNames = [
  'SENT',
  'RECEIVED',
  'FEES',
  'FIXED_FEE',
  'VARIABLE_FEE',
  'COUNTERPARTY_FEE',
  'CHARGE',
  'HELD',
  'DEBITED',
  'CREDITED',
  'BALANCE_AFTER',
  'REFUNDED',
  'BOOKED',
  'FILE_TOTAL',
] as const;

export interface ExplainedAmount {
  readonly name: (typeof amountNames)[number];
  readonly value: Money;
}

export interface ExplainedRate {
  /** Sending units per receiving unit, in major units. */
  readonly rate: Ratio;
  readonly sendingCurrency: string;
  readonly receivingCurrency: string;
  readonly source: string | undefined;
  /** In real time. */
  readonly publishedAt: Date | undefined;
}

/** One HTTP request to a webhook endpoint. */
export interface ExplainedAttempt {
  readonly at: Date;
  readonly responseStatus: number | undefined;
  readonly durationMs: number;
  readonly error: string | undefined;
}

export interface ExplanationStep {
  readonly kind: StepKind;
  readonly at: Date;
  readonly text: string;
  readonly outcome: StepOutcome;
  /** Who did it, where the caller may know. */
  readonly actor?: Actor | undefined;
  /** What a person or a bank wrote about it. */
  readonly comment?: string | undefined;
  readonly references?: readonly Id<ReferenceType>[];
  readonly amounts?: readonly ExplainedAmount[];
  readonly rate?: ExplainedRate | undefined;
  readonly roundings?: readonly PriceRounding[];
  /** Each rule of the policy with its numbers. */
  readonly rules?: readonly RuleResult[];
  /** The version of the policy that was checked; absent where it was not recorded. */
  readonly policyVersion?: number | undefined;
  /** Latest attempts, oldest first. */
  readonly attempts?: readonly ExplainedAttempt[];
}

export interface Explanation {
  readonly steps: readonly ExplanationStep[];
  /** Whether steps are missing, because the payment has more deliveries than an explanation. */
  readonly isTruncated: boolean;
}

/** Deliveries of one payment and its actions: about eight events, to a few of the 16 endpoints that a platform can have. */
export const maxDeliveries = 32;
export const maxAttempts = 10;
/** Actions that executed the quote of a payment, or tried to: a rejected one can be repeated. */
export const maxActions = 3;
export const maxReferences = 4;
export const maxAmounts = 6;

/** More than a payment has without its deliveries: votes of each action, statuses, postings, files and entries. */
const maxOtherSteps = maxActions * 12 + maxStatusSteps + maxPostings + 16;
export const maxExplanationSteps = maxOtherSteps + maxDeliveries;

/**
 * Most items of the lists of one explanation, in all of its steps together. A price, a policy check and a delivery are few of
 * the steps, so a client does not pay for their lists in each step.
 */
export const maxInAllSteps = {
  rates: 1,
  roundings: roundingNames.length,
  rules: maxActions * maxRuleResults,
  attempts: maxDeliveries * maxAttempts,
  // The quote has up to `maxAmounts`, each other step at most two.
  amounts: maxAmounts + 2 * maxExplanationSteps,
} as const;

const rank = new Map(stepKinds.map((kind, index) => [kind, index]));

/** The steps by time, those of one time in the order of `stepKinds`. */
export const ordered = (steps: readonly ExplanationStep[]): readonly ExplanationStep[] =>
  [...steps].sort(
    (a, b) => a.at.getTime() - b.at.getTime() || (rank.get(a.kind) ?? 0) - (rank.get(b.kind) ?? 0),
  );
