/**
 * The pages of browsers that may call this service: those of its own origin, and those of the origins in ALLOWED_ORIGINS.
 * A browser attaches Basic credentials automatically, so that a request of another page would run with the user's credential.
 *
 * Decision: an origin is compared completely: scheme, host and port. Another port of the same host is another origin,
 * because the programs of a machine do not trust each other.
 *
 * Decision: `Origin` decides, also when `Sec-Fetch-Site` says that the page has the origin of the URL that the browser
 * called: behind a proxy that changes `Host`, the page has an origin of its own, which must be listed. Then HTTP and
 * WebSocket have the same rule, because a browser sends `Sec-Fetch-Site` only with the first. Without `Origin`,
 * `Sec-Fetch-Site` decides. A request with neither header does not come from a page.
 *
 * Source: RFC 6454 (Origin); Fetch Metadata Request Headers.
 */

import type { IncomingHttpHeaders } from 'node:http';
import { parseUrl } from '../../kernel/url.ts';

/** The error message for an invalid ALLOWED_ORIGINS setting. */
export const originsForm =
  'must be exact origins, https://<host>:<port> or http://<host>:<port>, separated by commas, without wildcards and without a path';

const asciiOrigin = /^https?:\/\/[^\s/?#@\\*,]{1,255}$/i;

/**
 * Parses `https://app.example, http://localhost:5173`. Each origin is normalized to the form that browsers send: lower case,
 * without a default port.
 *
 * @returns undefined when a part is not an origin.
 */
export function parseOrigins(text: string): readonly string[] | undefined {
  const parts = text.split(',').map((part) => part.trim());
  const origins = parts.flatMap((part) => (asciiOrigin.test(part) && parseUrl(part)?.origin) || []);
  return origins.length === parts.length ? origins : undefined;
}

export interface OriginPolicy {
  /** Whether the request comes from a page that may not call this service. */
  rejects(headers: IncomingHttpHeaders): boolean;
  /** Whether the request comes from a page of this service itself. */
  isOwn(headers: IncomingHttpHeaders): boolean;
  /** The origin of the page, if it is another origin that is allowed; undefined otherwise. */
  listed(headers: IncomingHttpHeaders): string | undefined;
}

export const originNotAllowed = 'Cross-site requests are not allowed. The origin is not in ALLOWED_ORIGINS.';

/** @param allowed the normalized origins of ALLOWED_ORIGINS. */
export function createOriginPolicy(allowed: readonly string[], publicUrl: string): OriginPolicy {
  const origins = new Set(allowed);
  const own = parseUrl(publicUrl);

  /** Whether a page has the origin of the request, or that of PUBLIC_URL. */
  function isOwn(origin: string, host: string | undefined): boolean {
    const page = parseUrl(origin);
    if (!page) return false;
    if (page.host === own?.host) return page.protocol === own.protocol;
    // A proxy that ends TLS does not say so here. The scheme of the page gives the default port of `Host`.
    return page.host !== '' && page.host === parseUrl(`${page.protocol}//${host}`)?.host;
  }

  return {
    rejects({ origin, host, 'sec-fetch-site': site }) {
      if (origin === undefined) return site === 'cross-site' || site === 'same-site';
      return !origins.has(origin) && !isOwn(origin, host);
    },
    isOwn: ({ origin, host, 'sec-fetch-site': site }) =>
      origin === undefined ? site === 'same-origin' : isOwn(origin, host),
    listed: ({ origin }) => (origin !== undefined && origins.has(origin) ? origin : undefined),
  };
}
