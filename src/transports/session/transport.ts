/**
 * Serves the endpoints of sign-in. Each request must come from a page of this service.
 *
 * Decision: an Authorization header has no meaning here. A program has no session.
 *
 * Source: docs/behaviour/members.md#sign-in, docs/behaviour/members.md#cookies.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestRecord } from '../../infrastructure/observability/request-record.ts';
import { DomainError, Forbidden, InvalidInput, Unauthorized } from '../../kernel/errors.ts';
import { parseInput } from '../../kernel/parse.ts';
import type { Authenticator } from '../../platforms/access/authenticator.ts';
import { callerOf, type MemberPrincipal } from '../../platforms/access/principal.ts';
import type { Ports } from '../../sandbox/ports.ts';
import { readRequestBody } from '../http/body.ts';
import {
  isRequestError,
  methodNotAllowed,
  pathNotFound,
  type RequestError,
  thrownRequestError,
} from '../http/http-errors.ts';
import type { OriginPolicy } from '../http/origins.ts';
import { cookieNotAllowed } from '../http/request-authentication.ts';
import { expiredCookies, mayHaveSessions, sessionTokenIn } from '../http/session-cookie.ts';
import { sourceAddressOf } from '../http/source-address.ts';
import { send, sendRestError } from '../rest/response.ts';
import type { Service } from '../service.ts';
import { type SessionEndpoint, type SessionResponse, sessionEndpoints } from './endpoints.ts';

/** Matches `/session` and the paths below it. The group is the rest, at most two segments. */
export const sessionPath = /^\/session((?:\/[\w%:.-]{1,120}){0,2})$/;

const noStore = { 'Cache-Control': 'no-store' };

interface MatchedEndpoints {
  readonly endpoints: readonly SessionEndpoint[];
  readonly parameter: string;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

function matchEndpoints(path: string): MatchedEndpoints {
  const exact = sessionEndpoints.filter((one) => one.path === path);
  if (exact.length > 0) return { endpoints: exact, parameter: '' };
  const slash = path.lastIndexOf('/');
  const pattern = `${path.slice(0, slash)}/{id}`;
  return {
    endpoints: sessionEndpoints.filter((one) => one.path === pattern),
    parameter: decoded(path.slice(slash + 1)),
  };
}

/** The origin of the page, if it is a page of this service that may have sessions. A same-origin GET has no Origin. */
function pageOrigin({ headers, method }: IncomingMessage, origins: OriginPolicy): string | Forbidden {
  if (!origins.isOwn(headers)) return new Forbidden(cookieNotAllowed, { reason: 'Cross-site request' });
  const { origin = '' } = headers;
  if (origin === '') return method === 'GET' || method === 'HEAD' ? origin : new Forbidden(cookieNotAllowed);
  if (mayHaveSessions(origin)) return origin;
  return new Forbidden('Sign-in needs https. Without it, sessions work only on this machine.', {
    reason: 'Insecure origin',
  });
}

export interface SessionTransport {
  serve(
    req: IncomingMessage,
    res: ServerResponse,
    path: string,
    request: { readonly record: RequestRecord; readonly ports: Ports },
  ): Promise<void>;
}

export function createSessionTransport(
  { config }: Pick<Service, 'config'>,
  authenticator: Authenticator,
  origins: OriginPolicy,
  report: (defect: unknown) => void,
): SessionTransport {
  /** The signed-in member. Counts the request against the rate limit of its session. */
  async function callerIn(
    req: IncomingMessage,
    { record, ports }: { readonly record: RequestRecord; readonly ports: Ports },
  ): Promise<MemberPrincipal | DomainError> {
    const token = sessionTokenIn(req.headers);
    if (token === undefined) return new Unauthorized('Not signed in');
    const address = sourceAddressOf(req, config.trustedProxies);
    const found = await authenticator.authenticateSession(token, address, (partition) => {
      record.partition = partition;
      return ports.db;
    });
    if (found instanceof DomainError) return found;
    if (found.kind !== 'member') return new Unauthorized('Not signed in');
    record.setCaller(callerOf(found));
    const allowed = await authenticator.takeRequest(found, ports.db);
    return allowed === true ? found : allowed;
  }

  async function respond(
    req: IncomingMessage,
    endpoint: SessionEndpoint,
    parameter: string,
    origin: string,
    request: { readonly record: RequestRecord; readonly ports: Ports },
  ): Promise<SessionResponse | RequestError | undefined> {
    const { ports } = request;
    const caller = endpoint.signedIn ? await callerIn(req, request) : undefined;
    if (caller instanceof DomainError) {
      // A sign-out without a session has reached its goal.
      const isOut = endpoint.method === 'DELETE' && endpoint.path === '/session';
      return isOut && caller instanceof Unauthorized ? { status: 204, cookies: expiredCookies } : caller;
    }
    const raw = await readRequestBody(req, endpoint);
    if (raw === undefined || isRequestError(raw)) return raw;
    const input = endpoint.body && parseInput(endpoint.body, raw.value);
    if (input instanceof InvalidInput) return input;
    const browser = {
      sourceAddress: sourceAddressOf(req, config.trustedProxies),
      userAgent: req.headers['user-agent'],
      origin,
      sessionToken: sessionTokenIn(req.headers),
    };
    return endpoint.run({ ports, browser, caller, parameter } as never, input as never);
  }

  return {
    async serve(req, res, path, request) {
      const { endpoints, parameter } = matchEndpoints(path);
      const method = req.method === 'HEAD' ? 'GET' : req.method;
      const endpoint = endpoints.find((one) => one.method === method);
      request.record.operation = endpoint ? `${endpoint.method} ${endpoint.path}` : 'unknown path';
      try {
        if (endpoints.length === 0) return sendRestError(res, pathNotFound(), undefined, undefined, noStore);
        if (!endpoint) {
          const methods = endpoints.map((one) => one.method);
          const headers = { ...noStore, Allow: methods.join(', ') };
          return sendRestError(res, methodNotAllowed(methods), undefined, undefined, headers);
        }
        if (endpoint.method !== 'GET') request.record.writeOperation = request.record.operation;
        const origin = pageOrigin(req, origins);
        const response =
          typeof origin === 'string' ? await respond(req, endpoint, parameter, origin, request) : origin;
        if (response === undefined) return;
        // No challenge: a browser would open its own password window.
        if (isRequestError(response)) return sendRestError(res, response, undefined, undefined, noStore);
        if (response.cookies) res.setHeader('Set-Cookie', [...response.cookies]);
        send(res, response.status, response.body, noStore);
      } catch (error) {
        if (res.headersSent) throw error;
        const failed = thrownRequestError(error, config.limits.time, report);
        sendRestError(res, failed, undefined, undefined, noStore);
      }
    },
  };
}
