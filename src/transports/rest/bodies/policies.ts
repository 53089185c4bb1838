/** Schemas of policies and their evaluations. Source: docs/behaviour/agents.md#rules, docs/behaviour/agents.md#evaluations, docs/behaviour/agents.md#backtest. */
import { z } from 'zod';
import { maxAccountsOfOwner } from '../../../accounts/internal/internal-account.ts';
import { agentActionTypes } from '../../../agents/actions/agent-action.ts';
import { maxRequiredApprovals } from '../../../agents/approval-rules/approval-rules.ts';
import { maxBacktestActions } from '../../../agents/backtest/backtest.ts';
import { backtestPage } from '../../../agents/backtest/backtest-agent-policy.ts';
import { agentExecutionModes } from '../../../agents/policies/agent-policy.ts';
import { maxTimeWindows, weekdays } from '../../../agents/policies/allowed-times.ts';
import { maxRuleResults, policyVerdicts, ruleVerdicts } from '../../../agents/policies/evaluation.ts';
import { forEachLimit } from '../../../agents/policies/limits.ts';
import { maxPolicyChanges, maxVersions } from '../../../agents/policies/policy-version.ts';
import { maxCorridors, maxCounterparties } from '../../../agents/policies/rules.ts';
import { agentPermissions } from '../../../platforms/access/agent-permissions.ts';
import { callerActorKinds } from '../../../platforms/access/principal.ts';
import { amount, CurrencyAmount, id, instant } from './common.ts';

const optional = (schema: z.ZodType, absence: string) =>
  schema.optional().meta({ description: `Absent: ${absence}.` });

const weekday = z.enum(weekdays);
const PolicyRules = z
  .object({
    allowedCounterparties: z.array(z.string()).max(maxCounterparties),
    allowedCorridors: z.array(z.object({ sending: z.string(), receiving: z.string() })).max(maxCorridors),
    requireDescription: z.boolean(),
    allowedTimes: z.object({
      timeZone: z.string(),
      windows: z
        .array(z.object({ days: z.array(weekday).max(weekdays.length), from: z.string(), to: z.string() }))
        .max(maxTimeWindows),
    }),
    cooldownMinutes: z.int(),
    maxActionsPerMinute: z.int(),
    maxBalanceShare: z.string(),
    onlyApprovedCounterparties: z.boolean(),
  })
  .partial()
  .meta({ description: 'Rules beside the limits. Absent rules do not apply.' });

export const AgentPolicy = z
  .object({
    permissions: z.array(z.enum(agentPermissions)).max(agentPermissions.length),
    defaultExecutionMode: z.enum(agentExecutionModes),
    spendingLimits: z.object({
      currency: z.string(),
      ...forEachLimit((_, { measure, isRequired }) => {
        const schema = measure === 'AMOUNT' ? amount : z.int();
        return isRequired ? schema : optional(schema, 'no limit');
      }),
    }),
    accountRestrictions: z
      .object({
        allowedAccountIds: z
          .array(id('InternalAccount'))
          .max(maxAccountsOfOwner)
          .optional()
          .meta({ description: 'Absent: all accounts of the customer.' }),
        accountRules: z
          .array(
            z.object({
              accountId: id('InternalAccount'),
              executionMode: z.enum(agentExecutionModes).optional(),
              perTransactionLimit: optional(amount, 'the default'),
            }),
          )
          .max(maxAccountsOfOwner),
      })
      .optional(),
    approvalThresholds: z
      .object({ currency: z.string(), amount: optional(amount, 'no threshold') })
      .optional(),
    requiredApprovals: z.int().min(1).max(maxRequiredApprovals).optional().meta({
      description: 'Minimum number of approvals of an action. Absent: what the approval rules require.',
    }),
    rules: PolicyRules.optional(),
  })
  .meta({ id: 'AgentPolicy' });

export const RuleResult = z.object({
  rule: z.string().meta({ description: 'A policy rule or an approval rule.' }),
  verdict: z.enum(ruleVerdicts),
  limit: amount.optional(),
  used: amount.optional(),
  reserved: amount.optional(),
  requested: amount.optional(),
  currency: z.string().optional().meta({ description: 'Absent if the amounts are numbers.' }),
  rate: z.string().optional().meta({
    description:
      "Exact: units of the payment's currency for one unit of `currency`. Absent if not converted.",
  }),
});

const verdictWithRule = z.object({ verdict: z.enum(policyVerdicts), rule: z.string().optional() });

export const Evaluation = z.object({
  policyVersion: z.int(),
  ...verdictWithRule.shape,
  rules: z.array(RuleResult).max(maxRuleResults),
  evaluatedAt: instant,
});

export const PolicyHistory = z
  .object({
    data: z
      .array(
        z.object({
          version: z.int(),
          policy: AgentPolicy,
          actor: z
            .object({ kind: z.enum(callerActorKinds), id: z.string(), name: z.string() })
            .optional()
            .meta({
              description: 'Who set it. Absent if an earlier version of the service did not record it.',
            }),
          changes: z
            .array(
              z.object({ field: z.string(), before: z.string().optional(), after: z.string().optional() }),
            )
            .max(maxPolicyChanges)
            .meta({
              description: 'Fields that changed against the version before, with their values as JSON.',
            }),
          createdAt: instant,
        }),
      )
      .max(maxVersions),
  })
  .meta({ id: 'PolicyHistory' });

const verdictCounts = z.object(
  Object.fromEntries(policyVerdicts.map((verdict) => [verdict, z.int().max(maxBacktestActions)])),
);

export const PolicyBacktest = z
  .object({
    policy: AgentPolicy.meta({ description: 'The policy that was tried.' }),
    since: instant,
    until: instant,
    total: z.int(),
    changed: z.int().meta({ description: 'Submissions that get another verdict.' }),
    before: verdictCounts,
    after: verdictCounts,
    rules: z.array(z.object({ rule: z.string(), count: z.int() })).max(maxRuleResults),
    actions: z
      .array(
        z.object({
          id: id('AgentEvaluation'),
          actionId: id('AgentAction')
            .optional()
            .meta({ description: 'Absent if the policy rejected the submission.' }),
          type: z.enum(agentActionTypes),
          submittedAt: instant,
          sendingAmount: CurrencyAmount,
          before: verdictWithRule,
          after: verdictWithRule,
          result: RuleResult.optional().meta({ description: 'The numbers of the rule of `after`.' }),
          isChanged: z.boolean(),
        }),
      )
      .max(backtestPage.max)
      .meta({ description: 'Oldest first.' }),
    nextAfter: id('AgentEvaluation')
      .optional()
      .meta({ description: 'Send it as `after` to get what follows.' }),
  })
  .meta({ id: 'PolicyBacktest' });
