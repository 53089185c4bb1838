/**
 * Requests that the page of another site makes a browser send. A browser adds the credentials of Basic by itself, so
 * what such a page asks would be asked with its reader's credential.
 *
 * Decision: where the browser says from where (`Sec-Fetch-Site`), that counts. Where it does not, as for sockets and
 * without TLS, a page's `Origin` must have the host that it calls or that of PUBLIC_URL. Whoever sends neither is no browser.
 *
 * Source: Fetch Metadata Request Headers; RFC 6454 (Origin).
 */
import type { IncomingHttpHeaders } from 'node:http';

function hostOf(url: string): string | undefined {
  try {
    return new URL(url).hostname;
  } catch {
    return undefined;
  }
}

export function isCrossSite(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'cross-site';
  const { origin, host } = headers;
  if (origin === undefined) return false;
  const from = hostOf(origin);
  return from === undefined || (from !== hostOf(`http://${host}`) && from !== hostOf(publicUrl));
}
