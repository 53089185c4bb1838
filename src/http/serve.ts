/**
 * Serves the table of endpoints: who calls is settled before the method, the method before what may be asked, and
 * that before the body is read.
 *
 * Source: gaps 1.1, 1.8, 1.11, 1.12, 4.1.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { authenticate } from '../access/authenticate.ts';
import { type Principal, requirePermission } from '../access/principal.ts';
import { takeApiRequest } from '../access/rate-limit.ts';
import type { App } from '../app.ts';
import { isBadData } from '../database/transact.ts';
import { IdempotencyKey, isReplay } from '../idempotency/once.ts';
import { Forbidden, InvalidInput, Unauthorized } from '../kernel/errors.ts';
import { invalidInput } from '../kernel/parse.ts';
import { SignedRequestChallenge } from '../signed-requests/challenge.ts';
import { challengeView } from '../views/credential.ts';
import { takeBody } from './body.ts';
import { matcher } from './match.ts';
import { describe, type OpenApi } from './openapi.ts';
import { queryOf } from './query.ts';
import { referencePage } from './reference.ts';
import {
  errorBody,
  HttpRefusal,
  isRefused,
  methodNotAllowed,
  nothingHere,
  type Refusal,
  retryAfterOf,
} from './refusals.ts';
import type { Call, Caller, Route } from './route.ts';
import { routes } from './routes/index.ts';
import { basePath } from './version.ts';

type Headers = Record<string, string>;

function send(res: ServerResponse, status: number, body: unknown, headers: Headers = {}): void {
  if (body === undefined) {
    res.writeHead(status, headers).end();
    return;
  }
  const text = JSON.stringify(body);
  res.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    ...headers,
  });
  res.end(text);
}

const realm: Record<Exclude<Caller, 'nobody'>, string> = {
  platform: 'Basic realm="payments", charset="UTF-8"',
  agent: 'Bearer realm="payments"',
};

/** A refusal, with the headers that its status calls for. */
function refuse(
  res: ServerResponse,
  refusal: Refusal,
  route?: Route,
  caller?: Caller,
  headers: Headers = {},
): void {
  const body = errorBody(refusal, route);
  const retryAfter = retryAfterOf(refusal);
  send(res, body.status, body, {
    ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
    ...(caller && caller !== 'nobody' && body.status === 401 && { 'WWW-Authenticate': realm[caller] }),
    // What is left of a body that is too large is not read.
    ...(body.status === 413 && { Connection: 'close' }),
    ...headers,
  });
}

const headerOf = (req: IncomingMessage, name: string): string | undefined => {
  const value = req.headers[name];
  return Array.isArray(value) ? value[0] : value;
};

/** What a signed endpoint is told by its headers. A signature alone is no retry; a request id alone is one. */
function signedBy(req: IncomingMessage): Pick<Call, 'retry' | 'signature'> {
  const requestId = headerOf(req, 'request-id');
  const signature = headerOf(req, 'service-wallet-signature');
  return {
    retry: requestId === undefined ? undefined : { requestId, signature: signature ?? '' },
    signature: signature === '' ? undefined : signature,
  };
}

/** The key, or `undefined` where the endpoint takes none or none was sent. */
function idempotencyKeyOf(req: IncomingMessage, route: Route): string | undefined | InvalidInput {
  const sent = headerOf(req, 'idempotency-key');
  if (!route.idempotent || sent === undefined) return undefined;
  const key = IdempotencyKey.safeParse(sent);
  return key.success ? key.data : InvalidInput.at('Idempotency-Key', 'must have 1 to 255 characters');
}

function pathParameters(
  route: Route,
  texts: Readonly<Record<string, string>>,
): Record<string, unknown> | Refusal {
  const params: Record<string, unknown> = {};
  for (const [name, parameter] of Object.entries(route.params ?? {})) {
    const value = parameter.parse(texts[name] ?? '');
    if (isRefused(value)) return value;
    params[name] = value;
  }
  return params;
}

export interface RestFace {
  /** @param path of the request, below the version's segment. */
  serve(req: IncomingMessage, res: ServerResponse, path: string, search: string): Promise<void>;
}

export function createRestFace(
  { ports, jobs, config }: Pick<App, 'ports' | 'jobs' | 'config'>,
  report: (defect: unknown) => void,
): RestFace {
  const match = matcher(routes);
  let described: { readonly json: OpenApi; readonly page: string } | undefined;

  /** What is public: the description of the face, for programs and for people. Made when it is first asked for. */
  function serveDescription(req: IncomingMessage, res: ServerResponse, path: string): boolean {
    if (path !== '/openapi.json' && path !== '/reference') return false;
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      refuse(res, methodNotAllowed(['GET']), undefined, undefined, { Allow: 'GET' });
      return true;
    }
    if (!described) {
      const json = describe(routes, basePath);
      described = { json, page: referencePage(json) };
    }
    if (path === '/openapi.json') send(res, 200, described.json);
    else {
      res.writeHead(200, {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
      });
      res.end(described.page);
    }
    return true;
  }

  async function callerOf(req: IncomingMessage, caller: Caller): Promise<Principal | undefined | Refusal> {
    if (caller === 'nobody') return undefined;
    const { authorization } = req.headers;
    if (authorization === undefined) return new Unauthorized('Missing credentials');
    const now = ports.clock.real();
    const principal = await authenticate(ports.db, authorization, now);
    if (isRefused(principal)) return principal;
    // A wrong scheme is no wrong permission.
    if (principal.kind !== caller) return new Unauthorized('Invalid credentials');
    const taken = config.rateLimits ? await takeApiRequest(ports.db, principal, now) : true;
    return taken === true ? principal : taken;
  }

  /** Everything between the caller and the answer. `undefined` when the caller has gone. */
  async function perform(
    req: IncomingMessage,
    route: Route,
    principal: Principal | undefined,
    texts: Readonly<Record<string, string>>,
    search: string,
  ): Promise<{ readonly answer: unknown; readonly call: Call } | Refusal | undefined> {
    if (principal && route.demand) {
      const allowed = requirePermission(principal, route.demand);
      if (allowed !== true) return allowed;
    }
    const params = pathParameters(route, texts);
    if (isRefused(params)) return params;
    const idempotencyKey = idempotencyKeyOf(req, route);
    if (isRefused(idempotencyKey)) return idempotencyKey;

    const raw = await takeBody(req, route);
    if (raw === undefined || isRefused(raw)) return raw;
    const query = route.query?.safeParse(queryOf(search));
    const body = route.body?.safeParse(raw.value);
    if (query?.error) return invalidInput(query.error);
    if (body?.error) return invalidInput(body.error);

    const call = {
      ports,
      jobs,
      principal,
      ...signedBy(req),
      idempotencyKey,
      sourceAddress: req.socket.remoteAddress ?? '',
    } as Call;
    const input = { params, query: query?.data, body: body?.data, file: raw.file };
    return { answer: await route.run(call, input), call };
  }

  async function answer(
    req: IncomingMessage,
    res: ServerResponse,
    route: Route,
    principal: Principal | undefined,
    texts: Readonly<Record<string, string>>,
    search: string,
  ): Promise<void> {
    const performed = await perform(req, route, principal, texts, search);
    if (performed === undefined) return;
    if (isRefused(performed)) return refuse(res, performed, route, route.caller);
    const { answer, call } = performed;
    if (isRefused(answer)) return refuse(res, answer, route, route.caller);
    if (answer instanceof SignedRequestChallenge) return send(res, 202, challengeView(answer));
    const body = route.status === 204 ? undefined : await route.view?.(answer, call);
    send(res, route.status, body, isReplay(answer) ? { 'Idempotent-Replayed': 'true' } : {});
  }

  return {
    async serve(req, res, path, search) {
      let route: Route | undefined;
      try {
        if (serveDescription(req, res, path)) return;
        const at = match(path);
        if (!at) return refuse(res, nothingHere());
        // A browser sends the credentials of Basic along by itself, also for a page of somebody else.
        if (req.headers['sec-fetch-site'] === 'cross-site') {
          return refuse(res, new Forbidden('Cross-site requests are refused.'));
        }
        const principal = await callerOf(req, at.caller);
        if (isRefused(principal)) return refuse(res, principal, undefined, at.caller);
        route = at.route(req.method === 'HEAD' ? 'GET' : (req.method ?? ''));
        if (!route) {
          const refused = methodNotAllowed(at.methods);
          return refuse(res, refused, undefined, undefined, { Allow: at.methods.join(', ') });
        }
        await answer(req, res, route, principal, at.params(route), search);
      } catch (error) {
        if (res.headersSent) throw error;
        if (isBadData(error)) {
          return refuse(
            res,
            new InvalidInput([], { message: 'The input holds a value that cannot be stored.' }),
          );
        }
        report(error);
        refuse(
          res,
          new HttpRefusal(500, 'INTERNAL_ERROR', 'An unexpected error happened. It was logged.'),
          route,
        );
      }
    },
  };
}
