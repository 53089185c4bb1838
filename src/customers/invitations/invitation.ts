/**
 * UMA invitations: a customer sends a link to a person, who claims it with their own UMA address. The amount is for display
 * only. The platform of the inviter sends it after the claim.
 *
 * The stored status can be PENDING for some time after the expiry, so `statusAt` returns the current one.
 *
 * Decision: the inviter's address cannot claim the invitation.
 * Decision: codes of 8 hexadecimal digits from earlier versions remain valid, because people have links with them. The limit
 * of unknown codes protects them too, and an unclaimed one can be cancelled and replaced.
 *
 * Source: docs/behaviour/customers.md#invitations, docs/behaviour/customers.md#states-of-invitations-accounts-and-verifications,
 * docs/behaviour/conventions.md#ids (code).
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
  /** In the first currency of the inviter. */
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
  /** In the smallest unit of the inviter's first currency. */
  amountToSend: optional(movedAmount),
  expiresAt: optional(instant),
});

const codeLength = 16;
const legacyCode = /^[0-9a-f]{8}$/i;

/** 80 random bits, in characters that people do not confuse. */
export const newInvitationCode = (): string => randomText(codeLength, unambiguousAlphabet);

/** A code in any case. A text that has not the form of a code is looked up too, and not found. */
export const invitationCode = text(64).transform((code) =>
  legacyCode.test(code) ? code.toLowerCase() : code.toUpperCase(),
);

export const ClaimInvitationInput = z.object({ code: invitationCode, inviteeUma: umaAddress });
export const CancelInvitationInput = z.object({ code: invitationCode });

/** The placeholder for the code in the URL template. */
const codeInUrl = '{code}';

/** The URL of the page that claims the invitation. */
export const invitationUrl = (template: string, code: string): string => template.replaceAll(codeInUrl, code);

/** Returns an error if the expiry time is not in the future. */
export function checkExpiry(expiresAt: Date | undefined, now: Date): InvalidInput | undefined {
  if (expiresAt === undefined || expiresAt > now) return undefined;
  return InvalidInput.at('expiresAt', 'must be in the future');
}

/** The status at an instant. At the instant of expiry the invitation is expired. */
export function statusAt(
  { status, expiresAt }: Pick<Invitation, 'status' | 'expiresAt'>,
  now: Date,
): InvitationStatus {
  return status === 'PENDING' && expiresAt !== undefined && now >= expiresAt ? 'EXPIRED' : status;
}

type NotPending = InvitationAlreadyClaimed | InvitationCancelled | InvitationExpired;

/** The error of a change of an invitation with this status. Only a PENDING one can change. */
function errorOfChange(status: InvitationStatus): NotPending | undefined {
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

/** The claimed invitation. A second claim is rejected, also by the same invitee. */
export function claim(
  invitation: Invitation,
  inviteeUma: UmaAddress,
  now: Date,
): ClaimedInvitation | NotPending | InvalidInput {
  const error = errorOfChange(statusAt(invitation, now));
  if (error) return error;
  if (inviteeUma === invitation.inviterUma) {
    return InvalidInput.at('inviteeUma', 'must be another address than the inviter');
  }
  return { ...invitation, status: 'CLAIMED', inviteeUma, claimedAt: now };
}

/** The cancelled invitation. */
export function cancel(invitation: Invitation, now: Date): CancelledInvitation | NotPending {
  return errorOfChange(statusAt(invitation, now)) ?? { ...invitation, status: 'CANCELLED' };
}
