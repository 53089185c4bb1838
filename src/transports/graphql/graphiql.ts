/**
 * The GraphiQL page: static, public, rendered once. Scripts and styles are inline, so it works without internet access.
 *
 * Decision: it cannot be framed and connects to this server only, because users type a token into it.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';

const page = {
  title: 'Payments',
  // An empty header counts as none, so the schema loads before a token is entered.
  headers: '{\n  "Authorization": ""\n}',
  // With credentials, a browser would show its own password dialog on 401.
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

let rendered: Buffer | undefined;

export async function serveGraphiql(res: ServerResponse): Promise<void> {
  // Loaded with the first page: its 9 MB would delay every start.
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
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
