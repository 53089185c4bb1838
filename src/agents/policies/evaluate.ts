/**
 * The evaluation of a submission by a policy: one pure function, which a submission and the backtest of a policy share.
 *
 * Source: docs/behaviour/agents.md#order-of-checks, docs/behaviour/agents.md#evaluations.
 */
import { cappedForWire, type PolicyViolation } from '../../platforms/access/policy-violation.ts';
import type { AgentPolicy } from './agent-policy.ts';
import { amountIn, type Convert } from './conversion.ts';
import { type PolicyVerdict, type RuleResult, resultOfViolation } from './evaluation.ts';
import {
  type Admission,
  chargeOf,
  checkAccounts,
  decideMode,
  limitResults,
  type PolicyRequest,
  requireImmediateExecution,
  violationOf,
} from './policy-checks.ts';
import { type Circumstances, checkRules, rules } from './rules.ts';
import type { AgentUsage } from './usage.ts';

/** The moment of a submission. */
export interface EvaluationContext {
  readonly now: Date;
  readonly convert: Convert;
  /** Exact text of the rate that `convert` uses, for the record. */
  readonly rateText?: ((from: string, to: string) => string | undefined) | undefined;
  readonly circumstances?: Circumstances | undefined;
}

/** What the policy says about a submission, with every rule. */
export interface Evaluated {
  readonly verdict: PolicyVerdict;
  /** The first rule that was violated, or why a person must approve; absent for `RUN`. */
  readonly rule: string | undefined;
  readonly results: readonly RuleResult[];
  readonly outcome: Admission | PolicyViolation;
}

/** A rule with what it found. */
type Found = ReturnType<typeof limitResults>[number];

/** The set rules of the policy beside its limits. */
function ruleResults(
  policy: AgentPolicy,
  { amount, terms }: PolicyRequest,
  { now, circumstances = {} }: EvaluationContext,
): readonly (Found & { readonly isFixed: boolean })[] {
  return checkRules(policy.rules, { ...amount, terms, circumstances, now })
    .filter(({ field }) => field !== 'onlyApprovedCounterparties')
    .map(({ field, rule, outcome: { isViolated, ...numbers } }) => ({
      rule,
      result: { rule: rule.name, verdict: isViolated ? 'VIOLATED' : 'PASSED', ...numbers },
      isFixed: rules[field].isFixed,
    }));
}

/** The results of step 14: the threshold if one is set, and the rule that needs an approval. */
function modeResults(
  policy: AgentPolicy,
  request: PolicyRequest,
  decision: Admission['decision'],
  convert: Convert,
) {
  const reason = decision.mode === 'REQUIRE_APPROVAL' ? decision.approvalReason : undefined;
  const results: RuleResult[] = [];
  const { approvalThresholds: set } = policy;
  if (set?.amount !== undefined && reason?.rule !== 'APPROVAL_THRESHOLD') {
    const requested = cappedForWire(amountIn(set.currency, request.amount, 'UP', convert));
    const { amount: limit, currency } = set;
    results.push({ rule: 'APPROVAL_THRESHOLD', verdict: 'PASSED', limit, requested, currency });
  }
  if (reason) {
    const { rule, threshold: limit, requested, currency } = reason;
    results.push({ rule, verdict: 'NEEDS_APPROVAL', limit, requested, currency });
  }
  return results;
}

/**
 * Steps 7 and 10 to 14: every rule of the policy for one submission. It is pure, so that a submission and the backtest of a policy
 * cannot disagree.
 *
 * @param usage the counters before the submission, in the currency of the limits.
 */
export function evaluate(
  policy: AgentPolicy,
  usage: AgentUsage,
  request: PolicyRequest,
  context: EvaluationContext,
): Evaluated {
  const { now, convert, rateText, circumstances } = context;
  const { amount, accounts, terms } = request;
  const notAllowed = checkAccounts(policy, accounts);
  const ofRules = ruleResults(policy, request, context);
  const charge = chargeOf(policy, amount, convert);
  const [ofTransaction, ...ofPeriods] = limitResults(policy, usage, accounts, charge, now);
  const decision = decideMode(policy, request, convert, circumstances);
  const immediate = terms.isImmediate ? requireImmediateExecution(decision) : undefined;
  // A quote that is only created is checked by the first two of these, so they come first here too.
  const found = [
    ...ofRules.filter(({ isFixed }) => isFixed),
    ...(ofTransaction ? [ofTransaction] : []),
    ...ofRules.filter(({ isFixed }) => !isFixed),
    ...ofPeriods,
  ];

  const withRate = (result: RuleResult): RuleResult => {
    const { currency } = result;
    const rate = currency && currency !== amount.currency ? rateText?.(amount.currency, currency) : undefined;
    const { limit, used, reserved, requested } = result;
    const capped = (one: bigint | undefined) => (one === undefined ? undefined : cappedForWire(one));
    return {
      ...result,
      limit: capped(limit),
      used: capped(used),
      reserved: capped(reserved),
      requested: capped(requested),
      ...(rate !== undefined && { rate }),
    };
  };
  const results = [
    ...(notAllowed ? [resultOfViolation(notAllowed)] : []),
    ...found.map(({ result }) => result),
    ...modeResults(policy, request, decision, convert),
    ...(immediate ? [resultOfViolation(immediate)] : []),
  ].map(withRate);
  const violation = notAllowed ?? violationOf(found) ?? immediate;
  if (violation) return { verdict: 'REJECT', rule: violation.rule, results, outcome: violation };
  const outcome = { charge, decision };
  return decision.mode === 'EXECUTE'
    ? { verdict: 'RUN', rule: undefined, results, outcome }
    : { verdict: 'WAIT', rule: decision.approvalReason.rule, results, outcome };
}
