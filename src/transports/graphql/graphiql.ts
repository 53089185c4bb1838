/**
 * The GraphiQL page: static, public, rendered and compressed once. Scripts and styles are inline, so it works without internet access.
 *
 * Decision: it cannot be framed and connects to this server only, because users type a token into it.
 */
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

// Scripts and styles are inline, and the editor starts workers from blobs.
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline' blob:",
  "style-src 'self' 'unsafe-inline'",
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
  return staticContent('text/html; charset=utf-8', renderGraphiQL(page));
});

export async function serveGraphiql(req: IncomingMessage, res: ServerResponse): Promise<void> {
  sendStatic(req, res, await content(), {
    headers: {
      'Content-Security-Policy': contentSecurityPolicy,
      'Referrer-Policy': 'no-referrer',
      'X-Frame-Options': 'DENY',
    },
  });
}
