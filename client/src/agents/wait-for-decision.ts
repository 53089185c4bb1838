/** Waits until a person has decided an action. */
import { RequestError } from '../errors.ts';
import { EventCursorDocument } from '../operations/generated/documents.ts';
import { pause } from '../requests/backoff.ts';
import { linked } from '../requests/linked.ts';
import type { SubscribeOptions } from '../subscriptions/subscribe.ts';
import { ActionDocument, ActionUpdatedDocument, type AgentAction } from './documents.ts';
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

/** Between two reads of an agent that may not subscribe, in milliseconds. */
const pollMs = 2_000;

/**
 * Returns at once if the action is decided. Otherwise it follows the action, over reconnections, until it is decided or the
 * time ends. It needs no state but the id: after a restart, call it again with the same id.
 *
 * An agent without VIEW_TRANSACTIONS may not subscribe: its action is read every 2 seconds.
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
  const decided = await linked([signal], async (link) => {
    const timeout = new Error('The time to wait for a decision has ended.');
    const timer = setTimeout(() => link.abort(timeout), timeoutMs);
    try {
      return await nextDecision(client, actionId, { signal: link.signal, transport });
    } catch (error) {
      if (error !== timeout) throw error;
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  });
  // A decision at the end of the time is returned too.
  return decided ?? currentOutcome(client, actionId, signal);
}

async function nextDecision(
  client: AgentClient,
  actionId: string,
  options: { readonly signal: AbortSignal; readonly transport: SubscribeOptions['transport'] },
): Promise<ActionOutcome | undefined> {
  // The position is from before the state, so that no decision between the two is missed.
  const { eventCursor: after } = await client.execute(EventCursorDocument, {}, { signal: options.signal });
  const first = await currentOutcome(client, actionId, options.signal);
  if (first.outcome !== 'waiting') return first;
  try {
    return await followed(client.subscribe(ActionUpdatedDocument, { actionId, after }, options));
  } catch (error) {
    const isForbidden = error instanceof RequestError && error.details['reason'] === 'PERMISSION_MISSING';
    if (!isForbidden) throw error;
    return polled(client, actionId, options.signal);
  }
}

async function followed(
  updates: AsyncIterable<{ readonly agentActionUpdated: { readonly action: AgentAction } }>,
): Promise<ActionOutcome | undefined> {
  for await (const { agentActionUpdated: update } of updates) {
    const outcome = outcomeOf(update.action);
    if (outcome.outcome !== 'waiting') return outcome;
  }
  return undefined;
}

async function polled(client: AgentClient, actionId: string, signal: AbortSignal): Promise<ActionOutcome> {
  for (;;) {
    await pause(pollMs, signal);
    const outcome = await currentOutcome(client, actionId, signal);
    if (outcome.outcome !== 'waiting') return outcome;
  }
}

/** @throws ActionNotFound */
export async function currentOutcome(
  client: AgentClient,
  actionId: string,
  signal?: AbortSignal,
): Promise<ActionOutcome> {
  const { agentAction } = await client.execute(ActionDocument, { id: actionId }, { signal });
  if (!agentAction) throw new ActionNotFound(actionId);
  return outcomeOf(agentAction);
}
