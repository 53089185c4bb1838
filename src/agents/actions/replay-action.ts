/** The result of a repeated idempotency key: the action that the first request created, in its current state. */

import type { Executor } from '../../infrastructure/database/client.ts';
import { invariant } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/ids.ts';
import { type AgentPrincipal, scopeOf } from '../../platforms/access/principal.ts';
import { findAction } from './action-store.ts';
import type { AgentAction } from './agent-action.ts';

export const replayAction = (principal: AgentPrincipal) => ({
  idOf: (action: AgentAction) => action.id,
  replay: async (tx: Executor, id: string): Promise<AgentAction> => {
    const action = await findAction(tx, scopeOf(principal), id as Id<'AgentAction'>);
    invariant(action, 'an action is never removed');
    return action;
  },
});
