import { expect, test } from 'vitest';
import { reasonText } from '../../../src/agents/policies/approval-reason.ts';
import type { ApprovalReason } from '../../../src/agents/policies/policy-checks.ts';

test.each<[ApprovalReason, string]>([
  [
    { rule: 'APPROVAL_THRESHOLD', threshold: 1_000n, requested: 2_500n, currency: 'USD' },
    '25.00 USD is above the approval threshold of 10.00 USD.',
  ],
  [
    { rule: 'ACCOUNT_RULE', threshold: undefined, requested: 2_500n, currency: 'VND' },
    '2500 VND is requested, and the rule of the account requires an approval.',
  ],
  [
    { rule: 'NEW_COUNTERPARTY', threshold: undefined, requested: 2_500n, currency: 'USD' },
    '25.00 USD is requested for a counterparty with which no payment was approved yet.',
  ],
  [
    { rule: 'DEFAULT_EXECUTION_MODE', threshold: undefined, requested: 5n, currency: 'EUR' },
    '0.05 EUR is requested, and every payment of the agent requires an approval.',
  ],
])('the reason of %o has its amounts', (reason, text) => {
  expect(reasonText(reason)).toBe(text);
});
