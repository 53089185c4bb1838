/**
 * Serves the REST routes. The checks run in this order: caller, method, permission, path parameters, headers, body.
 *
 * Source: docs/behaviour/conventions.md#transport, docs/behaviour/conventions.md#rate-limits, docs/behaviour/platforms.md#permissions.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { agentPreviewView } from '../../agents/previews/agent-preview-view.ts';
import { DatabaseUnavailable, unavailability } from '../../infrastructure/database/unavailable.ts';
import { firstBody } from '../../infrastructure/idempotency/key-store.ts';
import { OnceResult } from '../../infrastructure/idempotency/once.ts';
import type { RequestRecord } from '../../infrastructure/observability/request-record.ts';
import { Forbidden, Unauthorized } from '../../kernel/errors.ts';
import { exceedsJsonSize } from '../../kernel/json-size.ts';
import { invalidInput } from '../../kernel/parse.ts';
import { PaymentPreview } from '../../payments/previews/payment-preview.ts';
import type { Authenticator } from '../../platforms/access/authenticator.ts';
import { callerOf, type Principal, requirePermission } from '../../platforms/access/principal.ts';
import type { Ports } from '../../sandbox/ports.ts';
import { challengeView } from '../../wallets/credential-view.ts';
import { SignedRequestChallenge } from '../../wallets/signed-requests/challenge.ts';
import { readRequestBody } from '../http/body.ts';
import { applyFault } from '../http/faults.ts';
import {
  type HttpError,
  isRequestError,
  methodNotAllowed,
  pathNotFound,
  type RequestError,
  responseTooLarge,
  thrownRequestError,
} from '../http/http-errors.ts';
import { type OriginPolicy, originNotAllowed } from '../http/origins.ts';
import { createRequestAuthentication } from '../http/request-authentication.ts';
import { sourceAddressOf } from '../http/source-address.ts';
import { BodyEnded, streamRequestBody } from '../http/streamed-body.ts';
import { defaultLimits } from '../limits.ts';
import type { Service } from '../service.ts';
import { createDescriptionEndpoints } from './description.ts';
import { matcher } from './match.ts';
import { queryOf } from './query.ts';
import { idempotencyKeyOf, pathParameters, signatureHeadersOf } from './request-parts.ts';
import { FileDownload, send, sendFile, sendRestError, sendStream, sendText, TextStream } from './response.ts';
import type { Call, CallerKind, Route } from './route.ts';
import { routes } from './routes/index.ts';

/** Checks the route's required permission. */
const checkPermission = (caller: Principal | undefined, { permission }: Route): true | Forbidden =>
  caller && permission ? requirePermission(caller, permission) : true;

/** The response body. A write whose body cannot be read because the database is unavailable was still committed. */
export async function responseTextOf(
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
    return route.idempotent === 'first-response' && storedKey
      ? await firstBody(call.ports.db.orm, storedKey, text)
      : text;
  } catch (error) {
    throw route.method !== 'GET' && unavailability(error) ? new DatabaseUnavailable(error, true) : error;
  }
}

/** The record of one request, and ports whose database statements are attributed to it. */
interface RestRequest {
  readonly record: RequestRecord;
  readonly ports: Ports;
}

export interface RestTransport {
  /** @param path the request's path below the base path. */
  serve(
    req: IncomingMessage,
    res: ServerResponse,
    path: string,
    search: string,
    request: RestRequest,
  ): Promise<void>;
}

export function createRestTransport(
  { jobs, config, requestFaults }: Pick<Service, 'jobs' | 'config' | 'requestFaults'>,
  authenticator: Authenticator,
  origins: OriginPolicy,
  report: (defect: unknown) => void,
): RestTransport {
  const match = matcher(routes);
  const authenticate = createRequestAuthentication(authenticator, origins, config.trustedProxies);
  const serveDescription = createDescriptionEndpoints();

  /** The caller of the request, which counts against its rate limit. */
  async function admittedCaller(
    req: IncomingMessage,
    { ports, record }: RestRequest,
  ): Promise<Principal | RequestError> {
    const principal = await authenticate(req, (partition) => {
      record.partition = partition;
      return ports.db;
    });
    if (principal === undefined) return new Unauthorized('Missing credentials');
    if (isRequestError(principal)) return principal;
    record.setCaller(callerOf(principal));
    // Counted first: every request with a valid credential costs a look-up and an entry of the request log.
    const allowed = await authenticator.takeRequest(principal, ports.db);
    return allowed === true ? principal : allowed;
  }

  async function principalOf(
    req: IncomingMessage,
    caller: CallerKind,
    request: RestRequest,
  ): Promise<Principal | undefined | RequestError> {
    if (caller === 'anonymous') return undefined;
    const principal = await admittedCaller(req, request);
    if (isRequestError(principal)) return principal;
    // Another kind of credential is an authentication error, not a permission error. Permissions decide what an access
    // token may do at the endpoints of the platform that created it.
    const kind = principal.kind === 'agent' ? 'agent' : 'platform';
    return kind === caller ? principal : new Unauthorized('Invalid credentials');
  }

  /** Validates the request and runs the operation. Returns `undefined` when the client has disconnected. */
  async function run(
    req: IncomingMessage,
    route: Route,
    caller: Principal | undefined,
    texts: Readonly<Record<string, string>>,
    search: string,
    { ports, record }: RestRequest,
  ): Promise<{ readonly outcome: OnceResult<unknown>; readonly call: Call } | RequestError | undefined> {
    const isPermitted = checkPermission(caller, route);
    if (isPermitted !== true) return isPermitted;
    const params = pathParameters(route, texts);
    if (isRequestError(params)) return params;
    const idempotencyKey = idempotencyKeyOf(req, route);
    if (isRequestError(idempotencyKey)) return idempotencyKey;

    const since = ports.clock.real();
    /** The caller after the body has arrived. Its permissions may have changed in the meantime. */
    const admitted = async (): Promise<Principal | undefined | RequestError> => {
      const principal = caller && (await authenticator.admit(caller, since, ports.db));
      if (isRequestError(principal)) return principal;
      const isStillPermitted = checkPermission(principal, route);
      return isStillPermitted === true ? principal : isStillPermitted;
    };
    const query = route.query?.safeParse(queryOf(search));
    // Before the body: nothing reads a body whose operation does not start.
    if (route.streamedUpload && query?.error) return invalidInput(query.error);
    const streamed =
      route.streamedUpload &&
      (await streamRequestBody(req, route.streamedUpload, async () => {
        const principal = await admitted();
        if (isRequestError(principal)) throw new BodyEnded(principal);
      }));
    if (isRequestError(streamed)) return streamed;
    const raw = streamed ? { value: {}, file: undefined } : await readRequestBody(req, route);
    if (raw === undefined || isRequestError(raw)) return raw;
    record.requestBody = raw.value;
    const principal = streamed ? caller : await admitted();
    if (isRequestError(principal)) return principal;
    const body = route.body?.safeParse(raw.value);
    if (query?.error) return invalidInput(query.error);
    if (body?.error) return invalidInput(body.error);

    const call = {
      ports,
      jobs,
      principal,
      ...signatureHeadersOf(req),
      idempotencyKey,
      sourceAddress: sourceAddressOf(req, config.trustedProxies),
    } as Call;
    const input = { params, query: query?.data, body: body?.data, file: raw.file, streamed };
    const returned = await route.run(call, input);
    return { outcome: returned instanceof OnceResult ? returned : new OnceResult(returned), call };
  }

  async function respond(
    req: IncomingMessage,
    res: ServerResponse,
    route: Route,
    principal: Principal | undefined,
    texts: Readonly<Record<string, string>>,
    search: string,
    request: RestRequest,
  ): Promise<void> {
    const completed = await run(req, route, principal, texts, search, request).catch((error: unknown) => {
      if (error instanceof BodyEnded) return error.error;
      throw error;
    });
    if (completed === undefined) return;
    if (isRequestError(completed)) return sendRestError(res, completed, route, route.caller);
    const { outcome, call } = completed;
    const { result, replayed } = outcome;
    if (isRequestError(result)) return sendRestError(res, result, route, route.caller);
    if (result instanceof TextStream) return sendStream(res, route.stream ?? 'text/plain', result);
    if (result instanceof FileDownload) return sendFile(res, result);
    if (result instanceof SignedRequestChallenge) return send(res, 202, challengeView(result));
    if (result instanceof PaymentPreview) return send(res, 200, agentPreviewView(result));
    const text = await responseTextOf(route, outcome, call, config.limits.response);
    if (isRequestError(text)) return sendRestError(res, text, route, route.caller);
    request.record.responseText = text;
    sendText(res, route.status, text, replayed ? { 'Idempotent-Replayed': 'true' } : {});
  }

  return {
    async serve(req, res, path, search, request) {
      let route: Route | undefined;
      try {
        const served = serveDescription(req, res, path, () => admittedCaller(req, request));
        if (served) return await served;
        const matched = match(path);
        if (!matched) return sendRestError(res, pathNotFound());
        if (origins.rejects(req.headers)) return sendRestError(res, new Forbidden(originNotAllowed));
        const principal = await principalOf(req, matched.caller, request);
        if (isRequestError(principal)) return sendRestError(res, principal, undefined, matched.caller);
        route = matched.route(req.method === 'HEAD' ? 'GET' : (req.method ?? ''));
        if (!route) {
          const error = methodNotAllowed(matched.methods);
          return sendRestError(res, error, undefined, undefined, { Allow: matched.methods.join(', ') });
        }
        request.record.operation = `${route.method} ${route.path}`;
        if (route.method !== 'GET' || route.isDisclosure)
          request.record.writeOperation = route.graphql ?? route.name;
        const { db, clock } = request.ports;
        const since = clock.real();
        const fault = await requestFaults(db, principal, [route.name]);
        if (fault) await applyFault(res, fault);
        // The credential may have ended during the delay.
        const admitted = principal && (await authenticator.admit(principal, since, db));
        if (isRequestError(admitted)) return sendRestError(res, admitted, route, route.caller);
        if (isRequestError(fault?.error)) return sendRestError(res, fault.error, route, route.caller);
        if (fault?.error) throw fault.error;
        await respond(req, res, route, admitted, matched.params(route), search, request);
      } catch (error) {
        if (res.headersSent) throw error;
        sendRestError(res, thrownRequestError(error, config.limits.time, report), route);
      }
    },
  };
}
