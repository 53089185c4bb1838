/** The response body of an invitation. Source: docs/behaviour/customers.md#invitations. */

import type { Id } from '../../kernel/ids.ts';
import { instantView, type JsonBody, moneyView } from '../../kernel/view.ts';
import { type Invitation, invitationUrl, statusAt } from './invitation.ts';

/** The invitation in the body of an event: it is claimed. */
export function invitationFromView(
  body: Readonly<Record<string, unknown>>,
  platformId: Id<'Platform'>,
): Invitation {
  const invitation = body as unknown as Invitation;
  const amount = body['amountToSend'] as { amount: number; currency: { code: string } } | undefined;
  const { createdAt, claimedAt, expiresAt } = invitation;
  return {
    code: invitation.code,
    platformId,
    inviterUma: invitation.inviterUma,
    inviteeUma: invitation.inviteeUma,
    firstName: invitation.firstName,
    status: invitation.status,
    amountToSend: amount && { amount: BigInt(amount.amount), currency: amount.currency.code },
    createdAt: new Date(createdAt),
    claimedAt: claimedAt && new Date(claimedAt),
    expiresAt: expiresAt && new Date(expiresAt),
  };
}

/** @param urlTemplate the URL of the page that claims invitations, with `{code}`. */
export const invitationView = (invitation: Invitation, urlTemplate: string, now: Date): JsonBody => ({
  code: invitation.code,
  url: invitationUrl(urlTemplate, invitation.code),
  inviterUma: invitation.inviterUma,
  inviteeUma: invitation.inviteeUma,
  firstName: invitation.firstName,
  status: statusAt(invitation, now),
  amountToSend: invitation.amountToSend && moneyView(invitation.amountToSend),
  createdAt: instantView(invitation.createdAt),
  claimedAt: invitation.claimedAt && instantView(invitation.claimedAt),
  expiresAt: invitation.expiresAt && instantView(invitation.expiresAt),
});
