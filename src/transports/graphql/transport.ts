/**
 * GraphQL's face: who calls and what was sent are settled before anything is parsed, over HTTP and sockets alike. It
 * knows every stream and socket that is open, and ends them when the server goes down.
 */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { observedPorts, type RequestRecord } from '../../infrastructure/observability/request-record.ts';
import { DomainError, RateLimited } from '../../kernel/errors.ts';
import type { Authenticator } from '../../platforms/access/authenticator.ts';
import type { Principal } from '../../platforms/access/principal.ts';
import { callerOf } from '../../platforms/access/principal.ts';
import type { Ports } from '../../sandbox/ports.ts';
import { isCrossSite } from '../http/cross-site.ts';
import { sendError } from '../http/send.ts';
import { sourceAddressOf } from '../http/source-address.ts';
import type { Service } from '../service.ts';
import { createExecution } from './execution.ts';
import { authenticateHeader } from './format-error.ts';
import { isBrowsing, serveGraphiql } from './graphiql.ts';
import { createHttpHandler, type StreamEnd } from './http.ts';
import { takesLargeBody } from './large-body.ts';
import { liveCallers } from './live-callers.ts';
import { receiveRequest } from './request-body.ts';
import { createSockets } from './sockets.ts';

export interface GraphqlTransport {
  /** @param requestPorts whose statements are told to the record. */
  serve(req: IncomingMessage, res: ServerResponse, record: RequestRecord, requestPorts: Ports): Promise<void>;
  readonly sockets: ReturnType<typeof createSockets>;
  /** Subscriptions that are open, over sockets and as streams. */
  readonly subscriptions: number;
  /** Ends what is live, and everything that becomes live after it. Sockets have this long to be answered. */
  finish(patienceMs: number): Promise<void>;
  close(): void;
}

/** What a refusal before GraphQL says beside its status. */
function headersOf(refusal: DomainError): Record<string, string> {
  return refusal instanceof RateLimited
    ? { 'Retry-After': String(refusal.retryAfterSeconds) }
    : { 'WWW-Authenticate': authenticateHeader };
}

function refuse(res: ServerResponse, refusal: DomainError): void {
  const { httpStatus, code, message, reason } = refusal;
  sendError(res, httpStatus, code, message, { reason, headers: headersOf(refusal) });
}

/** Where an SSE client says it has come to. */
function lastEventIdOf({ headers }: IncomingMessage): string | undefined {
  const given = headers['last-event-id'];
  return typeof given === 'string' && given !== '' ? given : undefined;
}

const ignoreStatement = (): void => undefined;

export function createGraphqlTransport(
  { config, ports, tail, jobs, observability }: Service,
  door: Authenticator,
  report: (defect: unknown) => void,
): GraphqlTransport {
  const callers = liveCallers(tail, ports.clock);
  const streams = new Set<(why: StreamEnd) => void>();
  let finishing = false;
  const execution = createExecution({ limits: config.limits, openSchema: config.graphiql, report });
  const handle = createHttpHandler({ execution, openSchema: config.graphiql, report });
  const addressOf = (req: IncomingMessage) => sourceAddressOf(req, config.trustedProxies);

  const contextFor = (
    principal: Principal | undefined,
    req: IncomingMessage,
    record: RequestRecord,
    requestPorts: Ports,
    arrivedAt: number,
  ) => ({
    ports: requestPorts,
    record,
    tail,
    arrivedAt,
    jobs,
    report,
    principal,
    sourceAddress: addressOf(req),
    lastEventId: lastEventIdOf(req),
  });

  const sockets = createSockets({
    authenticate: (authorization, req) =>
      door.authenticate(authorization, addressOf(req), (partition) =>
        ports.db.observed(ignoreStatement, () => partition),
      ),
    readmit,
    position: () => tail.position,
    contextOf: (principal, req, record, arrivedAt) => ({
      ...contextFor(principal, req, record, observedPorts(ports, record), arrivedAt),
      loaders: new Map(),
    }),
    begin: (req) => observability.begin('socket', req),
    addressOf,
    callers,
    execution,
    limits: config.limits,
    report,
  });

  /** The caller of one more operation on its socket, as it is now, within the limit on requests. */
  async function readmit(known: Principal, record: RequestRecord): Promise<Principal | DomainError> {
    const { db } = observedPorts(ports, record);
    const principal = await door.renew(known, db);
    if (principal instanceof DomainError) return principal;
    const taken = await door.takeRequest(principal, db);
    return taken === true ? principal : taken;
  }

  /**
   * The stream that a request may open: told also of a credential that ended, and of a client that left, while the
   * answer was still being made. Nobody else ends a stream that no client began to read.
   *
   * @param res not closed yet.
   */
  function liveRequest(principal: Principal | undefined, res: ServerResponse) {
    let ended: StreamEnd | undefined;
    let stream: ((why: StreamEnd) => void) | undefined;
    const end = (why: StreamEnd) => {
      ended ??= why;
      stream?.(why);
    };
    const forget = principal && callers.add(principal, () => end('credential'));
    res.once('close', () => {
      forget?.();
      end('gone');
      if (stream) streams.delete(stream);
    });
    return {
      onStream: (endStream: (why: StreamEnd) => void) => {
        if (ended !== 'gone') {
          stream = endStream;
          streams.add(endStream);
        }
        if (ended) endStream(ended);
        else if (finishing) endStream('shutdown');
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
      if (config.graphiql && isBrowsing(req)) return serveGraphiql(res);
      const arrivedAt = tail.position;
      if (req.method !== 'OPTIONS' && isCrossSite(req.headers, ports.publicUrl)) {
        return sendError(res, 403, 'FORBIDDEN', 'Cross-site requests are refused.');
      }
      const { authorization } = req.headers;
      let principal: Principal | undefined;
      if (authorization) {
        const found = await door.authenticate(authorization, addressOf(req), (partition) => {
          record.partition = partition;
          return requestPorts.db;
        });
        if (found instanceof DomainError) return refuse(res, found);
        principal = found;
        record.calledBy(callerOf(principal));
      }
      // The caller left while it was looked up: its response will not close again, and nothing that it asked is begun.
      if (res.destroyed) return;
      // From here on it is told when the credential ends, also while what follows waits.
      const live = liveRequest(principal, res);
      const taken = principal ? await door.takeRequest(principal, requestPorts.db) : true;
      if (taken !== true) return refuse(res, taken);
      const since = ports.clock.real();
      const received = await receiveRequest(req, principal, takesLargeBody(execution.prepare));
      if (received === 'gone') return;
      if ('refused' in received) {
        const { status, code, message, headers, limit } = received.refused;
        return sendError(res, status, code, message, { headers, limit });
      }
      const caller = principal && (await door.admit(principal, since, requestPorts.db));
      if (caller instanceof DomainError) return refuse(res, caller);
      await handle(req, res, {
        req,
        res,
        context: contextFor(caller, req, record, requestPorts, arrivedAt),
        params: received.params,
        onStream: live.onStream,
      });
    },
    async finish(patienceMs) {
      finishing = true;
      for (const end of [...streams]) end('shutdown');
      await sockets.close(patienceMs);
    },
    close: () => callers.close(),
  };
}
