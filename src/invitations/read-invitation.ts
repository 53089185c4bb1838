/** Reads an invitation by its code, its status as it is now on its own platform's clock. */
import type { Platform } from '../platforms/platform.ts';
import type { Ports } from '../ports.ts';
import { type Invitation, statusAt } from './invitation.ts';
import { findInvitation } from './store.ts';

export async function readInvitation(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  caller: Pick<Platform, 'mode'>,
  code: string,
): Promise<Invitation | undefined> {
  const found = await findInvitation(db.orm, caller.mode, code);
  return found && { ...found.invitation, status: statusAt(found.invitation, clock.now(found)) };
}
