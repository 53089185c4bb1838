/** What approval and rejection share: a pending action and its agent are locked, the agent first, and the comment. */

import type { Executor } from '../../infrastructure/database/client.ts';
import { DomainError, invariant } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/ids.ts';
import { text } from '../../kernel/parse.ts';
import type { Scope } from '../../platforms/access/principal.ts';
import { findAction, lockAction } from '../actions/action-store.ts';
import { type PendingAgentAction, pending } from '../actions/agent-action.ts';
import type { Agent } from '../agent.ts';
import { AgentActionNotFound, type AgentActionNotPending } from '../errors.ts';
import { lockAgent } from '../store.ts';

/** What a person may say about their decision. */
export const decisionComment = text(500);

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
