/**
 * The page of GraphiQL: static, public, rendered once. It comes from the package, not from a network that the page's
 * reader may not have, so it is large and all in one piece.
 *
 * Decision: nobody may frame it, and it talks to this server only: a reader's token is typed into it.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { renderGraphiQL } from '@graphql-yoga/render-graphiql';

const page = {
  title: 'Payments',
  // Empty is as good as none, so that the schema is there to read before a token is.
  headers: '{\n  "Authorization": ""\n}',
  // Without it a browser that is told 401 asks for a name and password in a window of its own.
  credentials: 'omit',
  defaultQuery: `# Put "Basic …" of your token between the quotes
# in the Headers tab below, then press Play.
{
  viewer {
    ... on Platform {
      id
      name
      mode
      permissions
    }
  }
}
`,
  subscriptionsProtocol: 'SSE',
} as const;

// Its script and styles are in the page, its editor works in threads made from blobs.
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

/** A person who opens the endpoint in a browser, not a program that queries by GET. */
export const isBrowsing = ({ method, headers }: IncomingMessage): boolean =>
  (method === 'GET' || method === 'HEAD') && (headers.accept?.includes('text/html') ?? false);

let rendered: Buffer | undefined;

/** Sends the page. */
export function serveGraphiql(res: ServerResponse): void {
  rendered ??= Buffer.from(renderGraphiQL(page));
  res.writeHead(200, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': rendered.length,
    'Content-Security-Policy': contentSecurityPolicy,
    'Referrer-Policy': 'no-referrer',
    'X-Frame-Options': 'DENY',
  });
  res.end(rendered);
}
