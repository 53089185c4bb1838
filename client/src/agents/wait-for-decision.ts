/** Waits until a person has decided an action. */
import {
  AgentActionDocument,
  AgentActionUpdatedDocument,
  EventCursorDocument,
} from '../operations/generated/documents.ts';
import { linked } from '../requests/linked.ts';
import type { SubscribeOptions } from '../subscriptions/subscribe.ts';
import type { AgentClient } from './executor.ts';
import { type ActionOutcome, outcomeOf } from './outcome.ts';

export interface WaitOptions extends Pick<SubscribeOptions, 'transport' | 'signal'> {
  /** The maximum time, in milliseconds: 0 to 2,147,483,647. Afterwards the outcome is `waiting`. Default 10 minutes. */
  readonly timeoutMs?: number | undefined;
}

export class ActionNotFound extends Error {
  override readonly name = 'ActionNotFound';
  constructor(actionId: string) {
    super(`The action ${actionId} does not exist, or is of another agent.`);
  }
}

/** The maximum of a timer. */
const maxTimeoutMs = 2_147_483_647;

/**
 * Returns at once if the action is decided. Otherwise it follows the action, over reconnections, until it is decided or the
 * time ends. It needs no state but the id: after a restart, call it again with the same id.
 *
 * @throws ActionNotFound, RequestError; the reason of the signal.
 */
export async function waitForDecision(
  client: AgentClient,
  actionId: string,
  { timeoutMs = 600_000, signal, transport }: WaitOptions = {},
): Promise<ActionOutcome> {
  if (!(timeoutMs >= 0 && timeoutMs <= maxTimeoutMs)) {
    throw new TypeError(`timeoutMs must be 0 to ${maxTimeoutMs}.`);
  }
  return linked([signal], async (link) => {
    // The position is from before the state, so that no decision between the two is missed.
    const { eventCursor: after } = await client.execute(EventCursorDocument, {}, { signal: link.signal });
    const first = await currentOutcome(client, actionId, link.signal);
    if (first.outcome !== 'waiting') return first;

    const timeout = new Error('The time to wait for a decision has ended.');
    const timer = setTimeout(() => link.abort(timeout), timeoutMs);
    const variables = { actionId, after };
    const updates = client.subscribe(AgentActionUpdatedDocument, variables, {
      signal: link.signal,
      transport,
    });
    try {
      for await (const { agentActionUpdated: update } of updates) {
        const outcome = outcomeOf(update.action);
        if (outcome.outcome !== 'waiting') return outcome;
      }
    } catch (error) {
      if (error !== timeout) throw error;
    } finally {
      clearTimeout(timer);
    }
    // A decision at the end of the time is returned too.
    return currentOutcome(client, actionId, signal);
  });
}

/** @throws ActionNotFound */
export async function currentOutcome(
  client: AgentClient,
  actionId: string,
  signal?: AbortSignal,
): Promise<ActionOutcome> {
  const { agentAction } = await client.execute(AgentActionDocument, { id: actionId }, { signal });
  if (!agentAction) throw new ActionNotFound(actionId);
  return outcomeOf(agentAction);
}
