/**
 * Whether an approval is recorded: the rules of the platform, the price that it is about, and the time.
 *
 * Decision: once an action was priced again, an approval names the quote that it is about. The approver may have read the
 * earlier figures, and would approve others than these.
 *
 * Decision: an approval without a tolerance that comes after the quote has expired is recorded only if it is the last, and
 * the action then fails. An earlier one would have the same effect, and its approver would not see it.
 *
 * Source: docs/behaviour/agents.md#approval-rules, docs/behaviour/agents.md#late-approval.
 */
import { type Forbidden, InvalidInput } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/ids.ts';
import type { Principal } from '../../platforms/access/principal.ts';
import { requireStepUp } from '../../platforms/access/step-up.ts';
import { decidableUntil } from '../actions/action-payment.ts';
import { pricingOf } from '../actions/repricing.ts';
import { needsStepUp } from '../approval-rules/approval-rules.ts';
import {
  AgentActionNotPending,
  AgentActionRepriced,
  AlreadyVoted,
  SelfApprovalNotAllowed,
} from '../errors.ts';
import type { Ports } from '../ports.ts';
import { mayApprove, type StoredVote } from '../votes/vote.ts';
import { checkComment, hasVoted, type VotedAction, type Voting, votedAction } from './voting.ts';

/** Why a vote is not recorded. */
export type VoteError =
  | AgentActionNotPending
  | AgentActionRepriced
  | AlreadyVoted
  | SelfApprovalNotAllowed
  | Forbidden
  | InvalidInput;

/** @param seen the quote whose figures the approver has read. */
function checkPrice(
  { action: { subject, repricings } }: Voting,
  seen: Id<'Quote'> | undefined,
): AgentActionRepriced | InvalidInput | undefined {
  if (subject.type !== 'EXECUTE_QUOTE') {
    return seen && InvalidInput.at('quoteId', 'is for actions that execute a quote');
  }
  const isOther = seen ? seen !== subject.quoteId : pricingOf({ repricings }) > 0;
  return isOther ? new AgentActionRepriced() : undefined;
}

/** A tolerance must be one that the action can be outside of, and that its figures are within. */
function checkTolerance(
  { payment: { lockedSide, sending } }: Voting,
  { tolerance }: StoredVote,
): InvalidInput | undefined {
  if (!tolerance) return undefined;
  if (!lockedSide) return InvalidInput.at('tolerance', 'is for actions that execute a quote');
  if (tolerance.kind === 'SLIPPAGE') return undefined;
  const path = 'tolerance.maxSendingAmount';
  if (lockedSide === 'SENDING') {
    return InvalidInput.at(path, 'is for quotes with a locked receiving amount: use maxSlippage');
  }
  return tolerance.limit < sending.amount
    ? InvalidInput.at(path, 'is below the sending amount of the action')
    : undefined;
}

/** Whether the vote comes too late to be recorded. */
function isTooLate({ action, payment }: Voting, vote: StoredVote, isComplete: boolean): boolean {
  const { quoteExpiresAt } = payment;
  const hasExpired = vote.createdAt >= decidableUntil(action, payment);
  if (!quoteExpiresAt || vote.createdAt < quoteExpiresAt) return hasExpired;
  // The job that fails it may not have run yet. A quote that expired fails the execution with its own reason.
  return !isComplete && (hasExpired || !vote.tolerance);
}

/** Checks the vote against the rules. Returns the action with it. */
export function admitVote(
  { clock }: Pick<Ports, 'clock'>,
  principal: Principal,
  voting: Voting,
  vote: StoredVote,
  seen: Id<'Quote'> | undefined,
): VotedAction | VoteError {
  const { rules, agent, payment } = voting;
  const wrongInput =
    checkComment(voting, vote, 'comment') ?? checkPrice(voting, seen) ?? checkTolerance(voting, vote);
  if (wrongInput) return wrongInput;
  if (!mayApprove(rules, agent.makers, vote.voter)) return new SelfApprovalNotAllowed();
  const notProved = needsStepUp(rules, payment.sending) ? requireStepUp(principal, clock.real()) : undefined;
  if (notProved) return notProved;

  const isRepeated = hasVoted(voting, vote);
  const voted = votedAction(voting, isRepeated ? voting.votes : [...voting.votes, vote]);
  const isComplete = voted.approvalsGiven >= voted.requiredApprovals;
  if (isRepeated && !isComplete) return new AlreadyVoted();
  return isTooLate(voting, vote, isComplete) ? new AgentActionNotPending() : voted;
}
