/**
 * Deletes an agent: its token is dead at once, its codes are void, what waits for approval is rejected. Payments that
 * it started go on.
 *
 * Source: gaps 9.1, 9.4; contract, `deleteAgent`.
 */
import { announceEndOfAccess } from '../access/end-of-access.ts';
import type { PlatformPrincipal } from '../access/principal.ts';
import { transact } from '../database/transact.ts';
import type { Id } from '../kernel/ids.ts';
import type { Ports } from '../ports.ts';
import { supersedeDeviceCodes } from './device-code-store.ts';
import { AgentNotFound } from './errors.ts';
import { rejectWaiting } from './reject-waiting.ts';
import { lockAgent, setConnection } from './store.ts';

export async function deleteAgent(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  { platform }: Pick<PlatformPrincipal, 'platform'>,
  id: Id<'Agent'>,
): Promise<{ deletedId: Id<'Agent'> } | AgentNotFound> {
  return transact(db, async (tx) => {
    const agent = await lockAgent(tx, { platformId: platform.id }, id);
    if (!agent) return new AgentNotFound(id);

    const now = clock.now(platform);
    await rejectWaiting(tx, agent, 'Agent', now);
    await supersedeDeviceCodes(tx, id, now);
    await setConnection(tx, id, { tokenDigest: null, deletedAt: now, updatedAt: now });
    await announceEndOfAccess(tx, platform.id, [id], now);
    return { deletedId: id };
  });
}
