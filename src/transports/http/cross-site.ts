/**
 * Detects requests that a page of another site makes a browser send. A browser attaches Basic credentials automatically,
 * so such a request would run with the user's credential.
 *
 * Decision: `Sec-Fetch-Site` decides when the browser sends it. Otherwise, as for sockets and without TLS, the `Origin`
 * must have the host of the request or of PUBLIC_URL. A request with neither header does not come from a browser.
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
