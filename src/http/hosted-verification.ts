/**
 * The sandbox's pages of hosted verification: one button, which confirms. They stand for a provider's, so they tell
 * nothing of the customer and decide nothing.
 *
 * Source: gaps 7.7.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { DomainError } from '../kernel/errors.ts';
import type { Ports } from '../ports.ts';
import { openKycLink, useKycLink } from '../verifications/use-kyc-link.ts';

const pathOfLink = /^\/verify\/([\w-]{1,64})$/;

function sendPage(res: ServerResponse, status: number, text: string, button = ''): void {
  res.writeHead(status, {
    'Content-Type': 'text/html; charset=utf-8',
    // Framed, its button could be pressed by somebody who sees another page.
    'Content-Security-Policy':
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
  });
  res.end(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Identity verification (sandbox)</title>
<style>body{font:16px/1.5 system-ui;margin:4rem auto;max-width:30rem;padding:0 1rem}button{font:inherit;padding:.5rem 1rem}</style></head>
<body><h1>Identity verification</h1><p>${text}</p>${button}</body></html>
`);
}

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
  if (link instanceof DomainError) sendPage(res, link.httpStatus, link.message);
  else if (!confirming) sendPage(res, 200, 'This is a sandbox: nothing is asked of you.', confirm);
  else if (link.redirectUri) res.writeHead(303, { Location: new URL(link.redirectUri).href }).end();
  else sendPage(res, 200, 'Thank you. You can close this page.');
  return true;
}
