/**
 * Rejects the pending actions of an agent when the agent or its customer is deleted, and releases their reservations.
 *
 * Source: docs/behaviour/agents.md#approvals.
 */
import type { Executor } from '../../infrastructure/database/client.ts';
import { invariant } from '../../kernel/errors.ts';
import type { Agent } from '../agent.ts';
import { release } from '../policies/usage.ts';
import { updateUsage } from '../store.ts';
import { lockPendingActions } from './action-store.ts';
import { type DeletedOwner, pending, rejectedWithOwner } from './agent-action.ts';
import { recordActionStep } from './record-action.ts';

/** The agent's row is locked. */
export async function rejectPendingActions(
  tx: Executor,
  agent: Pick<Agent, 'id' | 'usage'>,
  deleted: DeletedOwner,
  now: Date,
): Promise<void> {
  let { usage } = agent;
  for (const action of await lockPendingActions(tx, agent.id)) {
    const locked = pending(action);
    invariant(!(locked instanceof Error), 'the store returns only pending actions');
    usage = release(usage, action.charge, now);
    await recordActionStep(tx, action, rejectedWithOwner(locked, deleted, now));
  }
  if (usage !== agent.usage) await updateUsage(tx, { id: agent.id, usage });
}
