/**
 * UMA invitations: a customer invites somebody by a link, who claims it with an address of their own. The amount is shown
 * only; the inviter's platform sends it by itself once it hears of the claim.
 *
 * An invitation expires by the clock: its row may say PENDING for a while after, so its status is asked by `statusAt`.
 *
 * Decision: an invitation cannot be claimed by the address that made it.
 * Decision: codes of 8 hexadecimal digits, which earlier versions gave out, stay good, because people hold them. The
 * limit on unknown codes protects them too; one that was not claimed can be cancelled and made anew.
 *
 * Source: docs/behaviour/customers.md#invitations, docs/behaviour/customers.md#states-of-invitations-accounts-and-verifications and docs/behaviour/conventions.md#ids (code); docs/behaviour/customers.md.
 */
import { z } from 'zod';
import { randomText, unambiguousAlphabet } from '../../kernel/crypto/secrets.ts';
import { InvalidInput, unreachable } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/ids.ts';
import { type Money, movedAmount } from '../../kernel/money/amount.ts';
import { instant, optional, text } from '../../kernel/parse.ts';
import { type UmaAddress, umaAddress } from '../../kernel/uma-address.ts';
import { InvitationAlreadyClaimed, InvitationCancelled, InvitationExpired } from './errors.ts';

export const invitationStatuses = ['PENDING', 'CLAIMED', 'EXPIRED', 'CANCELLED'] as const;
export type InvitationStatus = (typeof invitationStatuses)[number];

export interface Invitation {
  readonly code: string;
  readonly platformId: Id<'Platform'>;
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

type ClaimedInvitation = Invitation & {
  readonly status: 'CLAIMED';
  readonly inviteeUma: UmaAddress;
  readonly claimedAt: Date;
};
type CancelledInvitation = Invitation & { readonly status: 'CANCELLED' };

export const CreateInvitationInput = z.object({
  inviterUma: umaAddress,
  firstName: optional(text(100)),
  /** In the smallest unit of the first of the inviter's currencies. */
  amountToSend: optional(movedAmount),
  expiresAt: optional(instant),
});

const codeLength = 16;
const codeOfEarlierVersion = /^[0-9a-f]{8}$/i;

/** 80 random bits, in characters that are not taken for one another. */
export const newInvitationCode = (): string => randomText(codeLength, unambiguousAlphabet);

/** A code in any case, as people copy it. A text that cannot be a code is looked up like one, and not found. */
export const invitationCode = text(64).transform((code) =>
  codeOfEarlierVersion.test(code) ? code.toLowerCase() : code.toUpperCase(),
);

export const ClaimInvitationInput = z.object({ code: invitationCode, inviteeUma: umaAddress });
export const CancelInvitationInput = z.object({ code: invitationCode });

/** What stands for the code in the template of an invitation's address. */
const codeInUrl = '{code}';

/** Where it can be claimed. */
export const invitationUrl = (template: string, code: string): string => template.replaceAll(codeInUrl, code);

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
