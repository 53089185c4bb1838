/** Ends all faults of a sandbox platform, for example between two tests. A delay that has started goes on. */
import { transact } from '../../infrastructure/database/transact.ts';
import type { PlatformPrincipal } from '../../platforms/access/principal.ts';
import { SandboxOnly } from '../../platforms/errors.ts';
import { lockPlatform } from '../../platforms/store.ts';
import type { Ports } from '../ports.ts';
import { announceFaults } from './announce-faults.ts';
import { deleteAllFaults, deleteExpiredFaults, updateFaultsUntil } from './store.ts';

export interface FaultsDeleted {
  /** Those that were used up are among them, those that had expired are not. */
  readonly deletedCount: number;
}

export async function deleteSandboxFaults(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  { platform }: Pick<PlatformPrincipal, 'platform'>,
): Promise<FaultsDeleted | SandboxOnly> {
  if (platform.mode !== 'SANDBOX') return new SandboxOnly();
  const now = clock.real();
  return transact<FaultsDeleted>(db, async (tx) => {
    await lockPlatform(tx, platform.id);
    await deleteExpiredFaults(tx, platform.id, now);
    const deleted = await deleteAllFaults(tx, platform.id);
    await updateFaultsUntil(tx, platform.id, now);
    const [first] = deleted;
    if (first) await announceFaults(tx, platform.id, first, now);
    return { deletedCount: deleted.length };
  });
}
