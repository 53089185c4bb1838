/**
 * A person approves an action. While further approvals are required, it goes on waiting. With the last one, the current policy
 * is checked again, without the action's own reservation, and the payment starts. Any error of these steps makes the action
 * FAILED; the mutation then returns the action, not the error.
 *
 * Decision: a voter who votes again gets an error, except when the approvals suffice meanwhile, because the rules were
 * changed. The action is then executed, and no vote is added. Otherwise it would wait for a person who may not exist.
 *
 * Source: docs/behaviour/agents.md#approvals, docs/behaviour/agents.md#approval-rules; schema.graphql, `approveAgentAction`.
 */
import { z } from 'zod';
import type { Executor } from '../../infrastructure/database/client.ts';
import { transact } from '../../infrastructure/database/transact.ts';
import { DomainError, type Forbidden, type InvalidInput } from '../../kernel/errors.ts';
import { type Id, idSchema } from '../../kernel/ids.ts';
import { optional } from '../../kernel/parse.ts';
import type { Transaction } from '../../payments/transactions/transaction.ts';
import { decidedByOf, type Principal, scopeOf } from '../../platforms/access/principal.ts';
import { requireStepUp } from '../../platforms/access/step-up.ts';
import type { Platform } from '../../platforms/platform.ts';
import { lockPayingCustomer } from '../acting-agent.ts';
import { decidableUntil } from '../actions/action-payment.ts';
import {
  type ActionDecision,
  type AgentAction,
  approved,
  failed,
  failureOf,
} from '../actions/agent-action.ts';
import { recordActionStep, recordVoted } from '../actions/record-action.ts';
import { needsStepUp } from '../approval-rules/approval-rules.ts';
import {
  type AgentActionNotFound,
  AgentActionNotPending,
  AlreadyVoted,
  SelfApprovalNotAllowed,
} from '../errors.ts';
import { checkAccounts, checkAtApproval, checkBeforeRecords } from '../policies/policy-checks.ts';
import { release, spendReserved } from '../policies/usage.ts';
import type { Ports } from '../ports.ts';
import { prepareExecution } from '../requests/agent-execute-quote.ts';
import { prepareTransfer } from '../requests/agent-transfers.ts';
import { requestOfQuote } from '../requests/policy-request.ts';
import { updateUsage } from '../store.ts';
import { mayApprove, type StoredVote } from '../votes/vote.ts';
import { insertVote } from '../votes/vote-store.ts';
import { decisionComment, lockPendingAction, type PendingDecision } from './lock-pending-action.ts';
import {
  checkComment,
  hasVoted,
  newVote,
  readVotes,
  readVoting,
  type Voting,
  votedAction,
} from './voting.ts';

export const ApproveAgentActionInput = z.object({
  id: idSchema('AgentAction'),
  comment: optional(decisionComment),
});

interface Approval {
  readonly id: Id<'AgentAction'>;
  readonly comment?: string | undefined;
}

/** Why a vote is not recorded. */
type VoteError = AgentActionNotPending | AlreadyVoted | SelfApprovalNotAllowed | Forbidden | InvalidInput;

type ExecutionPorts = Pick<Ports, 'clock' | 'rail' | 'transactionHooks' | 'walletSignatures'>;

/** Repeats steps 2, 3, 7, 8 and 10 to 13, and executes (15). If it returns an error, it has written nothing. */
async function execute(
  tx: Executor,
  ports: ExecutionPorts,
  platform: Platform,
  { agent, action }: PendingDecision,
  now: Date,
): Promise<Transaction | DomainError> {
  const customer = await lockPayingCustomer(tx, agent);
  if (customer instanceof DomainError) return customer;
  const paused = checkBeforeRecords(agent, { access: 'WRITE', permissions: [] });
  if (paused) return paused;

  const prepared = await prepare(tx, ports, platform, { agent, action }, now);
  if (prepared instanceof DomainError) return prepared;
  const { accounts } = prepared;
  const violation =
    checkAccounts(agent.policy, accounts) ??
    checkAtApproval(agent.policy, agent.usage, { charge: action.charge, accounts }, now);
  return violation ?? prepared.execute();
}

/** The accounts of the action and the function that executes it, from the current records. */
async function prepare(
  tx: Executor,
  ports: ExecutionPorts,
  platform: Platform,
  { agent, action: { subject } }: PendingDecision,
  now: Date,
) {
  if (subject.type !== 'EXECUTE_QUOTE') return prepareTransfer(tx, ports, { platform, agent }, subject);
  const prepared = await prepareExecution(tx, ports, { platform, agent }, subject.quoteId, now);
  if (prepared instanceof DomainError) return prepared;
  return { accounts: requestOfQuote(prepared.quote).accounts, execute: prepared.execute };
}

/** Records the outcome of the execution: the counters, and one or two status changes of the action. */
async function conclude(
  tx: Executor,
  { agent, action }: PendingDecision,
  executed: Transaction | DomainError,
  decision: ActionDecision,
): Promise<AgentAction> {
  const { decidedAt: now } = decision;
  const hasStarted = !(executed instanceof DomainError) && executed.status !== 'FAILED';
  const count = hasStarted ? spendReserved : release;
  await updateUsage(tx, { id: agent.id, usage: count(agent.usage, action.charge, now) });

  if (executed instanceof DomainError) {
    return recordActionStep(tx, action, failed(action, executed, now, decision));
  }
  const started = approved(action, executed.id, decision);
  if (hasStarted) return recordActionStep(tx, action, started);
  const counted: AgentAction = { ...started, spentAt: undefined };
  const recorded = await recordActionStep(tx, action, counted);
  return recordActionStep(tx, recorded, failed(recorded, failureOf(executed), now));
}

/** Checks the vote against the rules. Returns the action with it. */
function admitVote(
  { clock }: Pick<Ports, 'clock'>,
  principal: Principal,
  voting: Voting,
  vote: StoredVote,
): ReturnType<typeof votedAction> | VoteError {
  const { rules, agent, payment, action } = voting;
  const noComment = checkComment(voting, vote, 'comment');
  if (noComment) return noComment;
  if (!mayApprove(rules, agent.makers, vote.voter)) return new SelfApprovalNotAllowed();
  const notProved = needsStepUp(rules, payment.sending) ? requireStepUp(principal, clock.real()) : undefined;
  if (notProved) return notProved;

  const isRepeated = hasVoted(voting, vote);
  const voted = votedAction(voting, isRepeated ? voting.votes : [...voting.votes, vote]);
  const isComplete = voted.approvalsGiven >= voted.requiredApprovals;
  if (isRepeated && !isComplete) return new AlreadyVoted();
  // The job that fails it may not have run yet. A quote that expired fails the execution with its own reason.
  const isLate = vote.createdAt >= decidableUntil(action, payment);
  return isLate && !(isComplete && action.subject.type === 'EXECUTE_QUOTE')
    ? new AgentActionNotPending()
    : voted;
}

export async function approveAgentAction(
  ports: Pick<Ports, 'db'> & ExecutionPorts,
  principal: Principal,
  { id, comment }: Approval,
): Promise<AgentAction | AgentActionNotFound | VoteError> {
  const { platform } = principal;
  return transact<AgentAction | AgentActionNotFound | VoteError>(ports.db, async (tx) => {
    const pendingDecision = await lockPendingAction(tx, scopeOf(principal), id);
    if (pendingDecision instanceof DomainError) return pendingDecision;
    const decidedAt = ports.clock.now(platform);
    const voting = await readVoting(tx, pendingDecision);
    const vote = newVote(principal, 'APPROVED', comment, decidedAt);
    const admitted = admitVote(ports, principal, voting, vote);
    if (admitted instanceof DomainError) return admitted;
    if (!hasVoted(voting, vote)) await insertVote(tx, admitted, vote);
    // Read again: the voter may have lost the right while this request waited for the lock. Then its approval does not count.
    const voted = votedAction(voting, await readVotes(tx, admitted));
    if (voted.approvalsGiven < voted.requiredApprovals) return recordVoted(tx, voted, decidedAt);

    const completed = { agent: pendingDecision.agent, action: voted };
    const executed = await execute(tx, ports, platform, completed, decidedAt);
    return conclude(tx, completed, executed, {
      decidedBy: decidedByOf(principal),
      decidedAt,
      decisionComment: comment,
    });
  });
}
