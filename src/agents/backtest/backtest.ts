/**
 * The result of a backtest: what a policy would have said about past submissions.
 *
 * Source: docs/behaviour/agents.md#backtest; schema.graphql, `PolicyBacktest`.
 */
import type { Id } from '../../kernel/ids.ts';
import type { Money } from '../../kernel/money/amount.ts';
import type { AgentActionSubject } from '../actions/agent-action.ts';
import type { AgentPolicy } from '../policies/agent-policy.ts';
import type { Evaluated } from '../policies/evaluate.ts';
import { type PolicyVerdict, policyVerdicts, type RuleResult } from '../policies/evaluation.ts';
import type { PastSubmission } from './past-submission.ts';

/** Submissions that one backtest replays, and as many before them. */
export const maxBacktestActions = 10_000;
export const maxBacktestDays = 366;

export interface VerdictWithRule {
  readonly verdict: PolicyVerdict;
  /** What rejected it or needs an approval. `CORRIDOR_NOT_SERVED`: the currency of the payment has no rate. */
  readonly rule: string | undefined;
}

/** One submission: what the policy said, and what the proposed one would have said. */
export interface BacktestedAction {
  readonly id: Id<'AgentEvaluation'>;
  /** Absent for a submission that the policy rejected. */
  readonly actionId: Id<'AgentAction'> | undefined;
  readonly type: AgentActionSubject['type'];
  readonly submittedAt: Date;
  readonly amount: Money;
  readonly before: VerdictWithRule;
  readonly after: VerdictWithRule;
  /** The numbers of the rule of `after`; absent for `RUN`. */
  readonly result: RuleResult | undefined;
  readonly isChanged: boolean;
}

export type VerdictCounts = Readonly<Record<PolicyVerdict, number>>;

export interface RuleCount {
  readonly rule: string;
  readonly count: number;
}

export interface PolicyBacktest {
  /** The policy that was tried. */
  readonly policy: AgentPolicy;
  readonly since: Date;
  readonly until: Date;
  readonly total: number;
  /** How many submissions get another verdict. */
  readonly changed: number;
  readonly before: VerdictCounts;
  readonly after: VerdictCounts;
  /** How often each rule decided, most frequent first. */
  readonly rules: readonly RuleCount[];
  /** Oldest first: a page. */
  readonly actions: readonly BacktestedAction[];
  /** The last of the page, where more follow. */
  readonly nextAfter: Id<'AgentEvaluation'> | undefined;
}

/** @param evaluated undefined where the currency of the payment has no rate. */
export function backtested(past: PastSubmission, evaluated: Evaluated | undefined): BacktestedAction {
  const after: VerdictWithRule = evaluated
    ? { verdict: evaluated.verdict, rule: evaluated.rule }
    : { verdict: 'REJECT', rule: 'CORRIDOR_NOT_SERVED' };
  const { id, type, submittedAt, request, verdict, rule, action } = past;
  return {
    id,
    actionId: action?.id,
    type,
    submittedAt,
    amount: request.amount,
    before: { verdict, rule },
    after,
    result: evaluated?.results.find((one) => one.rule === after.rule && one.verdict !== 'PASSED'),
    isChanged: verdict !== after.verdict,
  };
}

export function verdictCounts(verdicts: readonly PolicyVerdict[]): VerdictCounts {
  const counts = Object.fromEntries(policyVerdicts.map((one) => [one, 0])) as Record<PolicyVerdict, number>;
  for (const verdict of verdicts) counts[verdict] += 1;
  return counts;
}

/** How often each rule decided, most frequent first. */
export function ruleCounts(actions: readonly BacktestedAction[]): RuleCount[] {
  const counts = new Map<string, number>();
  for (const { after } of actions) {
    if (after.rule !== undefined) counts.set(after.rule, (counts.get(after.rule) ?? 0) + 1);
  }
  return [...counts]
    .map(([rule, count]) => ({ rule, count }))
    .sort((one, other) => other.count - one.count || (one.rule < other.rule ? -1 : 1));
}
