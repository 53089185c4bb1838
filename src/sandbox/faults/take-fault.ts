/**
 * Takes the fault of a request, a delivery or an update. When that uses the fault up, the platform is updated, so that what
 * comes later costs no statement for a fault that can no longer apply.
 */
import type { Database } from '../../infrastructure/database/client.ts';
import { transact } from '../../infrastructure/database/transact.ts';
import { lockPlatform } from '../../platforms/store.ts';
import { announceFaults } from './announce-faults.ts';
import type { Fault } from './fault.ts';
import { claimFault, type FaultSubject, updateFaultsUntil } from './store.ts';

export async function takeFault(
  db: Database,
  subject: FaultSubject,
  realNow: Date,
): Promise<Fault | undefined> {
  const fault = await claimFault(db.orm, subject, realNow);
  if (fault?.remaining === 0) await retire(db, fault, realNow);
  return fault;
}

/**
 * A transaction of its own, after that of the count: a new fault locks the platform before it deletes those that were used
 * up, so a lock of the platform after that of the fault could deadlock.
 */
async function retire(
  db: Database,
  { platformId, id, target }: Pick<Fault, 'platformId' | 'id' | 'target'>,
  realNow: Date,
): Promise<void> {
  await transact<void>(db, async (tx) => {
    // A fault that is made at the same time is either before the lock, and is read, or after it, and updates the platform again.
    await lockPlatform(tx, platformId);
    await updateFaultsUntil(tx, platformId, realNow);
    // Requests and deliveries read the platform. Open streams do not.
    if (target === 'SUBSCRIPTIONS') await announceFaults(tx, platformId, id, realNow);
  });
}
