/** The public endpoints `/openapi.json` and `/reference`. Their content is created on the first request. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { methodNotAllowed, pathNotFound } from '../http/http-errors.ts';
import { lazily, sendStatic, staticContent } from '../http/static-content.ts';
import { describeApi } from './openapi.ts';
import { makeReference, referenceHeaders } from './reference.ts';
import { sendRestError } from './response.ts';
import { routes } from './routes/index.ts';
import { basePath } from './version.ts';

type Send = (req: IncomingMessage, res: ServerResponse) => void;

/** Returns a function that serves the description; it returns `undefined` for any other path. */
export function createDescriptionEndpoints(): (
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
) => Promise<void> | undefined {
  const describe = () => describeApi(routes, basePath);
  const openApi = lazily(() => staticContent('application/json; charset=utf-8', JSON.stringify(describe())));
  const reference = lazily(() => makeReference(describe()));

  const senderOf = async (path: string): Promise<Send | undefined> => {
    if (path === '/openapi.json') {
      const content = await openApi();
      return (req, res) => sendStatic(req, res, content);
    }
    const { page, scripts } = await reference();
    if (path === '/reference') {
      return (req, res) => sendStatic(req, res, page, { headers: referenceHeaders });
    }
    const content = scripts.get(path.slice('/reference/'.length));
    return content && ((req, res) => sendStatic(req, res, content, { isVersioned: true }));
  };

  const serve = async (req: IncomingMessage, res: ServerResponse, path: string): Promise<void> => {
    const sender = await senderOf(path);
    if (!sender) sendRestError(res, pathNotFound());
    else if (req.method === 'GET' || req.method === 'HEAD') sender(req, res);
    else sendRestError(res, methodNotAllowed(['GET']), undefined, undefined, { Allow: 'GET' });
  };

  return (req, res, path) =>
    path === '/openapi.json' || path === '/reference' || path.startsWith('/reference/')
      ? serve(req, res, path)
      : undefined;
}
