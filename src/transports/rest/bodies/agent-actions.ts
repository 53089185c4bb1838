/** Schemas of agent actions. Source: docs/behaviour/agents.md#states-of-an-action, docs/behaviour/agents.md#what-an-approver-sees. */
import { z } from 'zod';
import { historyInBodies } from '../../../agents/actions/action-details.ts';
import { agentActionStatuses, agentActionTypes } from '../../../agents/actions/agent-action.ts';
import { maxRepricings, repricingOutcomes } from '../../../agents/actions/repricing.ts';
import { limitEntries } from '../../../agents/policies/limits.ts';
import { approvalRules } from '../../../agents/policies/policy-checks.ts';
import { policyRules } from '../../../agents/policies/policy-rules.ts';
import { maxVotes, voteDecisions } from '../../../agents/votes/vote.ts';
import { callerActorKinds } from '../../../platforms/access/principal.ts';
import { amount, CurrencyAmount, id, instant, times } from './common.ts';
import { Quote, Transaction } from './payments.ts';
import { Evaluation } from './policies.ts';

const evaluation = Evaluation.optional().meta({
  description:
    'What the policy said when the agent submitted the action. Absent for actions of earlier versions of the service.',
});

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
