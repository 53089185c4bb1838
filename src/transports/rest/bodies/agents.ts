/** Schemas of agents and their actions. Source: docs/behaviour/agents.md#agents-and-policies, docs/behaviour/agents.md#device-codes. */
import { z } from 'zod';
import { maxAccountsOfOwner } from '../../../accounts/internal/internal-account.ts';
import { historyInBodies } from '../../../agents/actions/action-details.ts';
import { agentActionStatuses, agentActionTypes } from '../../../agents/actions/agent-action.ts';
import { maxRepricings, repricingOutcomes } from '../../../agents/actions/repricing.ts';
import { maxRequiredApprovals } from '../../../agents/approval-rules/approval-rules.ts';
import { maxBacktestActions } from '../../../agents/backtest/backtest.ts';
import { backtestPage } from '../../../agents/backtest/backtest-agent-policy.ts';
import { agentExecutionModes } from '../../../agents/policies/agent-policy.ts';
import { maxTimeWindows, weekdays } from '../../../agents/policies/allowed-times.ts';
import { maxRuleResults, policyVerdicts, ruleVerdicts } from '../../../agents/policies/evaluation.ts';
import {
  counterEntries,
  forEachLimit,
  limitEntries,
  windowEntries,
} from '../../../agents/policies/limits.ts';
import { approvalRules } from '../../../agents/policies/policy-checks.ts';
import { policyRules } from '../../../agents/policies/policy-rules.ts';
import { maxPolicyChanges, maxVersions } from '../../../agents/policies/policy-version.ts';
import { maxCorridors, maxCounterparties } from '../../../agents/policies/rules.ts';
import { maxVotes, voteDecisions } from '../../../agents/votes/vote.ts';
import { agentPermissions } from '../../../platforms/access/agent-permissions.ts';
import { callerActorKinds } from '../../../platforms/access/principal.ts';
import { amount, CurrencyAmount, id, instant, times } from './common.ts';
import { Quote, Transaction } from './payments.ts';

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

const AgentPolicy = z
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

export const Agent = z
  .object({
    id: id('Agent'),
    name: z.string(),
    customerId: id('Customer'),
    isPaused: z.boolean(),
    isConnected: z.boolean(),
    policy: AgentPolicy,
    usage: z.object({
      ...Object.fromEntries(
        counterEntries.map(([name, { measure }]) => [name, measure === 'AMOUNT' ? amount : z.int()]),
      ),
      ...Object.fromEntries(
        windowEntries.map(([, { resetField, format }]) => [
          resetField,
          z.string().meta(format === 'YYYY-MM-DD' ? { format: 'date' } : { description: format }),
        ]),
      ),
      reserved: z
        .object({ transactionCount: z.int(), amount })
        .meta({ description: 'Amounts reserved for actions that wait for approval.' }),
    }),
    ...times,
  })
  .meta({ id: 'Agent' });

export const AgentDeviceCode = z
  .object({ code: z.string(), agentId: id('Agent'), expiresAt: instant, redeemed: z.boolean() })
  .meta({ id: 'AgentDeviceCode' });

export const AgentCreated = z
  .object({ agent: Agent, deviceCode: AgentDeviceCode })
  .meta({ id: 'AgentCreated' });

export const DeviceCodeStatus = z
  .object({ code: z.string(), redeemed: z.boolean() })
  .meta({ id: 'DeviceCodeStatus' });

export const AgentConnected = z
  .object({
    agentId: id('Agent'),
    agentName: z.string(),
    accessToken: z.string().meta({ description: 'Access token of the agent. Returned only once.' }),
    policy: AgentPolicy,
  })
  .meta({ id: 'AgentConnected' });

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

const evaluation = Evaluation.optional().meta({
  description:
    'What the policy said when the agent submitted the action. Absent for actions of earlier versions of the service.',
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

export const ApprovalReason = z.object({
  rule: z.enum(approvalRules),
  threshold: amount.optional(),
  requested: amount,
  currency: z.string(),
});

const decision = {
  decidedBy: z
    .string()
    .meta({ description: 'Name of the API token, or subject of the access token, that made the decision.' }),
  decidedAt: instant,
  comment: z
    .string()
    .optional()
    .meta({ description: 'What the person said about the decision; for a rejection its reason.' }),
};

/** What a person needs to decide. Present in every response and in events since they have it. */
const details = {
  description: z.string().optional().meta({ description: 'Memo that the agent gave.' }),
  sourceAccount: z
    .object({
      id: id('InternalAccount', 'ExternalAccount'),
      currency: z.string(),
      availableBalance: amount.optional().meta({
        description: 'Absent for an external account, and for an agent without VIEW_TRANSACTIONS.',
      }),
    })
    .optional(),
  payee: z
    .object({
      displayName: z.string().optional(),
      bankName: z.string().optional(),
      last4: z.string().optional().meta({ description: 'Absent for email addresses and payment handles.' }),
      country: z.string().optional().meta({ description: 'ISO 3166-1 alpha-2.' }),
    })
    .optional()
    .meta({ description: 'Who receives the payment. Absent for an agent without MANAGE_EXTERNAL_ACCOUNTS.' }),
  sendingAmount: CurrencyAmount.optional().meta({ description: 'Total debit, fees included.' }),
  receivingAmount: CurrencyAmount.optional(),
  fees: amount.optional().meta({ description: 'In the smallest unit of the sending currency.' }),
  exchangeRate: z.number().optional().meta({
    description:
      'Units of the sending currency per unit of the receiving currency, in major units. Absent for a transfer.',
  }),
  expiresAt: instant.optional().meta({
    description: 'Time from which the action can no longer be decided.',
  }),
  limits: z
    .array(
      z.object({
        name: z.enum(policyRules.map(({ name }) => name)),
        currency: z.string().optional().meta({ description: 'Absent if the limit counts transactions.' }),
        limit: amount,
        used: amount,
        reserved: amount,
        remaining: amount,
      }),
    )
    .max(limitEntries.length)
    .optional(),
  evaluation,
  history: z
    .array(
      z.object({
        id: id('AgentAction'),
        status: z.enum(agentActionStatuses),
        type: z.enum(agentActionTypes),
        sendingAmount: CurrencyAmount,
        createdAt: instant,
      }),
    )
    .max(historyInBodies)
    .optional()
    .meta({ description: 'Earlier actions of the same agent and payee, newest first.' }),
};

const votes = z
  .array(
    z.object({
      actor: z.object({ kind: z.enum(callerActorKinds), id: z.string(), name: z.string() }),
      decision: z.enum(voteDecisions),
      comment: z.string().optional(),
      tolerance: z
        .object({ maxSlippage: z.string().optional(), maxSendingAmount: amount.optional() })
        .optional()
        .meta({ description: 'How much worse the price may be, if the quote has expired.' }),
      createdAt: instant,
    }),
  )
  .max(maxVotes);

const figures = z.object({
  quoteId: id('Quote').optional(),
  sendingAmount: CurrencyAmount,
  receivingAmount: CurrencyAmount,
  fees: amount,
  exchangeRate: z.number(),
});

const repricing = z.object({
  createdAt: instant,
  outcome: z.enum(repricingOutcomes),
  slippage: z.string().meta({
    description: 'Fraction by which the price is worse for the payer, rounded up. Negative if it is better.',
  }),
  before: figures,
  after: figures,
});

export const AgentAction = z
  .object({
    id: id('AgentAction'),
    agentId: id('Agent'),
    customerId: id('Customer'),
    platformCustomerId: z.string(),
    status: z.enum(agentActionStatuses),
    type: z.enum(agentActionTypes),
    ...details,
    quote: Quote.optional().meta({ description: 'The quote to execute. Only for EXECUTE_QUOTE.' }),
    transferDetails: z
      .object({
        amount,
        currency: z.string(),
        sourceAccountId: id('InternalAccount', 'ExternalAccount'),
        destinationAccountId: id('InternalAccount', 'ExternalAccount'),
      })
      .optional(),
    transaction: Transaction.optional().meta({
      description:
        'The transaction that the action created. Absent while status is PENDING_APPROVAL or REJECTED.',
    }),
    reason: z.string().optional().meta({
      description:
        'Why a person must approve, as a sentence with the amounts. Absent if no approval was needed.',
    }),
    approvalReason: ApprovalReason.optional().meta({
      description: 'The parts of `reason`. `threshold` is only present for APPROVAL_THRESHOLD.',
    }),
    requiredApprovals: z
      .int()
      .optional()
      .meta({ description: 'Approvals that the action requires; 0 if it needs none.' }),
    approvalsGiven: z.int().optional().meta({ description: 'Approvals that count.' }),
    votes: votes.optional().meta({ description: 'Votes of approvers, oldest first. Absent for an agent.' }),
    supersededVotes: votes.optional().meta({
      description: 'Votes about earlier figures, which do not count. Absent without any, and for an agent.',
    }),
    repricings: z.array(repricing).max(maxRepricings).optional().meta({
      description: 'Prices after the quote had expired, oldest first. Absent without any.',
    }),
    decision: z
      .object({ isApproved: z.boolean(), ...decision })
      .optional()
      .meta({ description: 'The decision of a person. Absent if there is none.' }),
    decidedBy: decision.decidedBy.optional(),
    decidedAt: instant.optional(),
    comment: decision.comment,
    rejectionReason: z
      .string()
      .optional()
      .meta({ description: 'Reason for the rejection. Only when status is REJECTED.' }),
    failureReason: z
      .string()
      .optional()
      .meta({ description: 'Code of the failure. Only when status is FAILED.' }),
    ...times,
  })
  .meta({ id: 'AgentAction' });
