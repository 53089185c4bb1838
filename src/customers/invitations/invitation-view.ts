/** The response body of an invitation. Source: docs/behaviour/customers.md#invitations. */

import { instantView, type JsonBody, moneyView } from '../../kernel/view.ts';
import { type Invitation, invitationUrl, statusAt } from './invitation.ts';

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
