/**
 * The GraphiQL page: static, public, rendered and compressed once. Its script and its styles are inline, so it works without internet access.
 *
 * Decision: it cannot be framed and connects to this server only, because users type a token into it, and requests have the
 * session of a signed-in member. It runs its own script only, which the policy names by its digest. The editor inserts style
 * elements, so styles may be inline.
 *
 * Source: Content Security Policy Level 3, section 8.4 (hashes).
 */
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { GraphiQLOptions } from 'graphql-yoga';
import { lazily, sendStatic, staticContent } from '../http/static-content.ts';
import { starterDocuments } from './starter-documents.ts';

// An empty header counts as none, so the schema loads before a token is entered.
const headers = '{\n  "Authorization": ""\n}';

const page: GraphiQLOptions = {
  title: 'Payments',
  headers,
  defaultHeaders: headers,
  // A signed-in member needs no header: the cookie of its session counts while the header is empty.
  credentials: 'same-origin',
  defaultTabs: starterDocuments.map(({ query, variables }) => ({
    query,
    headers,
    ...(variables && { variables: JSON.stringify(variables, undefined, 2) }),
  })),
  subscriptionsProtocol: 'SSE',
};

/** The inline script of the page, between its tags. The text of the script has such tags too. */
function scriptIn(html: string): string {
  const start = html.indexOf('<script>') + '<script>'.length;
  return html.slice(start, html.indexOf('</script>', start));
}

const digestOf = (script: string): string =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

// The editor starts workers from blobs.
const contentSecurityPolicyOf = (html: string): string =>
  [
    "default-src 'none'",
    `script-src ${digestOf(scriptIn(html))} blob:`,
    "style-src 'unsafe-inline'",
    "img-src 'self' data:",
    'font-src data:',
    'worker-src blob:',
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Whether a browser opens the endpoint as a page, as opposed to a client that sends a query by GET. */
export const isBrowsing = ({ method, headers }: IncomingMessage): boolean =>
  (method === 'GET' || method === 'HEAD') && (headers.accept?.includes('text/html') ?? false);

const content = lazily(async () => {
  // Loaded with the first page: its 9 MB would delay every start.
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  // Browsers read each end of a line as one line feed, also for the digest of a script.
  const html = renderGraphiQL(page).replaceAll(/\r\n?/g, '\n');
  return {
    html: await staticContent('text/html; charset=utf-8', html),
    contentSecurityPolicy: contentSecurityPolicyOf(html),
  };
});

export async function serveGraphiql(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const { html, contentSecurityPolicy } = await content();
  sendStatic(req, res, html, {
    headers: {
      'Content-Security-Policy': contentSecurityPolicy,
      'Referrer-Policy': 'no-referrer',
      'X-Frame-Options': 'DENY',
    },
  });
}
