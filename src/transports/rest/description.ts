/**
 * The public endpoints `/openapi.json` and `/reference`. Their content is created on the first request.
 *
 * Decision: only a Bearer credential changes `/openapi.json`. A back end and a member get the whole description, as a caller
 * without a credential does, so theirs is not checked.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Principal } from '../../platforms/access/principal.ts';
import { isRequestError, methodNotAllowed, pathNotFound, type RequestError } from '../http/http-errors.ts';
import { lazily, sendStatic, staticContent } from '../http/static-content.ts';
import { describeApi } from './openapi.ts';
import type { OpenApi } from './openapi-document.ts';
import { makeReference, referenceHeaders } from './reference.ts';
import { sendRestError } from './response.ts';
import { routes } from './routes/index.ts';
import { basePath } from './version.ts';
import { descriptionsFor } from './visible-openapi.ts';

/** Authenticates the request, and counts it against the rate limit of its caller. */
type Authenticate = () => Promise<Principal | undefined | RequestError>;

type Send = (req: IncomingMessage, res: ServerResponse) => void;

/** Returns a function that serves the description; it returns `undefined` for any other path. */
export function createDescriptionEndpoints(): (
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
  authenticate: Authenticate,
) => Promise<void> | undefined {
  let described: OpenApi | undefined;
  const describe = (): OpenApi => {
    described ??= describeApi(routes, basePath);
    return described;
  };
  const restricted = descriptionsFor(describe, routes);
  const openApi = lazily(() => staticContent('application/json; charset=utf-8', JSON.stringify(describe())));
  const reference = lazily(() => makeReference(describe()));

  /** The description for the caller of a Bearer credential. */
  const restrictedFor = async (authenticate: Authenticate): Promise<Send | undefined> => {
    const principal = await authenticate();
    if (isRequestError(principal)) {
      return (_req, res) => sendRestError(res, principal, undefined, 'platform');
    }
    if (principal?.kind !== 'agent' && principal?.kind !== 'access-token') return undefined;
    const content = await restricted(principal);
    return (req, res) => sendStatic(req, res, content, { headers: { 'Cache-Control': 'private, no-cache' } });
  };

  const senderOf = async (
    path: string,
    { headers: { authorization } }: IncomingMessage,
    authenticate: Authenticate,
  ): Promise<Send | undefined> => {
    if (path === '/openapi.json') {
      const own = /^bearer /i.test(authorization ?? '') ? await restrictedFor(authenticate) : undefined;
      if (own) return own;
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

  const serve = async (
    req: IncomingMessage,
    res: ServerResponse,
    path: string,
    authenticate: Authenticate,
  ): Promise<void> => {
    if (path === '/openapi.json') res.appendHeader('Vary', 'Authorization');
    const sender = await senderOf(path, req, authenticate);
    if (!sender) sendRestError(res, pathNotFound());
    else if (req.method === 'GET' || req.method === 'HEAD') sender(req, res);
    else sendRestError(res, methodNotAllowed(['GET']), undefined, undefined, { Allow: 'GET' });
  };

  return (req, res, path, authenticate) =>
    path === '/openapi.json' || path === '/reference' || path.startsWith('/reference/')
      ? serve(req, res, path, authenticate)
      : undefined;
}
