/**
 * The sandbox's hosted verification page. It has one button, which confirms the customer's identity. It replaces a
 * provider's page, so it shows no customer data and makes no decision.
 *
 * Source: docs/behaviour/sandbox.md#verifications.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { openKycLink, useKycLink } from '../../customers/verifications/use-kyc-link.ts';
import { DomainError } from '../../kernel/errors.ts';
import type { Ports } from '../../sandbox/ports.ts';
import { escaped, sendPage } from '../http/html.ts';

/** Its group is the id of the KYC link. */
export const hostedVerificationPath = /^\/verify\/([\w-]{1,64})$/;

const title = 'Identity verification (sandbox)';
const heading = 'Identity verification';

const page = (res: ServerResponse, status: number, text: string, button = ''): void =>
  sendPage(res, { status, title, heading, body: `<p>${escaped(text)}</p>${button}` });

const confirm = '<form method="post"><button>Confirm my identity</button></form>';

export async function serveHostedVerification(
  req: IncomingMessage,
  res: ServerResponse,
  linkId: string,
  ports: Pick<Ports, 'db' | 'clock'>,
): Promise<void> {
  if (req.method !== 'GET' && req.method !== 'HEAD' && req.method !== 'POST') {
    res.writeHead(405, { Allow: 'GET, POST' }).end();
    return;
  }
  req.resume();
  const isConfirmed = req.method === 'POST';
  const link = await (isConfirmed ? useKycLink : openKycLink)(ports, linkId);
  if (link instanceof DomainError) page(res, link.httpStatus, link.message);
  else if (!isConfirmed) page(res, 200, 'This is a sandbox. No documents are required.', confirm);
  else if (link.redirectUri) res.writeHead(303, { Location: new URL(link.redirectUri).href }).end();
  else page(res, 200, 'Thank you. You can close this page.');
}
