/** Pages that a person opens: one HTML text each, without scripts or anything from elsewhere. */
import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';

/** Text as it stands between tags and in quoted attributes. */
export const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

const style =
  'body{font:16px/1.5 system-ui;margin:4rem auto;max-width:30rem;padding:0 1rem}button{font:inherit;padding:.5rem 1rem}.code{font:1.5rem ui-monospace,monospace;letter-spacing:.1em;overflow-wrap:anywhere}';

// The one style of these pages is allowed by its digest, so that none that a text might smuggle in applies.
const styleDigest = createHash('sha256').update(style).digest('base64');

const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  // Framed, a button could be pressed by somebody who sees another page.
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${styleDigest}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
};

export interface Page {
  readonly status: number;
  readonly title: string;
  readonly heading: string;
  /** HTML, whose values are escaped. */
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export function sendPage(res: ServerResponse, { status, title, heading, body, headers: more }: Page): void {
  res.writeHead(status, { ...headers, ...more });
  res.end(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title>
<style>${style}</style></head>
<body><h1>${escaped(heading)}</h1>${body}</body></html>
`);
}
