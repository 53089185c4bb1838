/** Every rule of a policy that an action can violate. Source: docs/behaviour/agents.md#order-of-checks; schema.graphql, `PolicyRule`. */
import { agentPaused, type PolicyRule, permissionMissing } from '../../platforms/access/policy-violation.ts';
import { limitEntries, limits } from './limits.ts';
import { ruleFields, rules } from './rules.ts';

export const approvalRequired = {
  name: 'APPROVAL_REQUIRED',
  reason: 'APPROVAL_REQUIRED_USE_EXECUTE',
  message: 'The payment needs approval: create the quote without immediatelyExecute, then execute it.',
} as const satisfies PolicyRule;

export const accountNotAllowed = {
  name: 'ACCOUNT_NOT_ALLOWED',
  reason: 'ACCOUNT_NOT_ALLOWED',
  message: 'The policy does not allow the use of this account.',
} as const satisfies PolicyRule;

/** docs/behaviour/agents.md#order-of-checks has one reason for both limits of one transaction; the names of the rules differ. */
export const accountTransactionLimit = {
  name: 'ACCOUNT_PER_TRANSACTION_LIMIT',
  reason: limits.perTransactionLimit.rule.reason,
  message: 'The amount is above the limit for one transaction of this account.',
} as const satisfies PolicyRule;

/** `onlyApprovedCounterparties` asks for an approval and rejects nothing. */
export const rejectingRules = ruleFields
  .filter((field) => field !== 'onlyApprovedCounterparties')
  .map((field) => rules[field].rule);

export const policyRules: readonly PolicyRule[] = [
  approvalRequired,
  agentPaused,
  permissionMissing,
  ...limitEntries.map(([, { rule }]) => rule),
  accountNotAllowed,
  accountTransactionLimit,
  ...rejectingRules,
];
