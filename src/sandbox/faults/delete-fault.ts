/** Ends a fault. Later requests and deliveries are not affected; a delay that has started goes on. */
import { transact } from '../../infrastructure/database/transact.ts';
import type { Id } from '../../kernel/ids.ts';
import type { PlatformCaller } from '../../platforms/access/principal.ts';
import { SandboxOnly } from '../../platforms/errors.ts';
import { lockPlatform } from '../../platforms/store.ts';
import type { Ports } from '../ports.ts';
import { announceFaults } from './announce-faults.ts';
import { SandboxFaultNotFound } from './errors.ts';
import { deleteFault, updateFaultsUntil } from './store.ts';

export async function deleteSandboxFault(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  { platform }: Pick<PlatformCaller, 'platform'>,
  id: Id<'SandboxFault'>,
): Promise<{ readonly deletedId: Id<'SandboxFault'> } | SandboxOnly | SandboxFaultNotFound> {
  if (platform.mode !== 'SANDBOX') return new SandboxOnly();
  const now = clock.real();
  return transact<{ readonly deletedId: Id<'SandboxFault'> } | SandboxFaultNotFound>(db, async (tx) => {
    await lockPlatform(tx, platform.id);
    const deleted = await deleteFault(tx, platform.id, id);
    if (!deleted) return new SandboxFaultNotFound(id);
    await updateFaultsUntil(tx, platform.id, now);
    await announceFaults(tx, platform.id, id, now);
    return { deletedId: id };
  });
}
