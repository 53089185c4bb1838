/** Takes an invitation back; only its own platform can. Source: gaps 2.17, 5.5. */
import type { z } from 'zod';
import type { PlatformPrincipal } from '../access/principal.ts';
import { transact } from '../database/transact.ts';
import { DomainError } from '../kernel/errors.ts';
import type { Ports } from '../ports.ts';
import {
  type InvitationAlreadyClaimed,
  type InvitationCancelled,
  type InvitationExpired,
  InvitationNotFound,
  NotTheInviter,
} from './errors.ts';
import { type CancelInvitationInput, cancel, type Invitation } from './invitation.ts';
import { lockInvitation, updateInvitation } from './store.ts';

export async function cancelInvitation(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  { platform }: PlatformPrincipal,
  { code }: z.output<typeof CancelInvitationInput>,
): Promise<
  | Invitation
  | InvitationNotFound
  | NotTheInviter
  | InvitationAlreadyClaimed
  | InvitationCancelled
  | InvitationExpired
> {
  return transact(db, async (tx) => {
    const found = await lockInvitation(tx, platform.mode, code);
    if (!found) return new InvitationNotFound(code);
    if (found.invitation.platformId !== platform.id) return new NotTheInviter();
    const cancelled = cancel(found.invitation, clock.now(found));
    if (cancelled instanceof DomainError) return cancelled;
    await updateInvitation(tx, cancelled);
    return cancelled;
  });
}
