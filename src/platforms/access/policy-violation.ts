/** The domain error of an agent whose policy does not permit what it asks. Source: gaps 9.2; contract, `PolicyViolationError`. */

import type { ErrorDetails } from '../../kernel/errors.ts';
import { Forbidden } from '../../kernel/errors.ts';
import { maxBalance, toWire } from '../../kernel/money/amount.ts';
import type { AgentPermission } from './agent-permissions.ts';

export const policyRules = [
  'APPROVAL_REQUIRED',
  'PAUSED',
  'PERMISSION',
  'PER_TRANSACTION_LIMIT',
  'DAILY_LIMIT',
  'DAILY_TRANSACTION_LIMIT',
  'MONTHLY_LIMIT',
  'ACCOUNT_NOT_ALLOWED',
  'ACCOUNT_PER_TRANSACTION_LIMIT',
] as const;

export type PolicyRule = (typeof policyRules)[number];

/** The word in `reason`, and what is said to people. */
const rules = {
  APPROVAL_REQUIRED: {
    reason: 'APPROVAL_REQUIRED_USE_EXECUTE',
    message: 'The payment needs approval: create the quote without immediatelyExecute, then execute it.',
  },
  PAUSED: { reason: 'AGENT_PAUSED', message: 'The agent is paused.' },
  PERMISSION: { reason: 'PERMISSION_MISSING', message: 'The policy does not give this permission.' },
  PER_TRANSACTION_LIMIT: {
    reason: 'PER_TRANSACTION_LIMIT_EXCEEDED',
    message: 'The amount is above the limit for one transaction.',
  },
  DAILY_LIMIT: { reason: 'DAILY_LIMIT_EXCEEDED', message: 'The amount is above what is left of the day.' },
  DAILY_TRANSACTION_LIMIT: {
    reason: 'DAILY_TRANSACTION_LIMIT_EXCEEDED',
    message: 'No transaction is left of the day.',
  },
  MONTHLY_LIMIT: {
    reason: 'MONTHLY_LIMIT_EXCEEDED',
    message: 'The amount is above what is left of the month.',
  },
  ACCOUNT_NOT_ALLOWED: {
    reason: 'ACCOUNT_NOT_ALLOWED',
    message: 'The policy does not allow the use of this account.',
  },
  // Gaps 9.2 has one word for both limits of one transaction; `rule` tells them apart.
  ACCOUNT_PER_TRANSACTION_LIMIT: {
    reason: 'PER_TRANSACTION_LIMIT_EXCEEDED',
    message: 'The amount is above the limit for one transaction of this account.',
  },
} as const satisfies Record<PolicyRule, { readonly reason: string; readonly message: string }>;

/** What a violation of the policy is called in its `reason`. */
export type PolicyReason = (typeof rules)[PolicyRule]['reason'];

export const policyReasons: readonly PolicyReason[] = [
  ...new Set(policyRules.map((rule) => rules[rule].reason)),
];

/**
 * What was allowed, asked for, spent and set aside: amounts in the smallest unit of `limitCurrency`, or counts of
 * transactions where that is absent.
 */
export interface PolicyAmounts {
  readonly limit?: bigint | undefined;
  readonly requested?: bigint | undefined;
  readonly used?: bigint | undefined;
  readonly reserved?: bigint | undefined;
  readonly limitCurrency?: string | undefined;
}

/**
 * A figure as the wire can carry it. A refused amount may have become, in the limit's currency, more than any amount
 * that the service moves; the caller is told the largest that fits, which is as far above every limit.
 */
export const cappedForWire = (figure: bigint): bigint => (figure > maxBalance ? maxBalance : figure);

/** The agent's policy does not let it do this. `reason` and `rule` name what refused, the figures say by how much. */
export class PolicyViolation extends Forbidden {
  override readonly name = 'PolicyViolation';
  readonly rule: PolicyRule;
  override readonly reason: PolicyReason;
  readonly missingPermission: AgentPermission | undefined;
  readonly limit: bigint | undefined;
  readonly requested: bigint | undefined;
  readonly used: bigint | undefined;
  readonly reserved: bigint | undefined;
  readonly limitCurrency: string | undefined;

  constructor(
    rule: PolicyRule,
    {
      missingPermission,
      ...figures
    }: PolicyAmounts & { readonly missingPermission?: AgentPermission | undefined } = {},
  ) {
    super(rules[rule].message, { reason: rules[rule].reason });
    const shown = (figure: bigint | undefined) => (figure === undefined ? undefined : cappedForWire(figure));
    this.rule = rule;
    this.reason = rules[rule].reason;
    this.missingPermission = missingPermission;
    this.limit = shown(figures.limit);
    this.requested = shown(figures.requested);
    this.used = shown(figures.used);
    this.reserved = shown(figures.reserved);
    this.limitCurrency = figures.limitCurrency;
  }

  /** REST's words for the figures: gaps 9.2. */
  override get details(): ErrorDetails {
    const { limit, requested, used, reserved, limitCurrency, missingPermission } = this;
    return {
      ...super.details,
      ...(missingPermission && { missingPermission }),
      ...(limit !== undefined && { limit: toWire(limit) }),
      ...(requested !== undefined && { attempted: toWire(requested) }),
      ...(used !== undefined && { used: toWire(used) }),
      ...(reserved !== undefined && { reserved: toWire(reserved) }),
      ...(limitCurrency !== undefined && { currency: limitCurrency }),
    };
  }
}
