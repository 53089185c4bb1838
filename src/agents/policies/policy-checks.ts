/**
 * The checks of an agent's policy: whether an operation is rejected, allowed, or needs approval.
 *
 * docs/behaviour/agents.md#order-of-checks orders fifteen steps. The functions here are the steps that need only the policy; an operation calls them in
 * that order, between its other steps:
 *
 *     3, 4    checkBeforeRecords
 *     7       checkAccounts           after the accounts and the quote are found (5, 6)
 *     7       checkPayment            the same with the rules that depend on the payment alone
 *     7-14    evaluate (evaluate.ts)  every rule, after the quote is executable and the wallet has signed (8, 9)
 *     10      checkTransactionLimit   alone, for a quote that is only created
 *     10-13   checkAtApproval         when a person approves
 *
 * Decision: the rule of the debited internal account applies, or else the defaults; where no internal account is debited
 * (transfer-in, real-time funding), the rule of the credited one. If both accounts are internal, the rule of the credited
 * account can only make the check stricter: a lenient rule there must not relax the rule of the account that pays.
 *
 * Decision: the charge of an action is its amount in the policy's currency at submission. The rate may change before the
 * approval, and a recomputed charge could exceed the reservation. An action that is priced again gets a new charge, which is
 * checked against the limits before the reservation moves to it.
 *
 * Decision: without a daily or monthly limit, the maximum balance of the wire is the limit.
 *
 * Source: docs/behaviour/agents.md#order-of-checks (order and comparisons), docs/behaviour/agents.md#approvals (approval); schema.graphql, `ApprovalReason`.
 */
import type { Id } from '../../kernel/ids.ts';
import { type Money, maxBalance, money } from '../../kernel/money/amount.ts';
import type { AgentPermission } from '../../platforms/access/agent-permissions.ts';
import {
  agentPaused,
  cappedForWire,
  type PolicyRule,
  PolicyViolation,
  permissionMissing,
} from '../../platforms/access/policy-violation.ts';
import type { AgentPolicy } from './agent-policy.ts';
import { amountIn, type Convert } from './conversion.ts';
import type { RuleResult } from './evaluation.ts';
import { limitEntries, limits } from './limits.ts';
import { accountNotAllowed, accountTransactionLimit, approvalRequired } from './policy-rules.ts';
import { type Circumstances, checkRules, type PaymentTerms, rules } from './rules.ts';
import { type AgentUsage, countedBy, release, usageAt } from './usage.ts';

export const approvalRules = [
  'DEFAULT_EXECUTION_MODE',
  'ACCOUNT_RULE',
  'APPROVAL_THRESHOLD',
  'NEW_COUNTERPARTY',
] as const;
type ApprovalRule = (typeof approvalRules)[number];

/** Why an action needs approval. Amounts are in the smallest unit of `currency`: that of the threshold, if there is one. */
export interface ApprovalReason {
  readonly rule: ApprovalRule;
  readonly threshold: bigint | undefined;
  readonly requested: bigint;
  readonly currency: string;
}

type ExecutionDecision =
  | { readonly mode: 'EXECUTE' }
  | { readonly mode: 'REQUIRE_APPROVAL'; readonly approvalReason: ApprovalReason };

/** The internal accounts of an action. No rule applies to external accounts. */
export interface ActionAccounts {
  readonly debited?: Id<'InternalAccount'> | undefined;
  readonly credited?: Id<'InternalAccount'> | undefined;
}

/** The total sending amount of a quote or the amount of a transfer, with its accounts. */
export interface PolicyRequest {
  readonly amount: Money;
  readonly accounts: ActionAccounts;
  readonly terms: PaymentTerms;
}

/** The policy allows the action. `charge`, in the currency of the limits, is what it counts against them. */
export interface Admission {
  readonly charge: Money;
  readonly decision: ExecutionDecision;
}

/**
 * Steps 3 and 4: not paused, and every permission given.
 *
 * @param need.access a paused agent may still `READ`.
 * @param need.permissions the error reports the first missing one. Empty at approval: the submission was checked.
 */
export function checkBeforeRecords(
  { isPaused, policy }: { readonly isPaused: boolean; readonly policy: Pick<AgentPolicy, 'permissions'> },
  {
    access,
    permissions,
  }: { readonly access: 'READ' | 'WRITE'; readonly permissions: readonly AgentPermission[] },
): PolicyViolation | undefined {
  if (isPaused && access === 'WRITE') return new PolicyViolation(agentPaused);
  const missingPermission = permissions.find((permission) => !policy.permissions.includes(permission));
  return missingPermission && new PolicyViolation(permissionMissing, { missingPermission });
}

/** Step 7: the internal accounts of the action are allowed. */
export function checkAccounts(
  { accountRestrictions }: AgentPolicy,
  { debited, credited }: ActionAccounts,
): PolicyViolation | undefined {
  const allowed = accountRestrictions?.allowedAccountIds;
  const isForbidden = (id: Id<'InternalAccount'> | undefined) => id && allowed && !allowed.includes(id);
  return isForbidden(debited) || isForbidden(credited) ? new PolicyViolation(accountNotAllowed) : undefined;
}

/** The amount in the currency of the limits. It is rounded up, so that a fraction above a limit exceeds the limit. */
export const chargeOf = (
  { spendingLimits: { currency } }: AgentPolicy,
  amount: Money,
  convert: Convert,
): Money => money(amountIn(currency, amount, 'UP', convert), currency);

/** The account rule that applies, and the one that can only make the check stricter. */
function rulesFor({ accountRestrictions }: AgentPolicy, { debited, credited }: ActionAccounts) {
  const ruleOf = (id: Id<'InternalAccount'> | undefined) =>
    accountRestrictions?.accountRules.find(({ accountId }) => accountId === id);
  return debited
    ? { deciding: ruleOf(debited), stricter: ruleOf(credited) }
    : { deciding: ruleOf(credited), stricter: undefined };
}

/** The limit of one transaction with these accounts, and the rule that sets it. */
export function transactionLimit(
  policy: AgentPolicy,
  accounts: ActionAccounts,
): { readonly limit: bigint; readonly rule: PolicyRule } {
  const { deciding, stricter } = rulesFor(policy, accounts);
  const decided = deciding?.perTransactionLimit ?? policy.spendingLimits.perTransactionLimit;
  const ofOther = stricter?.perTransactionLimit;
  const isTightened = ofOther !== undefined && ofOther < decided;
  const isDefault = !isTightened && deciding?.perTransactionLimit === undefined;
  return {
    limit: isTightened ? ofOther : decided,
    rule: isDefault ? limits.perTransactionLimit.rule : accountTransactionLimit,
  };
}

/** Step 10: the limit of one transaction, inclusive. */
export function checkTransactionLimit(
  policy: AgentPolicy,
  accounts: ActionAccounts,
  { amount: requested, currency: limitCurrency }: Money,
): PolicyViolation | undefined {
  const { limit, rule } = transactionLimit(policy, accounts);
  return requested <= limit ? undefined : new PolicyViolation(rule, { limit, requested, limitCurrency });
}

/** The fixed rules, which depend on the payment alone. */
function checkTerms(
  { rules: set }: AgentPolicy,
  { amount, terms }: Pick<PolicyRequest, 'amount' | 'terms'>,
  now: Date,
): PolicyViolation | undefined {
  const subject = { ...amount, terms, circumstances: {}, now };
  const violated = checkRules(set, subject).find(
    ({ field, outcome }) => rules[field].isFixed && outcome.isViolated,
  );
  return violated && new PolicyViolation(violated.rule);
}

/** Step 7, with the rules that depend on the payment alone: at submission, when a quote is created, and at approval. */
export const checkPayment = (
  policy: AgentPolicy,
  request: PolicyRequest,
  now: Date,
): PolicyViolation | undefined => checkAccounts(policy, request.accounts) ?? checkTerms(policy, request, now);

/** Steps 10 to 13. Limits are inclusive, and reservations count like spend. A limit that is not set has a result only if it is violated. */
export function limitResults(
  policy: AgentPolicy,
  usage: AgentUsage,
  accounts: ActionAccounts,
  charge: Money,
  now: Date,
): { readonly rule: PolicyRule; readonly result: RuleResult }[] {
  const one = transactionLimit(policy, accounts);
  const found = [
    {
      rule: one.rule,
      result: {
        rule: one.rule.name,
        verdict: charge.amount <= one.limit ? ('PASSED' as const) : ('VIOLATED' as const),
        limit: one.limit,
        requested: charge.amount,
        currency: charge.currency,
      },
    },
  ];
  const current = usageAt(usage, now);
  const counted = limitEntries.flatMap(([name, { measure, counter, rule }]) => {
    const set = policy.spendingLimits[name];
    const limit = set ?? (measure === 'AMOUNT' ? maxBalance : undefined);
    if (counter === undefined || limit === undefined) return [];
    const requested = measure === 'AMOUNT' ? charge.amount : 1n;
    const { used, reserved } = countedBy(counter, current);
    const isExceeded = used + reserved + requested > limit;
    if (set === undefined && !isExceeded) return [];
    const verdict = isExceeded ? ('VIOLATED' as const) : ('PASSED' as const);
    const currency = measure === 'AMOUNT' ? charge.currency : undefined;
    return [
      {
        rule,
        result: { rule: rule.name, verdict, limit: BigInt(limit), used, reserved, requested, currency },
      },
    ];
  });
  return [...found, ...counted];
}

export const violationOf = (
  found: readonly { readonly rule: PolicyRule; readonly result: RuleResult }[],
): PolicyViolation | undefined => {
  const violated = found.find(({ result }) => result.verdict === 'VIOLATED');
  if (!violated) return undefined;
  const { currency: limitCurrency, limit, used, reserved, requested } = violated.result;
  return new PolicyViolation(violated.rule, { limit, used, reserved, requested, limitCurrency });
};

/** Steps 10 to 13. */
const checkLimits = (...of: Parameters<typeof limitResults>): PolicyViolation | undefined =>
  violationOf(limitResults(...of));

/** Step 14: the approval threshold, then a new counterparty, then the account rule, then the default mode. */
export function decideMode(
  policy: AgentPolicy,
  { amount, accounts }: Pick<PolicyRequest, 'amount' | 'accounts'>,
  convert: Convert,
  { isApprovedCounterparty = false }: Circumstances = {},
): ExecutionDecision {
  const { approvalThresholds, defaultExecutionMode } = policy;
  if (approvalThresholds?.amount !== undefined) {
    const { currency, amount: threshold } = approvalThresholds;
    const requested = amountIn(currency, amount, 'UP', convert);
    if (requested > threshold) {
      const approvalReason = { threshold, requested: cappedForWire(requested), currency };
      return { mode: 'REQUIRE_APPROVAL', approvalReason: { rule: 'APPROVAL_THRESHOLD', ...approvalReason } };
    }
  }

  const needsApproval = (rule: ApprovalRule): ExecutionDecision => ({
    mode: 'REQUIRE_APPROVAL',
    approvalReason: { rule, threshold: undefined, requested: amount.amount, currency: amount.currency },
  });
  if (policy.rules?.onlyApprovedCounterparties && !isApprovedCounterparty)
    return needsApproval('NEW_COUNTERPARTY');
  const { deciding, stricter } = rulesFor(policy, accounts);
  const modes = [deciding?.executionMode, stricter?.executionMode];
  if (modes.includes('APPROVAL_REQUIRED')) return needsApproval('ACCOUNT_RULE');
  const mode = deciding?.executionMode ?? defaultExecutionMode;
  return mode === 'AUTO' ? { mode: 'EXECUTE' } : needsApproval('DEFAULT_EXECUTION_MODE');
}

/**
 * Steps 10 to 13 for a pending action: its own reservation is released first, so that it is not counted twice.
 *
 * @param charge what the action has reserved in `usage`.
 * @param newCharge of an action that was priced again.
 */
export const checkAtApproval = (
  policy: AgentPolicy,
  usage: AgentUsage,
  {
    charge,
    newCharge = charge,
    accounts,
  }: { readonly charge: Money; readonly newCharge?: Money; readonly accounts: ActionAccounts },
  now: Date,
): PolicyViolation | undefined => checkLimits(policy, release(usage, charge, now), accounts, newCharge, now);

/** A quote with `immediatelyExecute` cannot wait for approval: it is rejected where the policy requires one. */
export function requireImmediateExecution(decision: ExecutionDecision): PolicyViolation | undefined {
  if (decision.mode === 'EXECUTE') return undefined;
  const { threshold, requested, currency } = decision.approvalReason;
  return new PolicyViolation(approvalRequired, { limit: threshold, requested, limitCurrency: currency });
}
