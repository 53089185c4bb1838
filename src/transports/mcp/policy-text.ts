/**
 * What a policy permits, in sentences: the limits that are left, the accounts, and when a person decides. They are part of the
 * descriptions of tools, so they contain ids, amounts and times, and no text that someone wrote.
 *
 * Source: docs/behaviour/mcp.md#tools.
 */
import type { Agent } from '../../agents/agent.ts';
import { limitStates } from '../../agents/policies/limit-states.ts';
import { type Window, windowOfRule } from '../../agents/policies/limits.ts';
import { formatMoney, money } from '../../kernel/money/amount.ts';

const resetOf = ({ startOf }: Window, now: Date): string =>
  new Date(startOf(now, 1)).toISOString().replace('.000Z', 'Z');

/** When the counter of a rule restarts, as an ISO 8601 instant; undefined for a limit on each payment alone. */
export function resetOfRule(rule: string, now: Date): string | undefined {
  const window = windowOfRule(rule);
  return window && resetOf(window, now);
}

export const amountText = (amount: bigint, currency: string | undefined): string =>
  currency === undefined ? `${amount} payments` : formatMoney(money(amount, currency));

function limitsText(agent: Agent, now: Date): string {
  const left = limitStates(agent.policy, agent.usage, {}, now).map(({ name, limit, remaining, currency }) => {
    const window = windowOfRule(name);
    if (window === undefined) return `at most ${amountText(limit, currency)} in one payment`;
    const left = `${amountText(remaining, currency)} of ${amountText(limit, currency)} left`;
    return `${left} ${window.current} (resets at ${resetOf(window, now)})`;
  });
  return `Limits: ${left.join('; ')}.`;
}

function accountsText({ policy: { accountRestrictions } }: Agent): string {
  const allowed = accountRestrictions?.allowedAccountIds;
  if (allowed === undefined) return 'Accounts: every internal account of the customer.';
  if (allowed.length === 0) return 'Accounts: none, so no payment is possible.';
  return `Accounts: only ${allowed.join(', ')}.`;
}

function approvalText({ policy }: Agent): string {
  const { defaultExecutionMode, approvalThresholds, accountRestrictions, spendingLimits } = policy;
  const isDefault = defaultExecutionMode === 'APPROVAL_REQUIRED';
  const threshold =
    approvalThresholds?.amount === undefined
      ? undefined
      : `about every payment above ${amountText(approvalThresholds.amount, approvalThresholds.currency)}`;
  const rules = (accountRestrictions?.accountRules ?? []).flatMap(
    ({ accountId, executionMode, perTransactionLimit }) => [
      ...(executionMode === undefined
        ? []
        : [
            executionMode === 'AUTO'
              ? `payments of ${accountId} run at once, unless above the threshold`
              : `a person decides about every payment of ${accountId}`,
          ]),
      ...(perTransactionLimit === undefined
        ? []
        : [
            `at most ${amountText(perTransactionLimit, spendingLimits.currency)} in one payment of ${accountId}`,
          ]),
    ],
  );
  const general = isDefault
    ? 'A person decides about every payment.'
    : threshold
      ? `A person decides ${threshold}; others run at once.`
      : 'Payments run at once, without a person.';
  return [general, rules.length > 0 && `Rules of accounts: ${rules.join('; ')}.`].filter(Boolean).join(' ');
}

/** The policy for the description of a tool that moves money. */
export const policyText = (agent: Agent, now: Date): string =>
  [limitsText(agent, now), accountsText(agent), approvalText(agent)].join(' ');
