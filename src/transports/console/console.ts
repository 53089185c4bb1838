/**
 * The web console: one page for all of its paths, and the hashed files that the page loads.
 *
 * Decision: the content security policy has neither `unsafe-inline` nor a nonce. The page has no inline script and no style
 * element, so it is the same for every request and can be cached by its digest. Trusted types are required, so no script of
 * the page can turn text into markup.
 *
 * Decision: the console has a list of its own paths. Any other path stays an error in JSON, because API clients mistype paths.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { projectRoot } from '../../kernel/project.ts';
import { errorBody, HttpError, pathNotFound } from '../http/http-errors.ts';
import { sendJson } from '../http/send.ts';
import { sendStatic } from '../http/static-content.ts';
import { createConsoleAssets } from './assets.ts';

const sections = ['approvals', 'payments', 'customers', 'banks', 'agents', 'developers', 'settings'];

/** The paths of pages: the home page, the sign-in page, and everything in a section. */
export const consolePagePath = new RegExp(`^/(?:sign-in|(?:${sections.join('|')})(?:/.*)?)?$`);

/** Its group is the path of a file of the build. */
export const consoleFilePath = /^\/((?:assets\/[^/]+)|favicon\.svg)$/;

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // QR codes and uploaded documents are shown from memory.
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const pageHeaders = {
  'Content-Security-Policy': contentSecurityPolicy,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Referrer-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
};

export interface ConsoleTransport {
  servePage(req: IncomingMessage, res: ServerResponse): Promise<void>;
  /** @param path the group of `consoleFilePath`. */
  serveFile(req: IncomingMessage, res: ServerResponse, path: string): Promise<void>;
}

const consoleNotBuilt = new HttpError(404, 'NOT_FOUND', 'The console is not built. Run npm run build.');

export function createConsoleTransport(folder = join(projectRoot, 'dist/console')): ConsoleTransport {
  const assets = createConsoleAssets(folder);
  return {
    async servePage(req, res) {
      const page = await assets.find('index.html');
      if (!page) return sendJson(res, 404, errorBody(consoleNotBuilt));
      sendStatic(req, res, page, { headers: pageHeaders });
    },
    async serveFile(req, res, path) {
      const file = await assets.find(path);
      if (!file) return sendJson(res, 404, errorBody(pathNotFound()));
      // The name of a file in `assets` contains a digest of its content.
      sendStatic(req, res, file, {
        isVersioned: path.startsWith('assets/'),
        headers: { 'Cross-Origin-Resource-Policy': 'same-origin' },
      });
    },
  };
}
