/** The faults of a sandbox platform, oldest first: those in effect, and those that were used up and have not expired. */
import type { PlatformCaller } from '../../platforms/access/principal.ts';
import { SandboxOnly } from '../../platforms/errors.ts';
import type { Ports } from '../ports.ts';
import type { Fault } from './fault.ts';
import { listFaults } from './store.ts';

export async function listSandboxFaults(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  { platform }: Pick<PlatformCaller, 'platform'>,
): Promise<readonly Fault[] | SandboxOnly> {
  if (platform.mode !== 'SANDBOX') return new SandboxOnly();
  return listFaults(db.orm, platform.id, clock.real());
}
