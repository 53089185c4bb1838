/**
 * Finds an invitation by its code. Every caller with the code may read and claim it, so unknown codes are limited for each
 * platform and for each address.
 *
 * Source: docs/behaviour/conventions.md#ids, docs/behaviour/customers.md#invitations.
 */

import { DomainError, type RateLimited } from '../../kernel/errors.ts';
import { findByCode } from '../../platforms/access/guess-limit.ts';
import type { Platform } from '../../platforms/platform.ts';
import type { Ports } from '../ports.ts';
import { InvitationNotFound } from './errors.ts';
import { type Invitation, statusAt } from './invitation.ts';
import { type FoundInvitation, findInvitation } from './store.ts';

/** The caller of a look-up. `platform` is absent for a person who opens the link. */
interface InvitationReader {
  readonly platform?: Pick<Platform, 'id' | 'mode'>;
  readonly sourceAddress: string;
}

/** The invitation, with its status on the clock of its platform. */
export async function findInvitationByCode(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  { platform, sourceAddress }: InvitationReader,
  code: string,
): Promise<FoundInvitation | InvitationNotFound | RateLimited> {
  const caller = { sourceAddress, ...(platform && { platformId: platform.id }) };
  const found = await findByCode(db, 'invitation', caller, clock.real(), (tx) =>
    findInvitation(tx, code, platform && { mode: platform.mode }),
  );
  if (found instanceof DomainError) return found;
  if (!found) return new InvitationNotFound(code);
  const { invitation } = found;
  return { ...found, invitation: { ...invitation, status: statusAt(invitation, clock.now(found)) } };
}

export async function readInvitation(
  ports: Pick<Ports, 'db' | 'clock'>,
  reader: InvitationReader,
  code: string,
): Promise<Invitation | InvitationNotFound | RateLimited> {
  const found = await findInvitationByCode(ports, reader, code);
  return found instanceof DomainError ? found : found.invitation;
}
