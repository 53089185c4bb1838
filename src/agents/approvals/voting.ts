/** What approval and rejection share: the votes on a locked action, and the checks of a new one. */
import type { Executor } from '../../infrastructure/database/client.ts';
import { InvalidInput } from '../../kernel/errors.ts';
import { actorOf, type Principal } from '../../platforms/access/principal.ts';
import { paymentOfAction } from '../actions/action-approvals.ts';
import type { ActionPayment } from '../actions/action-payment.ts';
import type { AgentAction, PendingAgentAction } from '../actions/agent-action.ts';
import { pricingOf } from '../actions/repricing.ts';
import type { Agent } from '../agent.ts';
import { type ApprovalRules, requiredApprovalsFor } from '../approval-rules/approval-rules.ts';
import { findApprovalRules } from '../approval-rules/store.ts';
import { countApprovals, type StoredVote, voterOf, votesByPricing } from '../votes/vote.ts';
import { votesOfActions } from '../votes/vote-store.ts';
import type { PendingDecision } from './lock-pending-action.ts';

/** The state of the votes on an action, under the rules of the moment. */
export interface Voting {
  readonly agent: Agent;
  readonly action: PendingAgentAction;
  readonly rules: ApprovalRules;
  readonly payment: ActionPayment;
  readonly votes: readonly StoredVote[];
  /** Votes at earlier prices, which do not count. */
  readonly supersededVotes: readonly StoredVote[];
}

/** A vote on the action at the price of the moment. */
export const newVote = (
  principal: Principal,
  action: Pick<AgentAction, 'repricings'>,
  given: Pick<StoredVote, 'decision' | 'comment' | 'tolerance' | 'createdAt'>,
): StoredVote => ({
  actor: actorOf(principal),
  voter: voterOf(principal),
  ...given,
  pricing: pricingOf(action),
  hasLostRight: false,
});

/** The votes at the price of the moment, and those at earlier ones. */
export async function readVotes(tx: Executor, action: Pick<PendingAgentAction, 'id' | 'repricings'>) {
  return votesByPricing((await votesOfActions(tx, [action.id])).get(action.id) ?? [], pricingOf(action));
}

/** The agent and the action are locked, so no other vote is recorded until the commit. */
export async function readVoting(tx: Executor, { agent, action }: PendingDecision): Promise<Voting> {
  return {
    agent,
    action,
    rules: await findApprovalRules(tx, action.platformId),
    payment: await paymentOfAction(tx, action),
    ...(await readVotes(tx, action)),
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

/** A waiting action with its votes and numbers. */
export type VotedAction = PendingAgentAction & {
  readonly requiredApprovals: number;
  readonly approvalsGiven: number;
  readonly votes: readonly StoredVote[];
  readonly supersededVotes: readonly StoredVote[];
};

export const votedAction = (
  { agent, action, rules, payment, supersededVotes }: Voting,
  votes: readonly StoredVote[],
): VotedAction => ({
  ...action,
  requiredApprovals: requiredApprovalsFor(rules, payment.sending, agent.policy.requiredApprovals),
  approvalsGiven: countApprovals(rules, agent.makers, votes),
  votes,
  supersededVotes,
});
