/** The event kinds of agents. Source: docs/behaviour/webhooks.md#delivery. */
import { type EventKind, extensionOf, kindOf } from '../infrastructure/events/kind.ts';
import type { AgentAction } from './actions/agent-action.ts';

export const agentEventKinds = {
  'AGENT_ACTION.PENDING_APPROVAL': kindOf('AgentAction'),
  'AGENT_ACTION.APPROVED': extensionOf('AgentAction'),
  'AGENT_ACTION.REJECTED': extensionOf('AgentAction'),
  'AGENT_ACTION.EXPIRED': extensionOf('AgentAction'),
} as const satisfies Record<string, EventKind>;

type AgentEventType = keyof typeof agentEventKinds;

/**
 * The event of a status change. An action that runs without a decision has none, and neither has a vote that does not decide.
 *
 * Decision: APPROVED says that a person approved, so it is also published where the execution then fails at once. A later
 * failure is in the events of the transaction.
 * Decision: REJECTED is also published when the agent or its customer is deleted. The action then has no decision.
 */
export function agentActionEvent(
  before: Pick<AgentAction, 'status'> | undefined,
  after: Pick<AgentAction, 'status' | 'decidedAt'>,
): AgentEventType | undefined {
  if (after.status === 'PENDING_APPROVAL') return before ? undefined : 'AGENT_ACTION.PENDING_APPROVAL';
  if (before?.status !== 'PENDING_APPROVAL') return undefined;
  if (after.status === 'REJECTED') return 'AGENT_ACTION.REJECTED';
  return after.decidedAt ? 'AGENT_ACTION.APPROVED' : 'AGENT_ACTION.EXPIRED';
}
