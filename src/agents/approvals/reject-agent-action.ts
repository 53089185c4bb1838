/**
 * A person rejects an action: nothing is executed, and its reservation is released. One rejection suffices, whatever the
 * number of required approvals.
 *
 * Decision: who set up the agent may always reject its actions.
 *
 * Source: docs/behaviour/agents.md#approvals, docs/behaviour/agents.md#approval-rules.
 */
import { z } from 'zod';
import { transact } from '../../infrastructure/database/transact.ts';
import { DomainError, type InvalidInput } from '../../kernel/errors.ts';
import { idSchema } from '../../kernel/ids.ts';
import { optional } from '../../kernel/parse.ts';
import type { Ports } from '../../payments/ports.ts';
import { decidedByOf, type Principal, scopeOf } from '../../platforms/access/principal.ts';
import { type AgentAction, rejected } from '../actions/agent-action.ts';
import { recordActionStep } from '../actions/record-action.ts';
import { type AgentActionNotFound, type AgentActionNotPending, AlreadyVoted } from '../errors.ts';
import { release } from '../policies/usage.ts';
import { updateUsage } from '../store.ts';
import { insertVote } from '../votes/vote-store.ts';
import { decisionComment, lockPendingAction } from './lock-pending-action.ts';
import { checkComment, hasVoted, newVote, readVoting, votedAction } from './voting.ts';

export const RejectAgentActionInput = z.object({
  id: idSchema('AgentAction'),
  reason: optional(decisionComment),
});

type RejectionError = AgentActionNotFound | AgentActionNotPending | AlreadyVoted | InvalidInput;

export async function rejectAgentAction(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  principal: Principal,
  { id, reason }: z.output<typeof RejectAgentActionInput>,
): Promise<AgentAction | RejectionError> {
  return transact<AgentAction | RejectionError>(db, async (tx) => {
    const pendingDecision = await lockPendingAction(tx, scopeOf(principal), id);
    if (pendingDecision instanceof DomainError) return pendingDecision;
    const { agent } = pendingDecision;
    const decidedAt = clock.now(principal.platform);
    const voting = await readVoting(tx, pendingDecision);
    const vote = newVote(principal, voting.action, {
      decision: 'REJECTED',
      comment: reason,
      createdAt: decidedAt,
    });
    const noComment = checkComment(voting, vote, 'reason');
    if (noComment) return noComment;
    if (hasVoted(voting, vote)) return new AlreadyVoted();
    await insertVote(tx, voting.action, vote);
    const action = votedAction(voting, [...voting.votes, vote]);
    await updateUsage(tx, { id: agent.id, usage: release(agent.usage, action.charge, decidedAt) });
    const decision = { decidedBy: decidedByOf(principal), decidedAt };
    return recordActionStep(tx, action, rejected(action, reason, decision));
  });
}
