/**
 * The page at an invitation's `url`, unless INVITATION_URL points to another page.
 *
 * A provider claims an invitation for its customer (docs/behaviour/conventions.md), so the page is read-only. It shows the inviter
 * and the code that the invited person enters at their provider.
 *
 * Decision: for a claimed, cancelled or expired invitation the page shows only that state.
 *
 * Source: docs/behaviour/conventions.md#ids, docs/behaviour/customers.md#invitations.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { invitationCode } from '../../customers/invitations/invitation.ts';
import { findInvitationByCode } from '../../customers/invitations/read-invitation.ts';
import type { FoundInvitation } from '../../customers/invitations/store.ts';
import { DomainError, RateLimited } from '../../kernel/errors.ts';
import { formatMoney } from '../../kernel/money/amount.ts';
import type { Ports } from '../../sandbox/ports.ts';
import { escaped, type Page, sendPage } from '../http/html.ts';

/** Its group is the invitation code, not yet validated. */
export const invitationPath = /^\/invitations\/([A-Za-z0-9]{1,64})$/;

const ended = {
  CLAIMED: 'This invitation was claimed.',
  EXPIRED: 'This invitation has expired.',
  CANCELLED: 'This invitation was cancelled.',
} as const;

const paragraph = (text: string): string => `<p>${escaped(text)}</p>`;

function bodyOf({ invitation }: FoundInvitation): string {
  const { code, status, inviterUma, firstName, amountToSend, expiresAt } = invitation;
  if (status !== 'PENDING') return paragraph(ended[status]);
  const inviter = firstName === undefined ? inviterUma : `${firstName} (${inviterUma})`;
  const toSend = amountToSend ? ` and wants to send you ${formatMoney(amountToSend)}` : '';
  return [
    paragraph(`${inviter} invites you to a UMA address${toSend}.`),
    paragraph('To claim the invitation, open the app of a provider of UMA addresses, and enter this code:'),
    `<p class="code">${escaped(code)}</p>`,
    paragraph('Anyone who has the code can claim the invitation, once. Show it only to your provider.'),
    ...(expiresAt ? [paragraph(`It can be claimed until ${expiresAt.toISOString()}.`)] : []),
  ].join('');
}

function pageOf(found: FoundInvitation | DomainError): Page {
  const title = 'Invitation';
  if (found instanceof DomainError) {
    return {
      status: found.httpStatus,
      title,
      heading: title,
      body: paragraph(found.message),
      ...(found instanceof RateLimited && { headers: { 'Retry-After': String(found.retryAfterSeconds) } }),
    };
  }
  const heading = found.mode === 'SANDBOX' ? `${title} (sandbox)` : title;
  return { status: 200, title: heading, heading, body: bodyOf(found) };
}

/** @param sourceAddress of the caller: guesses of unknown codes are limited per address. */
export async function serveInvitationPage(
  req: IncomingMessage,
  res: ServerResponse,
  code: string,
  ports: Pick<Ports, 'db' | 'clock'>,
  sourceAddress: string,
): Promise<void> {
  if (req.method !== 'GET' && req.method !== 'HEAD') {
    res.writeHead(405, { Allow: 'GET, HEAD' }).end();
    return;
  }
  req.resume();
  sendPage(res, pageOf(await findInvitationByCode(ports, { sourceAddress }, invitationCode.parse(code))));
}
