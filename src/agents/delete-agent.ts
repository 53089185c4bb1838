/**
 * Deletes an agent: its access token and device codes become invalid at once, and its pending actions are rejected.
 * Payments that it started continue.
 *
 * Source: docs/behaviour/agents.md#device-codes, docs/behaviour/agents.md#approvals; schema.graphql, `deleteAgent`.
 */

import { transact } from '../infrastructure/database/transact.ts';
import type { Id } from '../kernel/ids.ts';
import type { Ports } from '../payments/ports.ts';
import { announceEndOfAccess } from '../platforms/access/end-of-access.ts';
import type { PlatformCaller } from '../platforms/access/principal.ts';
import { rejectPendingActions } from './actions/reject-pending-actions.ts';
import { supersedeDeviceCodes } from './device-codes/device-code-store.ts';
import { AgentNotFound } from './errors.ts';
import { deleteSessionsOf } from './mcp-sessions/mcp-session-store.ts';
import { lockAgent, setConnection } from './store.ts';

export async function deleteAgent(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  { platform }: Pick<PlatformCaller, 'platform'>,
  id: Id<'Agent'>,
): Promise<{ deletedId: Id<'Agent'> } | AgentNotFound> {
  return transact(db, async (tx) => {
    const agent = await lockAgent(tx, { platformId: platform.id }, id);
    if (!agent) return new AgentNotFound(id);

    const now = clock.now(platform);
    await rejectPendingActions(tx, agent, 'Agent', now);
    await supersedeDeviceCodes(tx, id, now);
    await deleteSessionsOf(tx, id);
    await setConnection(tx, id, { tokenDigest: null, deletedAt: now, updatedAt: now });
    await announceEndOfAccess(tx, platform.id, [id], now);
    return { deletedId: id };
  });
}
