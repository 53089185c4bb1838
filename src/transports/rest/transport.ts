/**
 * Serves the table of endpoints: who calls is settled before the method, the method before what may be asked, and
 * that before the body is read.
 *
 * Source: gaps 1.1, 1.8, 1.11, 1.12, 4.1.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isBadData, isStatementTimeout } from '../../infrastructure/database/transact.ts';
import { DatabaseUnavailable, unavailability } from '../../infrastructure/database/unavailable.ts';
import { firstBody, IdempotencyKey, OnceResult } from '../../infrastructure/idempotency/once.ts';
import type { RequestRecord } from '../../infrastructure/observability/request-record.ts';
import { Forbidden, InvalidInput, Unauthorized } from '../../kernel/errors.ts';
import { exceedsJsonSize } from '../../kernel/json-size.ts';
import { invalidInput } from '../../kernel/parse.ts';
import type { Authenticator } from '../../platforms/access/authenticator.ts';
import { callerOf, type Principal, requirePermission } from '../../platforms/access/principal.ts';
import type { Ports } from '../../sandbox/ports.ts';
import { challengeView } from '../../wallets/credential-view.ts';
import { SignedRequestChallenge } from '../../wallets/signed-requests/challenge.ts';
import { readRequestBody } from '../http/body.ts';
import { isCrossSite } from '../http/cross-site.ts';
import {
  HttpError,
  isRequestError,
  methodNotAllowed,
  nothingHere,
  outOfTime,
  type RequestError,
  responseTooLarge,
  serviceUnavailable,
} from '../http/http-errors.ts';
import { sourceAddressOf } from '../http/source-address.ts';
import { defaultLimits } from '../limits.ts';
import type { Service } from '../service.ts';
import { createDescription } from './description.ts';
import { matcher } from './match.ts';
import { queryOf } from './query.ts';
import { send, sendError, sendText } from './response.ts';
import type { Call, Caller, Route } from './route.ts';
import { routes } from './routes/index.ts';

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

/** Whether the caller may ask the endpoint at all. */
const mayCall = (caller: Principal | undefined, { permission: demand }: Route): true | Forbidden =>
  caller && demand ? requirePermission(caller, demand) : true;

function pathParameters(
  route: Route,
  texts: Readonly<Record<string, string>>,
): Record<string, unknown> | RequestError {
  const params: Record<string, unknown> = {};
  for (const [name, parameter] of Object.entries(route.params ?? {})) {
    const value = parameter.parse(texts[name] ?? '');
    if (isRequestError(value)) return value;
    params[name] = value;
  }
  return params;
}

/** The response body. A write whose body cannot be read because the database is unavailable was still committed. */
export async function bodyOf(
  route: Pick<Route, 'method' | 'status' | 'view' | 'idempotent'>,
  { result, storedKey }: OnceResult<unknown>,
  call: Call,
  maxBytes = defaultLimits.response,
): Promise<string | undefined | HttpError> {
  if (route.status === 204) return undefined;
  try {
    const body = await route.view?.(result, call);
    if (body === undefined) return undefined;
    if (route.method === 'GET' && exceedsJsonSize(body, maxBytes)) return responseTooLarge(maxBytes);
    const text = JSON.stringify(body);
    return route.idempotent === 'first-answer' && storedKey
      ? await firstBody(call.ports.db.orm, storedKey, text)
      : text;
  } catch (error) {
    throw route.method !== 'GET' && unavailability(error) ? new DatabaseUnavailable(error, true) : error;
  }
}

/** What belongs to one request alone: its record, and the ports whose statements are told to it. */
export interface RestRequest {
  readonly record: RequestRecord;
  readonly ports: Ports;
}

export interface RestTransport {
  /** @param path of the request, below the version's segment. */
  serve(
    req: IncomingMessage,
    res: ServerResponse,
    path: string,
    search: string,
    request: RestRequest,
  ): Promise<void>;
}

export function createRestTransport(
  { jobs, config, ports: { publicUrl } }: Pick<Service, 'jobs' | 'config' | 'ports'>,
  door: Authenticator,
  report: (defect: unknown) => void,
): RestTransport {
  const match = matcher(routes);
  const describes = createDescription();
  async function principalOf(
    req: IncomingMessage,
    caller: Caller,
    { ports, record }: RestRequest,
  ): Promise<Principal | undefined | RequestError> {
    if (caller === 'anonymous') return undefined;
    const { authorization } = req.headers;
    if (!authorization) return new Unauthorized('Missing credentials');
    const principal = await door.authenticate(
      authorization,
      sourceAddressOf(req, config.trustedProxies),
      (partition) => {
        record.partition = partition;
        return ports.db;
      },
    );
    if (isRequestError(principal)) return principal;
    record.calledBy(callerOf(principal));
    // A wrong scheme is no wrong permission.
    if (principal.kind !== caller) return new Unauthorized('Invalid credentials');
    const taken = await door.takeRequest(principal, ports.db);
    return taken === true ? principal : taken;
  }

  /** Everything between the caller and the answer. `undefined` when the caller has gone. */
  async function perform(
    req: IncomingMessage,
    route: Route,
    caller: Principal | undefined,
    texts: Readonly<Record<string, string>>,
    search: string,
    { ports }: RestRequest,
  ): Promise<{ readonly outcome: OnceResult<unknown>; readonly call: Call } | RequestError | undefined> {
    const early = mayCall(caller, route);
    if (early !== true) return early;
    const params = pathParameters(route, texts);
    if (isRequestError(params)) return params;
    const idempotencyKey = idempotencyKeyOf(req, route);
    if (isRequestError(idempotencyKey)) return idempotencyKey;

    const since = ports.clock.real();
    const raw = await readRequestBody(req, route);
    if (raw === undefined || isRequestError(raw)) return raw;
    const principal = caller && (await door.admit(caller, since, ports.db));
    if (isRequestError(principal)) return principal;
    const allowed = mayCall(principal, route);
    if (allowed !== true) return allowed;
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
      sourceAddress: sourceAddressOf(req, config.trustedProxies),
    } as Call;
    const input = { params, query: query?.data, body: body?.data, file: raw.file };
    const returned = await route.run(call, input);
    return { outcome: returned instanceof OnceResult ? returned : new OnceResult(returned), call };
  }

  async function answer(
    req: IncomingMessage,
    res: ServerResponse,
    route: Route,
    principal: Principal | undefined,
    texts: Readonly<Record<string, string>>,
    search: string,
    request: RestRequest,
  ): Promise<void> {
    const performed = await perform(req, route, principal, texts, search, request);
    if (performed === undefined) return;
    if (isRequestError(performed)) return sendError(res, performed, route, route.caller);
    const { outcome, call } = performed;
    const { result, replayed } = outcome;
    if (isRequestError(result)) return sendError(res, result, route, route.caller);
    if (result instanceof SignedRequestChallenge) return send(res, 202, challengeView(result));
    const text = await bodyOf(route, outcome, call, config.limits.response);
    if (isRequestError(text)) return sendError(res, text, route, route.caller);
    sendText(res, route.status, text, replayed ? { 'Idempotent-Replayed': 'true' } : {});
  }

  return {
    async serve(req, res, path, search, request) {
      let route: Route | undefined;
      try {
        if (describes(req, res, path)) return;
        const at = match(path);
        if (!at) return sendError(res, nothingHere());
        // A browser sends the credentials of Basic along by itself, also for a page of somebody else.
        if (isCrossSite(req.headers, publicUrl)) {
          return sendError(res, new Forbidden('Cross-site requests are refused.'));
        }
        const principal = await principalOf(req, at.caller, request);
        if (isRequestError(principal)) return sendError(res, principal, undefined, at.caller);
        route = at.route(req.method === 'HEAD' ? 'GET' : (req.method ?? ''));
        if (!route) {
          const refused = methodNotAllowed(at.methods);
          return sendError(res, refused, undefined, undefined, { Allow: at.methods.join(', ') });
        }
        request.record.operation = `${route.method} ${route.path}`;
        await answer(req, res, route, principal, at.params(route), search, request);
      } catch (error) {
        if (res.headersSent) throw error;
        if (isBadData(error)) {
          return sendError(
            res,
            new InvalidInput([], { message: 'The input holds a value that cannot be stored.' }),
          );
        }
        const away = unavailability(error);
        if (away) return sendError(res, serviceUnavailable(away), route);
        if (isStatementTimeout(error)) return sendError(res, outOfTime(config.limits.time), route);
        report(error);
        sendError(
          res,
          new HttpError(500, 'INTERNAL_ERROR', 'An unexpected error happened. It was logged.'),
          route,
        );
      }
    },
  };
}
