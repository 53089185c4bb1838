/**
 * UMA invitations: a customer invites somebody by a link, who claims it with an address of their own. The amount is shown
 * only; the inviter's platform sends it by itself once it hears of the claim.
 *
 * An invitation expires by the clock: its row may say PENDING for a while after, so its status is asked by `statusAt`.
 *
 * Decision: an invitation cannot be claimed by the address that made it.
 *
 * Source: gaps 2.17, 5.5 and 1.9 (code); interface, Invitation.
 */

import { z } from 'zod';
import { InvalidInput, invariant, unreachable } from '../kernel/errors.ts';
import type { Id } from '../kernel/ids.ts';
import { instant, optional, text } from '../kernel/parse.ts';
import { withoutTrailing } from '../kernel/trim-end.ts';
import { type UmaAddress, umaAddress } from '../kernel/uma-address.ts';
import { type Money, movedAmount } from '../money/amount.ts';
import { InvitationAlreadyClaimed, InvitationCancelled, InvitationExpired } from './errors.ts';

export const invitationStatuses = ['PENDING', 'CLAIMED', 'EXPIRED', 'CANCELLED'] as const;
export type InvitationStatus = (typeof invitationStatuses)[number];

export interface Invitation {
  readonly code: string;
  readonly platformId: Id<'PlatformConfig'>;
  readonly inviterUma: UmaAddress;
  readonly inviteeUma: UmaAddress | undefined;
  readonly firstName: string | undefined;
  readonly status: InvitationStatus;
  /** In the first of the inviter's currencies. */
  readonly amountToSend: Money | undefined;
  readonly createdAt: Date;
  readonly claimedAt: Date | undefined;
  readonly expiresAt: Date | undefined;
}

export type ClaimedInvitation = Invitation & {
  readonly status: 'CLAIMED';
  readonly inviteeUma: UmaAddress;
  readonly claimedAt: Date;
};
export type CancelledInvitation = Invitation & { readonly status: 'CANCELLED' };

export const CreateInvitationInput = z.object({
  inviterUma: umaAddress,
  firstName: optional(text(100)),
  /** In the smallest unit of the first of the inviter's currencies. */
  amountToSend: optional(movedAmount),
  expiresAt: optional(instant),
});

/** A code in any case, as people copy it. A text that cannot be a code is looked up like one, and not found. */
export const invitationCode = text(64).transform((code) => code.toLowerCase());

export const ClaimInvitationInput = z.object({ code: invitationCode, inviteeUma: umaAddress });
export const CancelInvitationInput = z.object({ code: invitationCode });

export const invitationCodeBytes = 4;

/** The code that 4 random bytes spell: 8 lower-case hexadecimal digits. */
export function codeFrom(random: Uint8Array): string {
  invariant(random.length === invitationCodeBytes, 'an invitation code is made of 4 bytes');
  return Buffer.from(random).toString('hex');
}

/** Where it can be claimed. */
export const invitationUrl = (publicUrl: string, code: string): string =>
  `${withoutTrailing(publicUrl, '/')}/invitations/${code}`;

/** A lifetime must still lie ahead. */
export function checkExpiry(expiresAt: Date | undefined, now: Date): InvalidInput | undefined {
  if (expiresAt === undefined || expiresAt > now) return undefined;
  return InvalidInput.at('expiresAt', 'must be in the future');
}

/** The status at this instant; the instant of expiry is already past the invitation's life. */
export function statusAt(
  { status, expiresAt }: Pick<Invitation, 'status' | 'expiresAt'>,
  now: Date,
): InvitationStatus {
  return status === 'PENDING' && expiresAt !== undefined && now >= expiresAt ? 'EXPIRED' : status;
}

type SpentInvitation = InvitationAlreadyClaimed | InvitationCancelled | InvitationExpired;

/** CLAIMED, EXPIRED and CANCELLED are ends: what refuses a move out of each. */
function refusalOf(status: InvitationStatus): SpentInvitation | undefined {
  switch (status) {
    case 'PENDING':
      return undefined;
    case 'CLAIMED':
      return new InvitationAlreadyClaimed();
    case 'CANCELLED':
      return new InvitationCancelled();
    case 'EXPIRED':
      return new InvitationExpired();
    default:
      return unreachable(status);
  }
}

/** The invitation as claimed. A second claim is refused, also by the same invitee. */
export function claim(
  invitation: Invitation,
  inviteeUma: UmaAddress,
  now: Date,
): ClaimedInvitation | SpentInvitation | InvalidInput {
  const refusal = refusalOf(statusAt(invitation, now));
  if (refusal) return refusal;
  if (inviteeUma === invitation.inviterUma) {
    return InvalidInput.at('inviteeUma', 'must be another address than the inviter');
  }
  return { ...invitation, status: 'CLAIMED', inviteeUma, claimedAt: now };
}

/** The invitation as cancelled; only a pending one can be. */
export function cancel(invitation: Invitation, now: Date): CancelledInvitation | SpentInvitation {
  return refusalOf(statusAt(invitation, now)) ?? { ...invitation, status: 'CANCELLED' };
}
