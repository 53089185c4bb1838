/** The JSON body of the approval rules. Source: docs/behaviour/agents.md#approval-rules. */
import { type Money, toWire } from '../../kernel/money/amount.ts';
import type { JsonBody } from '../../kernel/view.ts';
import type { ApprovalRules } from './approval-rules.ts';

const amountView = ({ currency, amount }: Money) => ({ currency, amount: toWire(amount) });

export const approvalRulesView = (rules: ApprovalRules): JsonBody => ({
  requiredApprovals: rules.requiredApprovals,
  thresholds: rules.thresholds.map(({ requiredApprovals, ...threshold }) => ({
    ...amountView(threshold),
    requiredApprovals,
  })),
  preventSelfApproval: rules.preventSelfApproval,
  requireComment: rules.requireComment,
  stepUpAbove: rules.stepUpAbove.map(amountView),
  lateApprovalSeconds: rules.lateApprovalSeconds,
  notifications: {
    emails: rules.notifications.emails,
    notifyApprovers: rules.notifications.notifyApprovers,
    slackWebhookHost: rules.notifications.slack?.host,
  },
});
