/**
 * Cancels an invitation. Only the platform that created it can.
 *
 * Source: docs/behaviour/customers.md#invitations, docs/behaviour/customers.md#states-of-invitations-accounts-and-verifications.
 */
import type { z } from 'zod';
import { transact } from '../../infrastructure/database/transact.ts';
import { DomainError, invariant, type RateLimited } from '../../kernel/errors.ts';
import type { PlatformCaller } from '../../platforms/access/principal.ts';
import type { Ports } from '../ports.ts';
import {
  type InvitationAlreadyClaimed,
  type InvitationCancelled,
  type InvitationExpired,
  type InvitationNotFound,
  NotTheInviter,
} from './errors.ts';
import { type CancelInvitationInput, cancel, type Invitation } from './invitation.ts';
import { findInvitationByCode } from './read-invitation.ts';
import { findInvitation, updateInvitation } from './store.ts';

export async function cancelInvitation(
  ports: Pick<Ports, 'db' | 'clock'>,
  { platform }: PlatformCaller,
  { code }: z.output<typeof CancelInvitationInput>,
  sourceAddress: string,
): Promise<
  | Invitation
  | RateLimited
  | InvitationNotFound
  | NotTheInviter
  | InvitationAlreadyClaimed
  | InvitationCancelled
  | InvitationExpired
> {
  const { db, clock } = ports;
  const known = await findInvitationByCode(ports, { platform, sourceAddress }, code);
  if (known instanceof DomainError) return known;
  return transact(db, async (tx) => {
    const found = await findInvitation(tx, code, { mode: platform.mode, lock: true });
    invariant(found, 'an invitation is never deleted');
    if (found.invitation.platformId !== platform.id) return new NotTheInviter();
    const cancelled = cancel(found.invitation, clock.now(found));
    if (cancelled instanceof DomainError) return cancelled;
    await updateInvitation(tx, cancelled);
    return cancelled;
  });
}
