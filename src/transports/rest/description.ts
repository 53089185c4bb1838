/** The public endpoints `/openapi.json` and `/reference`. Their content is created on the first request. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { methodNotAllowed } from '../http/http-errors.ts';
import { describeApi } from './openapi.ts';
import type { OpenApi } from './openapi-document.ts';
import { referencePage } from './reference.ts';
import { send, sendRestError } from './response.ts';
import { routes } from './routes/index.ts';
import { basePath } from './version.ts';

/** Returns a function that serves the description; it returns `false` for any other path. */
export function createDescriptionEndpoints(): (
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
) => boolean {
  let described: { readonly json: OpenApi; readonly page: string } | undefined;

  return (req, res, path) => {
    if (path !== '/openapi.json' && path !== '/reference') return false;
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      sendRestError(res, methodNotAllowed(['GET']), undefined, undefined, { Allow: 'GET' });
      return true;
    }
    if (!described) {
      const json = describeApi(routes, basePath);
      described = { json, page: referencePage(json) };
    }
    if (path === '/openapi.json') send(res, 200, described.json);
    else {
      res.writeHead(200, {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy':
          "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      });
      res.end(described.page);
    }
    return true;
  };
}
