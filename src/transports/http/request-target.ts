/**
 * Checks and headers that apply to every request and response, whichever transport serves it.
 *
 * Decision: responses are neither cached nor content-sniffed unless a response says otherwise, because almost all of
 * them hold account data.
 *
 * Source: RFC 9112, sections 3.2 (one Host, and a valid one) and 3.2.2 (absolute form).
 */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { parseUrl } from '../../kernel/url.ts';

/** The path of a target in absolute form, as a proxy sends it: `http://host/path`. */
const originForm = (target: string): string => {
  const rest = /^https?:\/\/[^/?#]*(.*)$/is.exec(target)?.[1];
  if (rest === undefined) return target;
  return rest.startsWith('/') ? rest : `/${rest}`;
};

/** Converts the target to origin form. A request without a Host, which HTTP/1.0 allows, gets `localhost`. */
export function normalizeTarget(req: IncomingMessage): void {
  if (req.url && !req.url.startsWith('/')) req.url = originForm(req.url);
  req.headers.host ||= 'localhost';
}

/** Whether `http://<host><path>` is a URL whose host is `host` and whose path is `path`. */
const isHost = (host: string): boolean =>
  !/[\s/?#@\\]/.test(host) && parseUrl(`http://${host}`) !== undefined;

/**
 * Rejects several Host headers, because a proxy and this server could then disagree about the requested host. Rejects
 * an invalid host, because later code that builds a URL from it would throw.
 */
export const hasOneHost = ({ rawHeaders, headers }: IncomingMessage): boolean => {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === 'host') hosts += 1;
  }
  return hosts < 2 && isHost(headers.host ?? '');
};

/** Sets the headers that a response has unless it overrides them. */
export function setDefaultHeaders(res: ServerResponse): void {
  res.setHeader('X-Content-Type-Options', 'nosniff');
  res.setHeader('Cache-Control', 'no-store');
}
