/**
 * A deleted customer's agents: they may do nothing any more.
 *
 * Decision: what they had waiting for approval is rejected, as when an agent is deleted.
 *
 * Source: gaps 9.4.
 */
import type { CustomerDeletion } from '../customers/ports.ts';
import { rejectPendingActions } from './actions/reject-pending-actions.ts';
import { lockAgentsOf } from './store.ts';

export const agentDeletion: CustomerDeletion = {
  // Agents are locked before their customer, as when they act. One that was created meanwhile is locked in `deleted`.
  async lockBefore(tx, scope, id) {
    await lockAgentsOf(tx, scope, id);
  },
  async deleted(tx, scope, id, at) {
    const agents = await lockAgentsOf(tx, scope, id);
    for (const agent of agents) await rejectPendingActions(tx, agent, 'Customer', at);
    return agents.map((agent) => agent.id);
  },
};
