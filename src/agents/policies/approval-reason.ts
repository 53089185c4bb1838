/** Why an action needs approval, as a sentence with its amounts. Source: docs/behaviour/agents.md#what-an-approver-sees. */
import { formatMoney, money } from '../../kernel/money/amount.ts';
import type { ApprovalReason } from './policy-checks.ts';

export function reasonText({ rule, threshold, requested, currency }: ApprovalReason): string {
  const amount = formatMoney(money(requested, currency));
  switch (rule) {
    case 'APPROVAL_THRESHOLD':
      return `${amount} is above the approval threshold of ${formatMoney(money(threshold ?? 0n, currency))}.`;
    case 'ACCOUNT_RULE':
      return `${amount} is requested, and the rule of the account requires an approval.`;
    case 'NEW_COUNTERPARTY':
      return `${amount} is requested for a counterparty with which no payment was approved yet.`;
    case 'DEFAULT_EXECUTION_MODE':
      return `${amount} is requested, and every payment of the agent requires an approval.`;
  }
}
