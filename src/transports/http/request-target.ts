/**
 * What holds of every request and of every answer, whichever face serves it.
 *
 * Decision: no answer is kept by a cache or guessed at by a browser unless it says so itself: almost all of them are
 * somebody's account.
 *
 * Source: RFC 9112, sections 3.2 (one Host, and a valid one) and 3.2.2 (absolute form).
 */
import type { IncomingMessage, ServerResponse } from 'node:http';

/** The path of a target in absolute form, as a proxy writes it: `http://host/path`. */
const originForm = (target: string): string => {
  const rest = /^https?:\/\/[^/?#]*(.*)$/is.exec(target)?.[1];
  if (rest === undefined) return target;
  return rest.startsWith('/') ? rest : `/${rest}`;
};

/** Brings the target into its usual form. Whoever names no host, as HTTP/1.0 need not, asks this machine. */
export function readTarget(req: IncomingMessage): void {
  if (req.url && !req.url.startsWith('/')) req.url = originForm(req.url);
  req.headers.host ||= 'localhost';
}

/** A host and perhaps a port, so that what stands before a path makes a URL of it and changes nothing of the path. */
const isHost = (host: string): boolean => !/[\s/?#@\\]/.test(host) && URL.canParse(`http://${host}`);

/**
 * Two hosts let a proxy and this server disagree about whom a request is for. One that no URL can have is nobody's: what
 * makes a URL of the request further in would throw.
 */
export const hasOneHost = ({ rawHeaders, headers }: IncomingMessage): boolean => {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts += 1;
  }
  return hosts < 2 && isHost(headers.host ?? '');
};

/** The headers of every answer that says nothing else. */
export function setHeaders(res: ServerResponse): void {
  res.setHeader('X-Content-Type-Options', 'nosniff');
  res.setHeader('Cache-Control', 'no-store');
}
