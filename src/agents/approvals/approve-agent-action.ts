/**
 * A person approves an action. While further approvals are required, it goes on waiting. With the last one, the current policy
 * is checked again, without the action's own reservation, and the payment starts. Any error of these steps makes the action
 * FAILED; the mutation then returns the action, not the error. Where the quote has expired and all approvals have a tolerance,
 * the payment is priced again first (`late-approval.ts`).
 *
 * Decision: a voter who votes again gets an error, except when the approvals suffice meanwhile, because the rules were
 * changed. The action is then executed, and no vote is added. Otherwise it would wait for a person who may not exist.
 *
 * Source: docs/behaviour/agents.md#approvals, docs/behaviour/agents.md#approval-rules; schema.graphql, `approveAgentAction`.
 */
import { z } from 'zod';
import type { Executor } from '../../infrastructure/database/client.ts';
import { transact } from '../../infrastructure/database/transact.ts';
import { enqueue } from '../../infrastructure/jobs/jobs.ts';
import { DomainError } from '../../kernel/errors.ts';
import { idSchema } from '../../kernel/ids.ts';
import { optional } from '../../kernel/parse.ts';
import type { Transaction } from '../../payments/transactions/transaction.ts';
import { decidedByOf, type Principal, scopeOf } from '../../platforms/access/principal.ts';
import type { Platform } from '../../platforms/platform.ts';
import {
  type ActionDecision,
  type AgentAction,
  approved,
  failed,
  failureOf,
} from '../actions/agent-action.ts';
import { recordActionStep, recordVoted } from '../actions/record-action.ts';
import { newExpireActionJob } from '../actions/submit-action.ts';
import { requestNotification } from '../approval-rules/request-notification.ts';
import type { AgentActionNotFound } from '../errors.ts';
import { checkAccounts, checkAtApproval } from '../policies/policy-checks.ts';
import { release, spendReserved } from '../policies/usage.ts';
import type { Ports } from '../ports.ts';
import { prepareExecution } from '../requests/agent-execute-quote.ts';
import { prepareTransfer } from '../requests/agent-transfers.ts';
import { requestOfQuote } from '../requests/policy-request.ts';
import { updateUsage } from '../store.ts';
import { toleranceInput } from '../votes/tolerance.ts';
import { insertVote } from '../votes/vote-store.ts';
import { admitVote, type VoteError } from './admit-vote.ts';
import { checkMayPay, priceLate, type RepricedDecision } from './late-approval.ts';
import { decisionComment, lockPendingAction, type PendingDecision } from './lock-pending-action.ts';
import { hasVoted, newVote, readVotes, readVoting, votedAction } from './voting.ts';

export const ApproveAgentActionInput = z.object({
  id: idSchema('AgentAction'),
  comment: optional(decisionComment),
  /** Accepts a price that is worse, if the quote has expired. */
  tolerance: optional(toleranceInput),
  /** The quote whose figures the approver has seen. Required once the action was priced again. */
  quoteId: optional(idSchema('Quote')),
});

type Approval = Pick<z.output<typeof ApproveAgentActionInput>, 'id'> &
  Partial<z.output<typeof ApproveAgentActionInput>>;

type ExecutionPorts = Pick<
  Ports,
  'clock' | 'rail' | 'transactionHooks' | 'walletSignatures' | 'rates' | 'funding'
>;

/** Repeats steps 2, 3, 7, 8 and 10 to 13, and executes (15). If it returns an error, it has written nothing. */
async function execute(
  tx: Executor,
  ports: ExecutionPorts,
  platform: Platform,
  { agent, action }: PendingDecision,
  now: Date,
): Promise<Transaction | DomainError> {
  const notReady = await checkMayPay(tx, agent);
  if (notReady) return notReady;
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
  const prepared = await prepareExecution(tx, ports, { platform, agent }, subject, now);
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

/** Records new figures, which the approvals do not cover: the action goes on waiting, and the approvers vote anew. */
async function waitAgain(
  tx: Executor,
  { agent, action, quoteExpiresAt }: RepricedDecision,
  now: Date,
): Promise<AgentAction> {
  await updateUsage(tx, agent);
  const recorded = await recordVoted(tx, action, now);
  await requestNotification(tx, action, now);
  await enqueue(tx, newExpireActionJob(action, quoteExpiresAt));
  return recorded;
}

export async function approveAgentAction(
  ports: Pick<Ports, 'db'> & ExecutionPorts,
  principal: Principal,
  { id, comment, tolerance, quoteId }: Approval,
): Promise<AgentAction | AgentActionNotFound | VoteError> {
  const { platform } = principal;
  return transact<AgentAction | AgentActionNotFound | VoteError>(ports.db, async (tx) => {
    const pendingDecision = await lockPendingAction(tx, scopeOf(principal), id);
    if (pendingDecision instanceof DomainError) return pendingDecision;
    const decidedAt = ports.clock.now(platform);
    const voting = await readVoting(tx, pendingDecision);
    const given = { decision: 'APPROVED', comment, tolerance, createdAt: decidedAt } as const;
    const vote = newVote(principal, voting.action, given);
    const admitted = admitVote(ports, principal, voting, vote, quoteId);
    if (admitted instanceof DomainError) return admitted;
    if (!hasVoted(voting, vote)) await insertVote(tx, admitted, vote);
    // Read again: the voter may have lost the right while this request waited for the lock. Then its approval does not count.
    const voted = votedAction(voting, (await readVotes(tx, admitted)).votes);
    if (voted.approvalsGiven < voted.requiredApprovals) return recordVoted(tx, voted, decidedAt);

    const decision = { decidedBy: decidedByOf(principal), decidedAt, decisionComment: comment };
    const completed = { agent: pendingDecision.agent, action: voted };
    const late = await priceLate(tx, ports, principal, voting, voted, decidedAt);
    if (late instanceof DomainError) return conclude(tx, completed, late, decision);
    if (late?.outcome === 'LIMIT_EXCEEDED') return conclude(tx, late, late.violation, decision);
    if (late && late.outcome !== 'ACCEPTED') return waitAgain(tx, late, decidedAt);
    const toExecute = late ?? completed;
    return conclude(tx, toExecute, await execute(tx, ports, platform, toExecute, decidedAt), decision);
  });
}
