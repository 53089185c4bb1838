/** Locks a pending action and its agent for a decision. The lock order is the agent, then the action. */

import type { Executor } from '../../infrastructure/database/client.ts';
import { DomainError, invariant } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/ids.ts';
import type { Scope } from '../../platforms/access/principal.ts';
import { findAction, lockAction } from '../actions/action-store.ts';
import { type PendingAgentAction, pending } from '../actions/agent-action.ts';
import type { Agent } from '../agent.ts';
import { AgentActionNotFound, type AgentActionNotPending } from '../errors.ts';
import { lockAgent } from '../store.ts';

export interface PendingDecision {
  readonly agent: Agent;
  readonly action: PendingAgentAction;
}

export async function lockPendingAction(
  tx: Executor,
  scope: Scope,
  id: Id<'AgentAction'>,
): Promise<PendingDecision | AgentActionNotFound | AgentActionNotPending> {
  const known = await findAction(tx, scope, id);
  if (!known) return new AgentActionNotFound(id);
  const agent = await lockAgent(tx, { platformId: scope.platformId }, known.agentId, { deleted: true });
  const locked = await lockAction(tx, scope, id);
  invariant(agent && locked, 'an action and its agent are never removed');
  const action = pending(locked);
  return action instanceof DomainError ? action : { agent, action };
}
