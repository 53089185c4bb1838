/**
 * The reference page: Scalar renders the OpenAPI document, with search, examples and requests to this server.
 *
 * Decision: the page loads everything from this server. Scripts are files, so its policy allows no inline script; a page on
 * which users type a token must not be framed and must not connect to another server.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '../../kernel/project.ts';
import { escaped } from '../http/html.ts';
import { type StaticContent, staticContent } from '../http/static-content.ts';
import type { OpenApi } from './openapi-document.ts';

/**
 * Where the renderer is: in its package, or in an installation without development packages where the build copied it.
 *
 * Decision: the package is Scalar's plugin for Fastify. It has the same file as `@scalar/api-reference`, whose 260 further packages
 * would be a third of all installed files.
 */
const rendererFiles = [
  'node_modules/@scalar/fastify-api-reference/dist/js/standalone.js',
  'dist/src/assets/scalar.js',
];

const settings = {
  url: 'openapi.json',
  theme: 'default',
  layout: 'modern',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  persistAuth: false,
  authentication: { preferredSecurityScheme: 'platform' },
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
} as const;

// The renderer inserts style elements.
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  'font-src data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export const referenceHeaders = {
  'Content-Security-Policy': contentSecurityPolicy,
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
} as const;

async function readRenderer(): Promise<Buffer> {
  for (const file of rendererFiles) {
    try {
      return await readFile(join(projectRoot, file));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  throw new Error(`The renderer of the reference is missing: run \`npm run build\``);
}

interface Reference {
  readonly page: StaticContent;
  /** By file name. The name contains the digest of the content. */
  readonly scripts: ReadonlyMap<string, StaticContent>;
}

export async function makeReference({ info }: OpenApi): Promise<Reference> {
  const script = 'text/javascript; charset=utf-8';
  const renderer = await staticContent(script, await readRenderer());
  const start = await staticContent(
    script,
    `Scalar.createApiReference('#reference', ${JSON.stringify(settings)});\n`,
  );
  const scripts = new Map([
    [`scalar-${renderer.digest}.js`, renderer],
    [`start-${start.digest}.js`, start],
  ]);
  const page = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(info.title)} ${escaped(info.version)}</title></head>
<body><noscript>This page needs JavaScript. <a href="openapi.json">openapi.json</a> is the same document for programs.</noscript>
<div id="reference"></div>
${[...scripts.keys()].map((name) => `<script src="reference/${name}"></script>`).join('\n')}
</body></html>
`;
  return { page: await staticContent('text/html; charset=utf-8', page), scripts };
}
