/**
 * What an agent's policy says to what the agent wants to do: no, yes, or only if a person approves.
 *
 * Gaps 9.2 orders fifteen steps. The rules here are the steps that need the policy alone; an operation calls them in
 * that order, between its own:
 *
 *     3, 4    checkBeforeRecords
 *     7       checkAccounts           once the accounts and the quote were found (5, 6)
 *     10-14   admit                   once the quote is executable and the wallet has signed (8, 9)
 *     10      checkTransactionLimit   alone, for a quote that is only created
 *     10-13   checkAtApproval         when a person approves
 *
 * Decision: the account that is debited decides, by its rule or else by the defaults; where none of ours is debited
 * (transfer-in, real-time funding), the account that is credited does. The rule of an account that is credited from
 * another of ours can only make it stricter: a lenient rule there must not open the account that pays.
 *
 * Decision: an action is charged what it came to in the policy's currency when it was submitted. Between that and its
 * approval the rate may move, which would undo the promise that headroom set aside is kept.
 *
 * Decision: without a daily or monthly limit, spending ends at the largest figure that the wire can carry.
 *
 * Source: gaps 9.2 (order and comparisons), 9.4 (approval); contract, `ApprovalReason`.
 */
import type { Id } from '../../kernel/ids.ts';
import { type Money, maxBalance, money } from '../../kernel/money/amount.ts';
import type { AgentPermission } from '../../platforms/access/agent-permissions.ts';
import {
  agentPaused,
  cappedForWire,
  PolicyViolation,
  permissionMissing,
} from '../../platforms/access/policy-violation.ts';
import type { AgentPolicy } from './agent-policy.ts';
import { amountIn, type Convert } from './conversion.ts';
import { limitEntries, limits } from './limits.ts';
import { accountNotAllowed, accountTransactionLimit, approvalRequired } from './policy-rules.ts';
import { type AgentUsage, countedBy, release, usageAt } from './usage.ts';

export const approvalRules = ['DEFAULT_EXECUTION_MODE', 'ACCOUNT_RULE', 'APPROVAL_THRESHOLD'] as const;
export type ApprovalRule = (typeof approvalRules)[number];

/** Why a person must decide. Amounts in the smallest unit of `currency`: the threshold's where there is one. */
export interface ApprovalReason {
  readonly rule: ApprovalRule;
  readonly threshold: bigint | undefined;
  readonly requested: bigint;
  readonly currency: string;
}

export type ExecutionDecision =
  | { readonly mode: 'RUN' }
  | { readonly mode: 'APPROVE'; readonly approvalReason: ApprovalReason };

/** The internal accounts that an action touches. An external one is under no rule. */
export interface ActionAccounts {
  readonly debited?: Id<'InternalAccount'> | undefined;
  readonly credited?: Id<'InternalAccount'> | undefined;
}

/** What an agent asks for: a quote's total sending amount, or a transfer's amount. */
export interface PolicyRequest {
  readonly amount: Money;
  readonly accounts: ActionAccounts;
}

/** The policy lets the action through; `charge`, in the currency of the limits, is what it counts. */
export interface Admission {
  readonly charge: Money;
  readonly decision: ExecutionDecision;
}

/**
 * Steps 3 and 4: not paused, and every permission given.
 *
 * @param need.access a paused agent may still `READ`.
 * @param need.permissions the first one missing is the one reported. None at approval: the submission was checked.
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

/** Step 7: both accounts are allowed, so far as they are internal. */
export function checkAccounts(
  { accountRestrictions }: AgentPolicy,
  { debited, credited }: ActionAccounts,
): PolicyViolation | undefined {
  const allowed = accountRestrictions?.allowedAccountIds;
  const isForbidden = (id: Id<'InternalAccount'> | undefined) => id && allowed && !allowed.includes(id);
  return isForbidden(debited) || isForbidden(credited) ? new PolicyViolation(accountNotAllowed) : undefined;
}

/** The amount in the currency of the limits, rounded up: a fraction above a limit is above it. */
export const chargeOf = (
  { spendingLimits: { currency } }: AgentPolicy,
  amount: Money,
  convert: Convert,
): Money => money(amountIn(currency, amount, 'UP', convert), currency);

/** The rule of the account that decides, and the one that may only be stricter. */
function rulesFor({ accountRestrictions }: AgentPolicy, { debited, credited }: ActionAccounts) {
  const ruleOf = (id: Id<'InternalAccount'> | undefined) =>
    accountRestrictions?.accountRules.find(({ accountId }) => accountId === id);
  return debited
    ? { deciding: ruleOf(debited), stricter: ruleOf(credited) }
    : { deciding: ruleOf(credited), stricter: undefined };
}

/** Step 10: the limit of one transaction, that amount included. */
export function checkTransactionLimit(
  policy: AgentPolicy,
  accounts: ActionAccounts,
  charge: Money,
): PolicyViolation | undefined {
  const { deciding, stricter } = rulesFor(policy, accounts);
  const decided = deciding?.perTransactionLimit ?? policy.spendingLimits.perTransactionLimit;
  const ofOther = stricter?.perTransactionLimit;
  const isTightened = ofOther !== undefined && ofOther < decided;

  const limit = isTightened ? ofOther : decided;
  if (charge.amount <= limit) return undefined;
  const isDefault = !isTightened && deciding?.perTransactionLimit === undefined;
  return new PolicyViolation(isDefault ? limits.perTransactionLimit.rule : accountTransactionLimit, {
    limit,
    requested: charge.amount,
    limitCurrency: charge.currency,
  });
}

/** Steps 10 to 13. Limits are inclusive, and what waits for approval counts as if it were spent. */
function checkLimits(
  policy: AgentPolicy,
  usage: AgentUsage,
  accounts: ActionAccounts,
  charge: Money,
  now: Date,
): PolicyViolation | undefined {
  const tooLarge = checkTransactionLimit(policy, accounts, charge);
  if (tooLarge) return tooLarge;

  const current = usageAt(usage, now);
  for (const [name, { measure, counter, rule }] of limitEntries) {
    const limit = policy.spendingLimits[name] ?? (measure === 'AMOUNT' ? maxBalance : undefined);
    if (counter === undefined || limit === undefined) continue;

    const requested = measure === 'AMOUNT' ? charge.amount : 1n;
    const { used, reserved } = countedBy(counter, current);
    if (used + reserved + requested > limit) {
      const limitCurrency = measure === 'AMOUNT' ? charge.currency : undefined;
      return new PolicyViolation(rule, { limit: BigInt(limit), requested, used, reserved, limitCurrency });
    }
  }
  return undefined;
}

/** Step 14: a threshold speaks before an account's rule, and that before the default mode. */
export function decideMode(
  policy: AgentPolicy,
  { amount, accounts }: PolicyRequest,
  convert: Convert,
): ExecutionDecision {
  const { approvalThresholds, defaultExecutionMode } = policy;
  if (approvalThresholds?.amount !== undefined) {
    const { currency, amount: threshold } = approvalThresholds;
    const requested = amountIn(currency, amount, 'UP', convert);
    if (requested > threshold) {
      const approvalReason = { threshold, requested: cappedForWire(requested), currency };
      return { mode: 'APPROVE', approvalReason: { rule: 'APPROVAL_THRESHOLD', ...approvalReason } };
    }
  }

  const needsApproval = (rule: ApprovalRule): ExecutionDecision => ({
    mode: 'APPROVE',
    approvalReason: { rule, threshold: undefined, requested: amount.amount, currency: amount.currency },
  });
  const { deciding, stricter } = rulesFor(policy, accounts);
  const modes = [deciding?.executionMode, stricter?.executionMode];
  if (modes.includes('APPROVAL_REQUIRED')) return needsApproval('ACCOUNT_RULE');
  const mode = deciding?.executionMode ?? defaultExecutionMode;
  return mode === 'AUTO' ? { mode: 'RUN' } : needsApproval('DEFAULT_EXECUTION_MODE');
}

/** Steps 10 to 14: whether the limits leave room for the action, what it counts, and whether a person must decide. */
export function admit(
  policy: AgentPolicy,
  usage: AgentUsage,
  request: PolicyRequest,
  { now, convert }: { readonly now: Date; readonly convert: Convert },
): Admission | PolicyViolation {
  const charge = chargeOf(policy, request.amount, convert);
  const refused = checkLimits(policy, usage, request.accounts, charge, now);
  return refused ?? { charge, decision: decideMode(policy, request, convert) };
}

/**
 * Steps 10 to 13 for an action that waited: its own reservation counts for it, not against it.
 *
 * @param charge what the action has set aside in `usage`.
 */
export const checkAtApproval = (
  policy: AgentPolicy,
  usage: AgentUsage,
  { charge, accounts }: { readonly charge: Money; readonly accounts: ActionAccounts },
  now: Date,
): PolicyViolation | undefined => checkLimits(policy, release(usage, charge, now), accounts, charge, now);

/** A quote that executes at once cannot wait: refused where a person would have to decide. */
export function requireRun(decision: ExecutionDecision): PolicyViolation | undefined {
  if (decision.mode === 'RUN') return undefined;
  const { threshold, requested, currency } = decision.approvalReason;
  return new PolicyViolation(approvalRequired, { limit: threshold, requested, limitCurrency: currency });
}
