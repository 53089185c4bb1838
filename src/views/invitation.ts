/** The invitation's JSON body. Source: interface, Invitation; gaps 2.17. */
import { type Invitation, invitationUrl, statusAt } from '../invitations/invitation.ts';
import { instantView, type JsonBody, moneyView } from './common.ts';

/** @param publicUrl where this service is reached: the invitation's link begins with it. */
export const invitationView = (invitation: Invitation, publicUrl: string, now: Date): JsonBody => ({
  code: invitation.code,
  url: invitationUrl(publicUrl, invitation.code),
  inviterUma: invitation.inviterUma,
  inviteeUma: invitation.inviteeUma,
  firstName: invitation.firstName,
  status: statusAt(invitation, now),
  amountToSend: invitation.amountToSend && moneyView(invitation.amountToSend),
  createdAt: instantView(invitation.createdAt),
  claimedAt: invitation.claimedAt && instantView(invitation.claimedAt),
  expiresAt: invitation.expiresAt && instantView(invitation.expiresAt),
});
