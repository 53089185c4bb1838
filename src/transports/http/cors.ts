/**
 * Headers that let pages of the origins in ALLOWED_ORIGINS read responses, and the responses to their preflight requests.
 *
 * Decision: credentials mode is not supported. The page sends its credential in a header, and no browser adds one.
 *
 * Decision: an error has the headers as well, otherwise a page could not tell a 401 from a broken connection. They are set
 * before the request is routed to its transport.
 *
 * Source: Fetch Standard, section 3.2 (CORS protocol); RFC 9110, section 12.5.5 (Vary).
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OriginPolicy } from './origins.ts';

const allowedMethods = 'GET, HEAD, POST, PUT, PATCH, DELETE';

const allowedHeaders = [
  'Accept',
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'Request-Id',
  'Service-Wallet-Signature',
  'Last-Event-ID',
  'Mcp-Session-Id',
  'Mcp-Protocol-Version',
  'X-Request-Id',
  'Traceparent',
  // Uploads over GraphQL require one of these.
  'Apollo-Require-Preflight',
  'GraphQL-Require-Preflight',
  'X-Requested-With',
].join(', ');

const exposedHeaders =
  'Retry-After, Request-Id, X-Request-Id, Idempotent-Replayed, X-Sandbox-Fault, Mcp-Session-Id';

/** The maximum of Chromium. An origin that is removed from the list is rejected at once by the request itself. */
const preflightMaxAgeSeconds = 7_200;

/**
 * Sets the headers of a response to a page.
 *
 * @returns whether the request was a preflight and has its response.
 */
export function setCorsHeaders(req: IncomingMessage, res: ServerResponse, policy: OriginPolicy): boolean {
  res.setHeader('Vary', 'Origin');
  const origin = policy.listed(req.headers);
  if (origin === undefined) return false;
  res.setHeader('Access-Control-Allow-Origin', origin);
  if (req.method === 'OPTIONS' && req.headers['access-control-request-method'] !== undefined) {
    res.writeHead(204, {
      'Access-Control-Allow-Methods': allowedMethods,
      'Access-Control-Allow-Headers': allowedHeaders,
      'Access-Control-Max-Age': String(preflightMaxAgeSeconds),
    });
    res.end();
    return true;
  }
  res.setHeader('Access-Control-Expose-Headers', exposedHeaders);
  return false;
}
