/**
 * What the deletion of a customer does to its agents.
 *
 * Decision: the pending actions of the agents are rejected, as after the deletion of an agent.
 *
 * Source: docs/behaviour/agents.md#approvals.
 */
import type { CustomerDeletion } from '../customers/ports.ts';
import { rejectPendingActions } from './actions/reject-pending-actions.ts';
import { lockAgentsOf } from './store.ts';

export const agentDeletion: CustomerDeletion = {
  // Agents are locked before their customer, as in every operation of an agent. An agent that is created in the
  // meantime is locked in `deleted`.
  async lockBefore(tx, scope, id) {
    await lockAgentsOf(tx, scope, id);
  },
  async deleted(tx, scope, id, at) {
    const agents = await lockAgentsOf(tx, scope, id);
    for (const agent of agents) await rejectPendingActions(tx, agent, 'Customer', at);
    return agents.map((agent) => agent.id);
  },
};
