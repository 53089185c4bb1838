/** The agent that requested a payment, what its policy said, and who decided. */
import { type AgentAction, actionAsOf, approvalsOf, decisionOf } from '../../agents/actions/agent-action.ts';
import type { Agent } from '../../agents/agent.ts';
import { evaluationsOfActions } from '../../agents/evaluations/evaluation-store.ts';
import { reasonText } from '../../agents/policies/approval-reason.ts';
import type { PolicyEvaluation, RuleResult } from '../../agents/policies/evaluation.ts';
import type { ApprovalReason } from '../../agents/policies/policy-checks.ts';
import { findAgents } from '../../agents/store.ts';
import { newestVotes, type Vote } from '../../agents/votes/vote.ts';
import { formatMoney } from '../../kernel/money/amount.ts';
import type { ExplanationStep } from './explanation.ts';
import { actorText, inWords, noSteps, type Part } from './reading.ts';

const subjectText = ({ subject }: AgentAction): string =>
  subject.type === 'EXECUTE_QUOTE'
    ? 'the execution of the quote'
    : `a transfer of ${formatMoney(subject.transferDetails)}`;

const accountsOf = ({ subject }: AgentAction) =>
  subject.type === 'EXECUTE_QUOTE'
    ? []
    : [subject.transferDetails.sourceAccountId, subject.transferDetails.destinationAccountId];

function requestStep(action: AgentAction, agent: Agent | undefined): ExplanationStep {
  const actor = { kind: 'AGENT', id: action.agentId, name: agent?.name } as const;
  return {
    kind: 'REQUESTED',
    at: action.createdAt,
    text: `${actorText(actor)} requested ${subjectText(action)}.`,
    outcome: 'NEUTRAL',
    actor,
    references: [action.agentId, action.id, ...accountsOf(action)],
    amounts: [{ name: 'CHARGE', value: action.charge }],
  };
}

/** For an action of an earlier version, which has no evaluation: the rule that required the approval. */
const ruleOfReason = ({ rule, threshold, requested, currency }: ApprovalReason): RuleResult => ({
  rule,
  verdict: 'NEEDS_APPROVAL',
  limit: threshold,
  requested,
  currency,
});

function policyStep(action: AgentAction, evaluation: PolicyEvaluation | undefined): ExplanationStep {
  const { approvalReason, status } = action;
  const { requiredApprovals } = approvalsOf(action);
  const version = evaluation?.policyVersion;
  const policy = version === undefined ? 'The policy' : `Version ${version} of the policy`;
  const needed = requiredApprovals > 1 ? ` ${requiredApprovals} approvals are required.` : '';
  return {
    kind: 'POLICY_CHECKED',
    at: action.createdAt,
    text: approvalReason
      ? `${policy} of the agent required an approval: ${reasonText(approvalReason)}${needed}`
      : `${policy} of the agent allowed the payment without an approval. It counts as ${formatMoney(action.charge)} against the limits.`,
    outcome: status === 'PENDING_APPROVAL' ? 'WAITING' : 'NEUTRAL',
    references: [action.agentId, action.id],
    policyVersion: version,
    rules: evaluation?.rules ?? (approvalReason ? [ruleOfReason(approvalReason)] : []),
  };
}

const voteStep =
  ({ id }: AgentAction) =>
  ({ actor, decision, comment, createdAt }: Vote): ExplanationStep => ({
    kind: 'VOTED',
    at: createdAt,
    text: `${actorText(actor)} voted to ${decision === 'APPROVED' ? 'approve' : 'reject'} the payment.`,
    outcome: decision === 'APPROVED' ? 'SUCCEEDED' : 'FAILED',
    actor,
    comment,
    references: [id],
  });

function decisionStep(action: AgentAction, votes: readonly Vote[]): ExplanationStep[] {
  const decision = decisionOf(action);
  if (!decision) return [];
  const { isApproved, decidedBy, decidedAt, comment } = decision;
  const { requiredApprovals, approvalsGiven } = approvalsOf(action);
  const count =
    isApproved && requiredApprovals > 1 ? ` It had ${approvalsGiven} of ${requiredApprovals} approvals.` : '';
  // The comment of the decision is that of its vote.
  const isQuoted = votes.some((vote) => vote.comment !== undefined && vote.comment === comment);
  return [
    {
      kind: 'DECIDED',
      at: decidedAt,
      text: `${decidedBy} ${isApproved ? 'approved' : 'rejected'} the payment.${count}`,
      outcome: isApproved ? 'SUCCEEDED' : 'FAILED',
      comment: isQuoted ? undefined : comment,
      references: [action.id],
    },
  ];
}

/** An action can fail before it has a transaction, for example because the balance is too small. */
const failureStep = ({
  id,
  status,
  transactionId,
  failureReason,
  updatedAt,
}: AgentAction): ExplanationStep[] =>
  status === 'FAILED' && !transactionId
    ? [
        {
          kind: 'DECIDED',
          at: updatedAt,
          text: `The action was not executed${failureReason ? `: ${inWords(failureReason)}` : ''}.`,
          outcome: 'FAILED',
          references: [id],
        },
      ]
    : [];

function stepsOf(
  action: AgentAction,
  agent: Agent | undefined,
  evaluation: PolicyEvaluation | undefined,
  mayReadVotes: boolean,
): ExplanationStep[] {
  const votes = mayReadVotes ? newestVotes(action.votes ?? []) : [];
  return [
    requestStep(action, agent),
    policyStep(action, evaluation),
    ...votes.map(voteStep(action)),
    ...decisionStep(action, votes),
    ...failureStep(action),
  ];
}

export const explainAgents: Part = async (reading, transactions) => {
  const { db, scope } = reading;
  const all = transactions.flatMap(reading.actionsOf);
  if (all.length === 0) return noSteps;
  const agentIds = new Set(all.map(({ agentId }) => agentId));
  const [found, evaluations] = await Promise.all([
    findAgents(db, scope, [...agentIds], { deleted: true }),
    evaluationsOfActions(
      db,
      scope,
      all.map(({ id }) => id),
    ),
  ]);
  const agents = new Map(found.map((agent) => [agent.id, agent]));
  return (transaction) =>
    reading.actionsOf(transaction).flatMap((action) => {
      const shown = action.transactionId ? actionAsOf(action, transaction) : action;
      const agent = agents.get(action.agentId);
      return stepsOf(shown, agent, evaluations.get(action.id), reading.mayReadVotes);
    });
};
