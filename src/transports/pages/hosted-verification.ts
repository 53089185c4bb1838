/**
 * The sandbox's pages of hosted verification: one button, which confirms. They stand for a provider's, so they tell
 * nothing of the customer and decide nothing.
 *
 * Source: gaps 7.7.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { openKycLink, useKycLink } from '../../customers/verifications/use-kyc-link.ts';
import { DomainError } from '../../kernel/errors.ts';
import type { Ports } from '../../sandbox/ports.ts';
import { escaped, sendPage } from '../http/html.ts';

const pathOfLink = /^\/verify\/([\w-]{1,64})$/;

const title = 'Identity verification (sandbox)';
const heading = 'Identity verification';

const page = (res: ServerResponse, status: number, text: string, button = ''): void =>
  sendPage(res, { status, title, heading, body: `<p>${escaped(text)}</p>${button}` });

const confirm = '<form method="post"><button>Confirm my identity</button></form>';

/** Whether the path is a page of these; then it is served. */
export async function serveHostedVerification(
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
  ports: Pick<Ports, 'db' | 'clock'>,
): Promise<boolean> {
  const [, id] = pathOfLink.exec(path) ?? [];
  if (id === undefined) return false;
  if (req.method !== 'GET' && req.method !== 'HEAD' && req.method !== 'POST') {
    res.writeHead(405, { Allow: 'GET, POST' }).end();
    return true;
  }
  req.resume();
  const confirming = req.method === 'POST';
  const link = await (confirming ? useKycLink : openKycLink)(ports, id);
  if (link instanceof DomainError) page(res, link.httpStatus, link.message);
  else if (!confirming) page(res, 200, 'This is a sandbox: nothing is asked of you.', confirm);
  else if (link.redirectUri) res.writeHead(303, { Location: new URL(link.redirectUri).href }).end();
  else page(res, 200, 'Thank you. You can close this page.');
  return true;
}
