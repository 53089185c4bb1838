/** Claims an invitation with an address of one's own, and tells the inviter's platform. Source: gaps 2.17, 5.5. */
import type { z } from 'zod';
import type { PlatformPrincipal } from '../access/principal.ts';
import { transact } from '../database/transact.ts';
import { appendEvents } from '../events/log.ts';
import { DomainError, type InvalidInput } from '../kernel/errors.ts';
import { uuidOf } from '../kernel/ids.ts';
import type { Ports } from '../ports.ts';
import { invitationView } from '../views/invitation.ts';
import {
  type InvitationAlreadyClaimed,
  type InvitationCancelled,
  type InvitationExpired,
  InvitationNotFound,
} from './errors.ts';
import { type ClaimInvitationInput, claim, type Invitation } from './invitation.ts';
import { lockInvitation, updateInvitation } from './store.ts';

export async function claimInvitation(
  { db, clock, publicUrl }: Pick<Ports, 'db' | 'clock' | 'publicUrl'>,
  { platform }: PlatformPrincipal,
  { code, inviteeUma }: z.output<typeof ClaimInvitationInput>,
): Promise<
  | Invitation
  | InvalidInput
  | InvitationNotFound
  | InvitationAlreadyClaimed
  | InvitationCancelled
  | InvitationExpired
> {
  return transact(db, async (tx) => {
    const found = await lockInvitation(tx, platform.mode, code);
    if (!found) return new InvitationNotFound(code);
    // The inviter's clock, by which the invitation was given its time.
    const now = clock.now(found);
    const claimed = claim(found.invitation, inviteeUma, now);
    if (claimed instanceof DomainError) return claimed;
    await updateInvitation(tx, claimed);
    await appendEvents(tx, [
      {
        platformUuid: uuidOf(claimed.platformId),
        topic: 'invitation',
        type: 'INVITATION_CLAIMED',
        resourceId: claimed.code,
        data: { body: invitationView(claimed, publicUrl, now) },
        occurredAt: now,
      },
    ]);
    return claimed;
  });
}
