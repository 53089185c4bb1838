/** HTML pages for people: self-contained, without scripts or external resources. */
import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';

/** Text escaped for element content and quoted attributes. */
export const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

const style =
  'body{font:16px/1.5 system-ui;margin:4rem auto;max-width:30rem;padding:0 1rem}button{font:inherit;padding:.5rem 1rem}.code{font:1.5rem ui-monospace,monospace;letter-spacing:.1em;overflow-wrap:anywhere}';

// The content security policy allows only this style, by its digest. An injected style would not apply.
const styleDigest = createHash('sha256').update(style).digest('base64');

const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  // `frame-ancestors` prevents clickjacking.
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${styleDigest}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
};

export interface Page {
  readonly status: number;
  readonly title: string;
  readonly heading: string;
  /** HTML. The caller escapes its values. */
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
