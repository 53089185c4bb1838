/** A person rejects an action: nothing is executed, and its reservation is released. Source: docs/behaviour/agents.md#approvals. */
import { z } from 'zod';
import { transact } from '../../infrastructure/database/transact.ts';
import { DomainError } from '../../kernel/errors.ts';
import { idSchema } from '../../kernel/ids.ts';
import { optional } from '../../kernel/parse.ts';
import type { Ports } from '../../payments/ports.ts';
import { decidedByOf, type Principal, scopeOf } from '../../platforms/access/principal.ts';
import { type AgentAction, rejected } from '../actions/agent-action.ts';
import { recordActionStep } from '../actions/record-action.ts';
import type { AgentActionNotFound, AgentActionNotPending } from '../errors.ts';
import { release } from '../policies/usage.ts';
import { updateUsage } from '../store.ts';
import { decisionComment, lockPendingAction } from './lock-pending-action.ts';

export const RejectAgentActionInput = z.object({
  id: idSchema('AgentAction'),
  reason: optional(decisionComment),
});

export async function rejectAgentAction(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  principal: Principal,
  { id, reason }: z.output<typeof RejectAgentActionInput>,
): Promise<AgentAction | AgentActionNotFound | AgentActionNotPending> {
  return transact<AgentAction | AgentActionNotFound | AgentActionNotPending>(db, async (tx) => {
    const pendingDecision = await lockPendingAction(tx, scopeOf(principal), id);
    if (pendingDecision instanceof DomainError) return pendingDecision;
    const { agent, action } = pendingDecision;
    const decidedAt = clock.now(principal.platform);
    await updateUsage(tx, { id: agent.id, usage: release(agent.usage, action.charge, decidedAt) });
    const decision = { decidedBy: decidedByOf(principal), decidedAt };
    return recordActionStep(tx, action, rejected(action, reason, decision));
  });
}
