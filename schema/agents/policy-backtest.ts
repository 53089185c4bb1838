/** The backtest of a policy. Source: docs/behaviour/agents.md#backtest. */
import {
  type BacktestedAction,
  maxBacktestActions,
  maxBacktestDays,
  type PolicyBacktest,
  type RuleCount,
  type VerdictCounts,
  type VerdictWithRule,
} from '../../src/agents/backtest/backtest.ts';
import {
  BacktestAgentPolicyInput,
  backtestAgentPolicy,
  backtestPage,
} from '../../src/agents/backtest/backtest-agent-policy.ts';
import { maxRuleResults } from '../../src/agents/policies/evaluation.ts';
import { Forbidden, InvalidInput, NotFound } from '../../src/kernel/errors.ts';
import { idSchema } from '../../src/kernel/ids.ts';
import { accepting } from '../core/accepting.ts';
import { lengthDescription } from '../core/bounds.ts';
import { builder } from '../core/builder.ts';
import { platformOf } from '../core/context.ts';
import { MoneyRef } from '../core/money.ts';
import { AgentActionTypeEnum } from './agent-actions.ts';
import { AgentPolicyRef, UpdateAgentPolicyArgs } from './agent-policy.ts';
import { PolicyVerdictEnum, RuleResultRef } from './policy-evaluation.ts';

const VerdictRef = builder.objectRef<VerdictWithRule>('PolicyVerdictWithRule').implement({
  description: 'What a policy says, and the rule that decides.',
  fields: (t) => ({
    verdict: t.field({
      type: PolicyVerdictEnum,
      description: 'What the policy says.',
      resolve: ({ verdict }) => verdict,
    }),
    rule: t.string({
      nullable: true,
      description:
        'The rule that rejects it or needs an approval: a value of PolicyRule or of ApprovalRule, or CORRIDOR_NOT_SERVED where a currency has no rate. Null for RUN.',
      resolve: ({ rule }) => rule ?? null,
    }),
  }),
});

const BacktestedActionRef = builder.objectRef<BacktestedAction>('BacktestedAction').implement({
  description: 'A past submission of an agent: what its policy said, and what the proposed one would say.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'AgentEvaluation:<uuid>, for `after`.' }),
    actionId: t.id({
      nullable: true,
      description: 'AgentAction:<uuid>; null if the policy rejected the submission.',
      resolve: ({ actionId }) => actionId ?? null,
    }),
    type: t.field({
      type: AgentActionTypeEnum,
      description: 'Type of the action.',
      resolve: ({ type }) => type,
    }),
    submittedAt: t.field({
      type: 'DateTime',
      description: 'Time of the submission.',
      resolve: ({ submittedAt }) => submittedAt,
    }),
    sendingAmount: t.field({
      type: MoneyRef,
      description: 'Total amount that the source account would be debited.',
      resolve: ({ amount }) => amount,
    }),
    before: t.field({
      type: VerdictRef,
      description: 'What the policy of that time said.',
      resolve: ({ before }) => before,
    }),
    after: t.field({
      type: VerdictRef,
      description: 'What the proposed policy would say.',
      resolve: ({ after }) => after,
    }),
    result: t.field({
      type: RuleResultRef,
      nullable: true,
      description: 'The rule of `after` with its numbers; null for RUN.',
      resolve: ({ result }) => result ?? null,
    }),
    isChanged: t.exposeBoolean('isChanged', { description: 'Whether the verdict is another one.' }),
  }),
});

const CountsRef = builder.objectRef<VerdictCounts>('PolicyVerdictCounts').implement({
  description: 'Numbers of submissions by verdict.',
  fields: (t) => ({
    run: t.int({ description: 'Executed at once.', resolve: ({ RUN }) => RUN }),
    wait: t.int({ description: 'Wait for a person.', resolve: ({ WAIT }) => WAIT }),
    reject: t.int({ description: 'Rejected by the policy.', resolve: ({ REJECT }) => REJECT }),
  }),
});

const RuleCountRef = builder.objectRef<RuleCount>('PolicyRuleCount').implement({
  description: 'How often a rule decides.',
  fields: (t) => ({
    rule: t.exposeString('rule', { description: 'The rule.' }),
    count: t.exposeInt('count', { description: 'Number of submissions.' }),
  }),
});

const BacktestRef = builder.objectRef<PolicyBacktest>('PolicyBacktest').implement({
  description: 'What a proposed policy would have said about the past submissions of an agent.',
  fields: (t) => ({
    policy: t.field({
      type: AgentPolicyRef,
      description: 'The proposed policy: the current one with the changes.',
      resolve: ({ policy }) => policy,
    }),
    since: t.field({ type: 'DateTime', description: 'Start of the period.', resolve: (b) => b.since }),
    until: t.field({ type: 'DateTime', description: 'End of the period.', resolve: (b) => b.until }),
    total: t.exposeInt('total', { description: 'Number of submissions in the period.' }),
    changed: t.exposeInt('changed', { description: 'Number of submissions that get another verdict.' }),
    before: t.field({
      type: CountsRef,
      description: 'What the policies of the time said.',
      resolve: ({ before }) => before,
    }),
    after: t.field({
      type: CountsRef,
      description: 'What the proposed policy would say.',
      resolve: ({ after }) => after,
    }),
    rules: t.field({
      type: [RuleCountRef],
      bound: maxRuleResults,
      description: 'How often each rule of the proposed policy decides, most frequent first.',
      resolve: ({ rules }) => [...rules],
    }),
    actions: t.field({
      type: [BacktestedActionRef],
      bound: backtestPage.max,
      description: 'Submissions, oldest first: `first` of them.',
      resolve: ({ actions }) => [...actions],
    }),
    nextAfter: t.id({
      nullable: true,
      description: 'Send it as `after` to get the submissions that follow; null at the end.',
      resolve: ({ nextAfter }) => nextAfter ?? null,
    }),
  }),
});

const page = { argument: 'first', ...backtestPage } as const;

builder.queryField('backtestAgentPolicy', (t) =>
  t.errorUnionField({
    description: `Tries a change of a policy on the past submissions of an agent, at most ${maxBacktestActions}: which would run, wait or be rejected, each with the rule. Nothing is changed.`,
    authScopes: { permission: 'BACKTEST_POLICY' },
    args: {
      agentId: t.arg.id({ required: true, description: 'Agent:<uuid>' }),
      policy: t.arg({
        type: UpdateAgentPolicyArgs,
        required: true,
        description: 'Fields to change, as in updateAgentPolicy.',
      }),
      since: t.arg({ type: 'DateTime', required: true, description: 'Start of the period.' }),
      until: t.arg({
        type: 'DateTime',
        description: `End of the period, at most ${maxBacktestDays} days after its start. Default: now.`,
      }),
      onlyChanged: t.arg.boolean({ description: 'Only submissions that get another verdict.' }),
      first: t.arg.int({ description: `Number of submissions to return: ${lengthDescription(page)}` }),
      after: t.arg.id({ description: '`nextAfter` of the page before.' }),
    },
    types: [BacktestRef, InvalidInput, Forbidden, NotFound],
    union: {
      name: 'BacktestAgentPolicyResult',
      description: 'Result of backtestAgentPolicy.',
      resolveType: () => BacktestRef,
    },
    ...accepting(
      { agentId: idSchema('Agent'), ...BacktestAgentPolicyInput.shape },
      ({ agentId, ...input }, context) =>
        backtestAgentPolicy(context.ports, platformOf(context), agentId, input),
    ),
  }),
);
