/**
 * Claims an invitation with a UMA address, and publishes the claim to the platform of the inviter.
 *
 * Source: docs/behaviour/customers.md#invitations, docs/behaviour/customers.md#states-of-invitations-accounts-and-verifications.
 */
import type { z } from 'zod';
import { transact } from '../../infrastructure/database/transact.ts';
import { appendEvents } from '../../infrastructure/events/log.ts';
import { DomainError, type InvalidInput, invariant, type RateLimited } from '../../kernel/errors.ts';
import type { PlatformCaller } from '../../platforms/access/principal.ts';
import type { Ports } from '../ports.ts';
import type {
  InvitationAlreadyClaimed,
  InvitationCancelled,
  InvitationExpired,
  InvitationNotFound,
} from './errors.ts';
import { type ClaimInvitationInput, claim, type Invitation } from './invitation.ts';
import { invitationView } from './invitation-view.ts';
import { findInvitationByCode } from './read-invitation.ts';
import { findInvitation, updateInvitation } from './store.ts';

export async function claimInvitation(
  ports: Pick<Ports, 'db' | 'clock' | 'invitationUrl'>,
  { platform }: PlatformCaller,
  { code, inviteeUma }: z.output<typeof ClaimInvitationInput>,
  sourceAddress: string,
): Promise<
  | Invitation
  | RateLimited
  | InvalidInput
  | InvitationNotFound
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
    // On the clock of the inviter's platform, like the expiry time.
    const now = clock.now(found);
    const claimed = claim(found.invitation, inviteeUma, now);
    if (claimed instanceof DomainError) return claimed;
    await updateInvitation(tx, claimed);
    await appendEvents(tx, [
      {
        platformId: claimed.platformId,
        topic: 'invitation',
        type: 'INVITATION_CLAIMED',
        resourceId: claimed.code,
        data: { body: invitationView(claimed, ports.invitationUrl, now) },
        occurredAt: now,
      },
    ]);
    return claimed;
  });
}
