/** The evaluation of a submission by a policy, and the versions of a policy. */

import type { Agent } from '../../src/agents/agent.ts';
import { evaluationsOfActions } from '../../src/agents/evaluations/evaluation-store.ts';
import {
  maxRuleResults,
  type PolicyEvaluation,
  policyVerdicts,
  type RuleResult,
  ruleVerdicts,
} from '../../src/agents/policies/evaluation.ts';
import {
  maxPolicyChanges,
  maxVersions,
  type PolicyChange,
  type PolicyVersion,
} from '../../src/agents/policies/policy-version.ts';
import { listPolicyVersions } from '../../src/agents/policies/policy-version-store.ts';
import type { Id } from '../../src/kernel/ids.ts';
import { currencyOf } from '../../src/kernel/money/currencies.ts';
import { integer, optional } from '../../src/kernel/parse.ts';
import { acceptingOn } from '../core/accepting.ts';
import { lengthArgument, lengthDescription } from '../core/bounds.ts';
import { builder } from '../core/builder.ts';
import { batched, visibleIf, visibleTo } from '../core/context.ts';
import { describedEnum } from '../core/enums.ts';
import { CurrencyRef } from '../core/money.ts';
import { ActorRef } from '../platforms/actors.ts';
import { AgentActionRef } from './agent-actions.ts';
import { AgentPolicyRef } from './agent-policy.ts';
import { AgentRef } from './agents.ts';

export const PolicyVerdictEnum = describedEnum(
  'PolicyVerdict',
  'What a policy says about a submission of an agent.',
  policyVerdicts,
  {
    RUN: 'It is executed at once.',
    WAIT: 'A person must approve it.',
    REJECT: 'The policy does not permit it.',
  },
);

const RuleVerdictEnum = describedEnum('RuleVerdict', 'What one rule of a policy says.', ruleVerdicts, {
  PASSED: 'The submission is within the rule.',
  NEEDS_APPROVAL: 'The rule requires an approval.',
  VIOLATED: 'The rule does not permit the submission.',
});

const ruleName = `Name of the rule: a value of PolicyRule or of ApprovalRule.`;
const unit = 'In the smallest unit of `currency`; a number where there is no currency.';

const numberOf = (name: 'limit' | 'used' | 'reserved' | 'requested', what: string) =>
  [name, `${what} ${unit} Null where the rule has none.`] as const;

const numbers = [
  numberOf('limit', 'The limit.'),
  numberOf('used', 'What was used.'),
  numberOf('reserved', 'What waiting actions had reserved.'),
  numberOf('requested', 'What was requested.'),
];

export const RuleResultRef = builder.objectRef<RuleResult>('PolicyRuleResult').implement({
  description: 'What one rule of a policy found.',
  fields: (t) => ({
    rule: t.exposeString('rule', { description: ruleName }),
    verdict: t.field({
      type: RuleVerdictEnum,
      description: 'What the rule says.',
      resolve: ({ verdict }) => verdict,
    }),
    ...Object.fromEntries(
      numbers.map(([name, description]) => [
        name,
        t.field({
          type: 'Amount',
          nullable: true,
          description,
          resolve: (result) => result[name] ?? null,
        }),
      ]),
    ),
    currency: t.field({
      type: CurrencyRef,
      nullable: true,
      description: 'Currency of the amounts; null if they are numbers.',
      resolve: ({ currency }) => (currency === undefined ? null : currencyOf(currency)),
    }),
    rate: t.string({
      nullable: true,
      description:
        "Exact rate with which the amount was converted: units of the payment's currency for one unit of `currency`. Null where it was not converted.",
      resolve: ({ rate }) => rate ?? null,
    }),
  }),
});

export const EvaluationRef = builder.objectRef<PolicyEvaluation>('PolicyEvaluation').implement({
  description: 'What the policy of an agent said about a submission, at that time.',
  fields: (t) => ({
    policyVersion: t.int({
      description: 'Version of the policy.',
      resolve: ({ policyVersion }) => policyVersion ?? 0,
    }),
    verdict: t.field({
      type: PolicyVerdictEnum,
      description: 'What the policy said.',
      resolve: ({ verdict }) => verdict,
    }),
    rule: t.string({
      nullable: true,
      description: 'The rule that requires the approval; null if the action ran at once.',
      resolve: ({ rule }) => rule ?? null,
    }),
    rules: t.field({
      type: [RuleResultRef],
      bound: maxRuleResults,
      description: 'Every rule that was checked, in the order of the checks.',
      resolve: ({ rules }) => [...rules],
    }),
    evaluatedAt: t.field({
      type: 'DateTime',
      description: 'Time of the submission.',
      resolve: ({ evaluatedAt }) => evaluatedAt,
    }),
  }),
});

const evaluationOf = batched<Id<'AgentAction'>, PolicyEvaluation>('evaluationOfAction', (context, ids) =>
  evaluationsOfActions(context.ports.db.orm, visibleTo(context), ids),
);

builder.objectField(AgentActionRef, 'evaluation', (t) =>
  t.field({
    type: EvaluationRef,
    nullable: true,
    description:
      'What the policy said when the agent submitted the action: its version and each rule with its numbers. Null for an action of an earlier version of the service.',
    resolve: async ({ id }, _args, context) => (await evaluationOf(context, id)) ?? null,
  }),
);

const ChangeRef = builder.objectRef<PolicyChange>('PolicyChange').implement({
  description: 'One field of a policy that changed.',
  fields: (t) => ({
    field: t.exposeString('field', { description: 'Path of the field: spendingLimits.dailyLimit.' }),
    before: t.string({
      nullable: true,
      description: 'Value before, as JSON; null if it was not set.',
      resolve: ({ before }) => before ?? null,
    }),
    after: t.string({
      nullable: true,
      description: 'Value after, as JSON; null if it was removed.',
      resolve: ({ after }) => after ?? null,
    }),
  }),
});

const VersionRef = builder.objectRef<PolicyVersion>('PolicyVersion').implement({
  description: 'A policy that an agent had, and who set it.',
  fields: (t) => ({
    version: t.exposeInt('version', { description: 'Number of the version, from 1.' }),
    policy: t.field({ type: AgentPolicyRef, description: 'The policy.', resolve: ({ policy }) => policy }),
    actor: t.field({
      type: ActorRef,
      nullable: true,
      description: 'Who set it; null if an earlier version of the service did not record it.',
      resolve: ({ actor }) => actor ?? null,
    }),
    changes: t.field({
      type: [ChangeRef],
      bound: maxPolicyChanges,
      description: 'What changed against the version before; empty for the first one.',
      resolve: ({ changes }) => [...changes],
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time of the change.',
      resolve: ({ createdAt }) => createdAt,
    }),
  }),
});

const versionsBound = { argument: 'first', default: 20, max: maxVersions } as const;

builder.objectField(AgentRef, 'policyVersion', (t) =>
  t.int({ description: 'Number of changes of the policy, from 1.', resolve: (a) => a.policyVersion }),
);

builder.objectField(AgentRef, 'policyHistory', (t) =>
  t.field({
    type: [VersionRef],
    nullable: true,
    bound: versionsBound,
    description:
      'Versions of the policy, newest first, each with who changed what. Not for agents and access tokens.',
    args: {
      first: t.arg.int({ description: `Number of versions to return: ${lengthDescription(versionsBound)}` }),
      before: t.arg.int({ description: 'Only versions below this one.' }),
    },
    ...acceptingOn(
      {
        first: lengthArgument(versionsBound),
        before: optional(integer(1, 2_147_483_647, 'must be a version')),
      },
      ({ id }: Agent, { first, before }, context) =>
        listPolicyVersions(context.ports.db.orm, visibleIf(context, 'VIEW_POLICY_HISTORY'), id, {
          first,
          before,
        }),
    ),
  }),
);
