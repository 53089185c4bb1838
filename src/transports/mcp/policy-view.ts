/** An agent's policy and usage as structured content. Source: docs/behaviour/mcp.md#results. */
import { z } from 'zod';
import type { Agent } from '../../agents/agent.ts';
import { limitStates } from '../../agents/policies/limit-states.ts';
import { money, toWire } from '../../kernel/money/amount.ts';
import { amountText, policyText, resetOfRule } from './policy-text.ts';
import { UntrustedText, untrusted } from './untrusted-text.ts';
import { instant, MoneyView, moneyOf } from './views.ts';

const LimitView = z.object({
  name: z.string(),
  currency: z.string().optional().meta({ description: 'Absent for a number of payments.' }),
  limit: z.int(),
  used: z.int(),
  reserved: z.int().meta({ description: 'For payments that wait for decisions.' }),
  remaining: z.int(),
  remainingDisplay: z.string(),
  resetsAt: instant.optional(),
});

const UsageView = z.object({ limits: z.array(LimitView) });

/** @param now on the platform's clock. */
export const usageOf = (agent: Agent, now: Date): z.output<typeof UsageView> => ({
  limits: limitStates(agent.policy, agent.usage, {}, now).map((state) => ({
    name: state.name,
    currency: state.currency,
    limit: toWire(state.limit),
    used: toWire(state.used),
    reserved: toWire(state.reserved),
    remaining: toWire(state.remaining),
    remainingDisplay: amountText(state.remaining, state.currency),
    resetsAt: resetOfRule(state.name, now),
  })),
});

export const PolicyView = z.object({
  agentId: z.string(),
  agentName: UntrustedText.optional(),
  customerId: z.string(),
  permissions: z.array(z.string()),
  defaultExecutionMode: z.string(),
  allowedAccountIds: z
    .array(z.string())
    .optional()
    .meta({ description: 'Absent: every account of the customer.' }),
  accountRules: z.array(
    z.object({
      accountId: z.string(),
      executionMode: z.string().optional(),
      perTransactionLimit: MoneyView.optional(),
    }),
  ),
  approvalThreshold: MoneyView.optional().meta({
    description: 'A person decides about every payment above it.',
  }),
  ...UsageView.shape,
  inWords: z.string(),
});

export function policyOf(agent: Agent, now: Date): z.output<typeof PolicyView> {
  const { policy } = agent;
  const { accountRestrictions, approvalThresholds, spendingLimits } = policy;
  return {
    agentId: agent.id,
    agentName: untrusted(agent.name),
    customerId: agent.customerId,
    permissions: [...policy.permissions],
    defaultExecutionMode: policy.defaultExecutionMode,
    allowedAccountIds: accountRestrictions?.allowedAccountIds && [...accountRestrictions.allowedAccountIds],
    accountRules: (accountRestrictions?.accountRules ?? []).map((rule) => ({
      accountId: rule.accountId,
      executionMode: rule.executionMode,
      perTransactionLimit:
        rule.perTransactionLimit === undefined
          ? undefined
          : moneyOf(money(rule.perTransactionLimit, spendingLimits.currency)),
    })),
    approvalThreshold:
      approvalThresholds?.amount === undefined
        ? undefined
        : moneyOf(money(approvalThresholds.amount, approvalThresholds.currency)),
    ...usageOf(agent, now),
    inWords: policyText(agent, now),
  };
}
