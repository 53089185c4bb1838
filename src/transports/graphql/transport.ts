/**
 * The GraphQL transport: HTTP, SSE and WebSocket. It authenticates the caller and reads the body before it parses a
 * document. It tracks all open streams and sockets, and ends them when the server stops.
 */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from '../../../schema/core/context.ts';
import { observedPorts, type RequestRecord } from '../../infrastructure/observability/request-record.ts';
import { DomainError, RateLimited } from '../../kernel/errors.ts';
import type { Authenticator } from '../../platforms/access/authenticator.ts';
import type { Principal } from '../../platforms/access/principal.ts';
import { callerOf } from '../../platforms/access/principal.ts';
import type { Ports } from '../../sandbox/ports.ts';
import { challengeFor } from '../http/challenge.ts';
import { type OriginPolicy, originNotAllowed } from '../http/origins.ts';
import { createRequestAuthentication } from '../http/request-authentication.ts';
import { sendError } from '../http/send.ts';
import { sourceAddressOf } from '../http/source-address.ts';
import type { Service } from '../service.ts';
import { createCredentialWatch } from './credential-watch.ts';
import { createExecution } from './execution.ts';
import { isBrowsing, serveGraphiql } from './graphiql.ts';
import { createHttpHandler, type StreamEnd } from './http.ts';
import { takesLargeBody } from './large-body.ts';
import { withOperationFaults } from './operation-faults.ts';
import { receiveRequest } from './request-body.ts';
import { createSockets } from './sockets.ts';

export interface GraphqlTransport {
  /** @param requestPorts ports whose database statements are attributed to `record`. */
  serve(req: IncomingMessage, res: ServerResponse, record: RequestRecord, requestPorts: Ports): Promise<void>;
  readonly sockets: ReturnType<typeof createSockets>;
  /** The number of open subscriptions, on sockets and as streams. */
  readonly subscriptions: number;
  /**
   * Ends all streams and sockets, and every stream that starts later.
   *
   * @param timeoutMs how long running queries and mutations on sockets may take.
   */
  drain(timeoutMs: number): Promise<void>;
  close(): void;
}

/** Rejects a request whose caller is not authenticated or over its rate limit. */
function rejectCaller(res: ServerResponse, error: DomainError): void {
  const { httpStatus, code, message, reason } = error;
  const headers: Record<string, string> =
    error instanceof RateLimited
      ? { 'Retry-After': String(error.retryAfterSeconds) }
      : httpStatus === 401
        ? { 'WWW-Authenticate': challengeFor(res.req.headers, error) }
        : {};
  sendError(res, httpStatus, code, message, { reason, headers });
}

/** The cursor after which an SSE client resumes. */
function lastEventIdOf({ headers }: IncomingMessage): string | undefined {
  const value = headers['last-event-id'];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

const ignoreStatement = (): void => undefined;

export function createGraphqlTransport(
  { config, ports, tail, jobs, observability, requestFaults, updateFaults }: Service,
  authenticator: Authenticator,
  origins: OriginPolicy,
  report: (defect: unknown) => void,
): GraphqlTransport {
  const credentials = createCredentialWatch(tail, ports.clock);
  const streams = new Set<(reason: StreamEnd) => void>();
  let isDraining = false;
  const execution = withOperationFaults(
    createExecution({ limits: config.limits, openSchema: config.graphiql, report }),
    { requestFaults, updateFaults },
    authenticator.admit,
    report,
  );
  const handle = createHttpHandler({ execution, openSchema: config.graphiql, report });
  const authenticate = createRequestAuthentication(authenticator, origins, config.trustedProxies);
  const addressOf = (req: IncomingMessage) => sourceAddressOf(req, config.trustedProxies);

  const contextFor = (
    principal: Principal | undefined,
    req: IncomingMessage,
    record: RequestRecord,
    requestPorts: Ports,
    startPosition: number,
    connection: Context['connection'],
  ) => ({
    ...(connection && { connection }),
    ports: requestPorts,
    record,
    tail,
    startPosition,
    jobs,
    report,
    principal,
    sourceAddress: addressOf(req),
    lastEventId: lastEventIdOf(req),
  });

  const sockets = createSockets({
    authenticate: (req, authorization) =>
      authenticate(req, (partition) => ports.db.observed(ignoreStatement, () => partition), authorization),
    readmit,
    position: () => tail.position,
    contextOf: (principal, req, record, startPosition, socket) => ({
      ...contextFor(principal, req, record, observedPorts(ports, record), startPosition, {
        setHeader: () => undefined,
        destroy: () => socket.terminate(),
      }),
      loaders: new Map(),
    }),
    startRecord: (req) => {
      const record = observability.startRequest('socket', req);
      record.address = addressOf(req);
      return record;
    },
    addressOf,
    credentials,
    execution,
    limits: config.limits,
    report,
  });

  /** Reads a socket's principal again for one more operation, and counts one request against its rate limit. */
  async function readmit(authenticated: Principal, record: RequestRecord): Promise<Principal | DomainError> {
    const { db } = observedPorts(ports, record);
    const principal = await authenticator.renew(authenticated, db);
    if (principal instanceof DomainError) return principal;
    const allowed = await authenticator.takeRequest(principal, db);
    return allowed === true ? principal : allowed;
  }

  /**
   * Ends the stream that a request may open, also when the credential ends or the client disconnects before the stream
   * starts. Yoga does not end a stream that no client has started to read.
   *
   * @param res not closed yet.
   */
  function watchRequest(principal: Principal | undefined, res: ServerResponse) {
    let ended: StreamEnd | undefined;
    let stream: ((reason: StreamEnd) => void) | undefined;
    const end = (reason: StreamEnd) => {
      ended ??= reason;
      stream?.(reason);
    };
    const stopWatching = principal && credentials.add(principal, end);
    res.once('close', () => {
      stopWatching?.();
      end('disconnected');
      if (stream) streams.delete(stream);
    });
    return {
      onStream: (endStream: (reason: StreamEnd) => void) => {
        if (ended !== 'disconnected') {
          stream = endStream;
          streams.add(endStream);
        }
        if (ended) endStream(ended);
        else if (isDraining) endStream('shutdown');
        return () => void streams.delete(endStream);
      },
    };
  }

  return {
    sockets,
    get subscriptions() {
      return sockets.subscriptions + streams.size;
    },
    async serve(req, res, record, requestPorts) {
      if (config.graphiql && isBrowsing(req)) return serveGraphiql(req, res);
      const startPosition = tail.position;
      if (origins.rejects(req.headers)) return sendError(res, 403, 'FORBIDDEN', originNotAllowed);
      const principal = await authenticate(req, (partition) => {
        record.partition = partition;
        return requestPorts.db;
      });
      if (principal instanceof DomainError) return rejectCaller(res, principal);
      if (principal) record.setCaller(callerOf(principal));
      // The client disconnected during authentication. The response emits no second `close`, so stop here.
      if (res.destroyed) return;
      // Watch the credential from here on, because it may also end during the steps below.
      const watched = watchRequest(principal, res);
      const allowed = principal ? await authenticator.takeRequest(principal, requestPorts.db) : true;
      if (allowed !== true) return rejectCaller(res, allowed);
      const since = ports.clock.real();
      const received = await receiveRequest(req, principal, takesLargeBody(execution.prepare));
      if (received === 'disconnected') return;
      if ('rejected' in received) {
        const { status, code, message, headers, limit } = received.rejected;
        return sendError(res, status, code, message, { headers, limit });
      }
      const caller = principal && (await authenticator.admit(principal, since, requestPorts.db));
      if (caller instanceof DomainError) return rejectCaller(res, caller);
      await handle(req, res, {
        req,
        res,
        context: contextFor(caller, req, record, requestPorts, startPosition, {
          setHeader: (name, value) => void res.setHeader(name, value),
          destroy: () => void res.destroy(),
        }),
        params: received.params,
        onStream: watched.onStream,
      });
    },
    async drain(timeoutMs) {
      isDraining = true;
      for (const end of [...streams]) end('shutdown');
      await sockets.close(timeoutMs);
    },
    close: () => credentials.close(),
  };
}
