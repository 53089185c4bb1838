/** The event kinds of agents. Source: docs/behaviour/webhooks.md#delivery. */
import { type EventKind, kindOf } from '../infrastructure/events/kind.ts';

export const agentEventKinds = {
  'AGENT_ACTION.PENDING_APPROVAL': kindOf('AgentAction'),
} as const satisfies Record<string, EventKind>;

type AgentEventType = keyof typeof agentEventKinds;

/** The event for an action whose status is now `status`. Decisions publish no event. */
export const agentActionEvent = (status: string): AgentEventType | undefined =>
  status === 'PENDING_APPROVAL' ? 'AGENT_ACTION.PENDING_APPROVAL' : undefined;
