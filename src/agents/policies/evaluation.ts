/**
 * The evaluation of a submission: what each rule of the policy found, with its numbers, and the verdict. It is stored with the action, and
 * the backtest computes it for a proposed policy.
 *
 * Source: docs/behaviour/agents.md#evaluations; schema.graphql, `PolicyEvaluation`.
 */
import type { PolicyViolation } from '../../platforms/access/policy-violation.ts';

export const policyVerdicts = ['RUN', 'WAIT', 'REJECT'] as const;
/** `RUN`: executed at once. `WAIT`: a person decides. `REJECT`: the policy does not permit it. */
export type PolicyVerdict = (typeof policyVerdicts)[number];

export const ruleVerdicts = ['PASSED', 'NEEDS_APPROVAL', 'VIOLATED'] as const;
export type RuleVerdict = (typeof ruleVerdicts)[number];

/** What one rule found. Amounts are in the smallest unit of `currency`; without a currency they are numbers. */
export interface RuleResult {
  /** The name of a policy rule or of an approval rule. */
  readonly rule: string;
  readonly verdict: RuleVerdict;
  readonly limit?: bigint | undefined;
  readonly used?: bigint | undefined;
  readonly reserved?: bigint | undefined;
  readonly requested?: bigint | undefined;
  readonly currency?: string | undefined;
  /** Exact: units of the payment's currency for one unit of `currency`. Absent where both are the same. */
  readonly rate?: string | undefined;
}

/** More results than an evaluation can have: one for each rule, limit and approval rule. */
export const maxRuleResults = 30;

/** A stored evaluation. */
export interface PolicyEvaluation {
  /** The version of the policy; absent for an action of an earlier version of the service. */
  readonly policyVersion: number | undefined;
  readonly verdict: PolicyVerdict;
  /** The rule that rejected the submission or needs an approval; absent for `RUN`. */
  readonly rule: string | undefined;
  /** In the order of the checks. */
  readonly rules: readonly RuleResult[];
  readonly evaluatedAt: Date;
}

/** The rules of an evaluation as JSON: amounts as texts. */
export const rulesToJson = (results: readonly RuleResult[]): Record<string, unknown>[] =>
  JSON.parse(JSON.stringify(results, (_, value) => (typeof value === 'bigint' ? String(value) : value)));

const bigintOf = (stored: unknown): bigint | undefined =>
  typeof stored === 'string' ? BigInt(stored) : undefined;

export const rulesFromJson = (stored: readonly Record<string, unknown>[]): RuleResult[] =>
  stored.map((one) => ({
    rule: String(one['rule']),
    verdict: one['verdict'] as RuleVerdict,
    limit: bigintOf(one['limit']),
    used: bigintOf(one['used']),
    reserved: bigintOf(one['reserved']),
    requested: bigintOf(one['requested']),
    currency: one['currency'] as string | undefined,
    rate: one['rate'] as string | undefined,
  }));

/** The result of a rule that a rejected submission violates. */
export const resultOfViolation = (violation: PolicyViolation): RuleResult => ({
  rule: violation.rule,
  verdict: 'VIOLATED',
  limit: violation.limit,
  used: violation.used,
  reserved: violation.reserved,
  requested: violation.requested,
  currency: violation.limitCurrency,
});
