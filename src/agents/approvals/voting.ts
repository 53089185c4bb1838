/** What approval and rejection share: the votes on a locked action, and the checks of a new one. */
import type { Executor } from '../../infrastructure/database/client.ts';
import { InvalidInput } from '../../kernel/errors.ts';
import { actorOf, type Principal } from '../../platforms/access/principal.ts';
import { paymentOfAction } from '../actions/action-approvals.ts';
import type { ActionPayment } from '../actions/action-payment.ts';
import type { AgentAction, PendingAgentAction } from '../actions/agent-action.ts';
import type { Agent } from '../agent.ts';
import { type ApprovalRules, requiredApprovalsFor } from '../approval-rules/approval-rules.ts';
import { findApprovalRules } from '../approval-rules/store.ts';
import { countApprovals, type StoredVote, voterOf } from '../votes/vote.ts';
import { votesOfActions } from '../votes/vote-store.ts';
import type { PendingDecision } from './lock-pending-action.ts';

/** The state of the votes on an action, under the rules of the moment. */
export interface Voting {
  readonly agent: Agent;
  readonly action: PendingAgentAction;
  readonly rules: ApprovalRules;
  readonly payment: ActionPayment;
  readonly votes: readonly StoredVote[];
}

export const newVote = (
  principal: Principal,
  decision: StoredVote['decision'],
  comment: string | undefined,
  createdAt: Date,
): StoredVote => ({
  actor: actorOf(principal),
  voter: voterOf(principal),
  decision,
  comment,
  createdAt,
  hasLostRight: false,
});

export const readVotes = async (
  tx: Executor,
  { id }: Pick<PendingAgentAction, 'id'>,
): Promise<readonly StoredVote[]> => (await votesOfActions(tx, [id])).get(id) ?? [];

/** The agent and the action are locked, so no other vote is recorded until the commit. */
export async function readVoting(tx: Executor, { agent, action }: PendingDecision): Promise<Voting> {
  return {
    agent,
    action,
    rules: await findApprovalRules(tx, action.platformId),
    payment: await paymentOfAction(tx, action),
    votes: await readVotes(tx, action),
  };
}

export const hasVoted = ({ votes }: Pick<Voting, 'votes'>, { voter }: Pick<StoredVote, 'voter'>): boolean =>
  votes.some((one) => one.voter === voter);

/** @param field the name of the comment in the input. */
export const checkComment = (
  { rules }: Pick<Voting, 'rules'>,
  { comment }: Pick<StoredVote, 'comment'>,
  field: string,
): InvalidInput | undefined =>
  rules.requireComment && (comment === undefined || comment.trim() === '')
    ? InvalidInput.at(field, 'is required by the approval rules of the platform')
    : undefined;

/** The action with its votes and numbers. */
export const votedAction = (
  { agent, action, rules, payment }: Voting,
  votes: readonly StoredVote[],
): PendingAgentAction &
  Required<Pick<AgentAction, 'votes'>> & { requiredApprovals: number; approvalsGiven: number } => ({
  ...action,
  requiredApprovals: requiredApprovalsFor(rules, payment.sending, agent.policy.requiredApprovals),
  approvalsGiven: countApprovals(rules, agent.makers, votes),
  votes,
});
