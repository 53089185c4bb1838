/**
 * The cookie of a member's session.
 *
 * Decision: with https the name has the prefix `__Host-`, so that no other host and no page without TLS can set it. Without TLS
 * there are sessions on this machine only, because any program on the way could read the cookie.
 * Decision: SameSite is Strict, and requests must also have the origin of this service. Either protects if the other fails.
 *
 * Source: docs/behaviour/members.md#cookies; RFC 6265bis, sections 4.1.2 and 4.1.3.
 */

import type { IncomingHttpHeaders } from 'node:http';
import { parseUrl } from '../../kernel/url.ts';
import { absoluteLifetimeMs } from '../../members/sessions/session.ts';
import { sessionTokenPattern } from '../../platforms/access/authenticate.ts';

const secureName = '__Host-session';
const localName = 'session';
/** A longer header has no session. Node limits all headers to 16 KiB. */
const maxHeaderLength = 8_192;

/** Whether only this machine has the host name. */
function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(\.\d{1,3}){3}$/.test(hostname)
  );
}

/**
 * Without the whitespace of RFC 6265, section 5.2. `trim` removes more characters. With it, a cookie whose name starts with one of
 * these would have the prefix `__Host-` here and not in the browser, which then lets another host of the domain set it.
 */
function trimmed(text: string): string {
  const isSpace = (at: number): boolean => text[at] === ' ' || text[at] === '\t';
  let [start, end] = [0, text.length];
  while (start < end && isSpace(start)) start += 1;
  while (end > start && isSpace(end - 1)) end -= 1;
  return text.slice(start, end);
}

function cookieValue(header: string, name: string): string | undefined {
  for (const pair of header.split(';')) {
    const [key = '', value] = pair.split('=', 2);
    if (trimmed(key) === name && value !== undefined) return trimmed(value);
  }
  return undefined;
}

/** The session token that a browser sent. A value of another form belongs to another program of the same host. */
export function sessionTokenIn({ cookie, host }: IncomingHttpHeaders): string | undefined {
  if (cookie === undefined || cookie.length > maxHeaderLength) return undefined;
  const url = parseUrl(`http://${host}`);
  const isLocal = url !== undefined && isLoopback(url.hostname);
  const value = cookieValue(cookie, secureName) ?? (isLocal ? cookieValue(cookie, localName) : undefined);
  return value !== undefined && sessionTokenPattern.test(value) ? value : undefined;
}

const attributes = 'Path=/; HttpOnly; SameSite=Strict';

/** The cookie for a page with an origin. Undefined if the origin may have no sessions. */
function cookieFor(origin: string, value: string, maxAgeSeconds: number): string | undefined {
  const { protocol, hostname } = new URL(origin);
  const age = `Max-Age=${maxAgeSeconds}`;
  if (protocol === 'https:') return `${secureName}=${value}; ${attributes}; ${age}; Secure`;
  return isLoopback(hostname) ? `${localName}=${value}; ${attributes}; ${age}` : undefined;
}

export const mayHaveSessions = (origin: string): boolean => cookieFor(origin, '', 0) !== undefined;

/** The value of Set-Cookie after a sign-in. */
export const sessionCookie = (origin: string, token: string): string =>
  cookieFor(origin, token, absoluteLifetimeMs / 1000) ?? '';

/** The values of Set-Cookie after a sign-out. */
export const expiredCookies = [
  `${secureName}=; ${attributes}; Max-Age=0; Secure`,
  `${localName}=; ${attributes}; Max-Age=0`,
];
