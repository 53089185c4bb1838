/**
 * One listener for everything: GraphQL over HTTP and SSE, sockets, REST, health. It leads each request to its face, answers
 * what a face could not, and drains when it is told to stop.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { App } from './app.ts';
import { drainOf, drainTimeoutMs } from './drain.ts';
import { anonymousPartition } from './infrastructure/database/fair-queue.ts';
import { isStopped } from './infrastructure/database/transact.ts';
import {
  retryAfterSeconds,
  unavailability,
  unavailableMessage,
} from './infrastructure/database/unavailable.ts';
import { logDefect } from './infrastructure/observability/outages.ts';
import { observedPorts, recordResponse } from './infrastructure/observability/request-record.ts';
import { accessTokenKeySet } from './platforms/access/access-token-keys.ts';
import { createAuthenticator } from './platforms/access/authenticator.ts';
import { unavailableCode } from './transports/graphql/format-error.ts';
import { createGraphqlTransport } from './transports/graphql/transport.ts';
import { isCrossSite } from './transports/http/cross-site.ts';
import { outOfTime } from './transports/http/http-errors.ts';
import { holdContinue } from './transports/http/lingering.ts';
import { closeWithConnection } from './transports/http/pipelined.ts';
import { serveWithoutUpgrade, wantsWebSocket } from './transports/http/plain-upgrade.ts';
import { hasOneHost, readTarget, setHeaders } from './transports/http/request-target.ts';
import { sendError, sendJson } from './transports/http/send.ts';
import { sourceAddressOf } from './transports/http/source-address.ts';
import { serveHostedVerification } from './transports/pages/hosted-verification.ts';
import { serveInvitationPage } from './transports/pages/invitation-page.ts';
import { serveMetrics, serveReadiness } from './transports/pages/operators.ts';
import { createRestTransport } from './transports/rest/transport.ts';
import { basePath } from './transports/rest/version.ts';

const headersTimeoutMs = 15_000;
/** Enough for a document over a phone's line of 2 Mbit/s. */
const bodyTimeoutMs = 60_000;
/** Longer than load balancers keep a silent connection (60 s), so that none sends on one that was just closed here. */
const keepAliveMs = 75_000;

const readOnlyPaths = new Set(['/.well-known/jwks.json', '/health/live', '/health/ready', '/metrics']);
const ownPaths = new Set([...readOnlyPaths, '/graphql']);

export interface RunningServer {
  readonly url: string;
  /** Readiness fails from here on, so that load balancers look elsewhere; everything else goes on. */
  failReadiness(): void;
  /**
   * No new work; what runs is finished; sockets and streams are closed.
   *
   * @param lingerMs how long connections that are kept alive may stay silent; not at all, when absent.
   */
  close(lingerMs?: number): Promise<void>;
}

/** Nobody reads from the connection any more: a client that stays, or breaks off, would never be noticed. */
function refuseUpgrade(connection: Duplex, status: string): void {
  connection.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`, () => connection.destroy());
}

/** Starts listening. */
export async function startServer(app: App): Promise<RunningServer> {
  const { config, ports, log, observability } = app;
  const report = logDefect(log, 'a request failed unexpectedly');
  const door = createAuthenticator(ports, config.rateLimits);
  const graphql = createGraphqlTransport(app, door, report);
  const rest = createRestTransport(app, door, report);
  /** Readiness fails. */
  let draining = false;
  /** What is live ends. */
  let finishing = false;
  observability.metrics.open.sockets = () => graphql.sockets.server.clients.size;
  observability.metrics.open.subscriptions = () => graphql.subscriptions;

  async function serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const [path = '/', search = ''] = (req.url ?? '/').split(/\?(.*)/s, 2);
    const isRest = path.startsWith(`${basePath}/`);
    const record = observability.begin(isRest ? 'rest' : path === '/graphql' ? 'graphql' : 'other', req);
    record.partition = anonymousPartition(sourceAddressOf(req, config.trustedProxies));
    recordResponse(res, record);
    const requestPorts = observedPorts(ports, record);
    if (isRest) {
      const request = { record, ports: requestPorts };
      return rest.serve(req, res, path.slice(basePath.length), search, request);
    }
    if (ownPaths.has(path)) {
      record.operation = path;
      record.path = path;
    }
    if (readOnlyPaths.has(path) && req.method !== 'GET' && req.method !== 'HEAD') {
      const body = { status: 405, code: 'METHOD_NOT_ALLOWED', message: 'This path takes GET.' };
      return sendJson(res, 405, body, { Allow: 'GET, HEAD' });
    }
    switch (path) {
      case '/graphql':
        return graphql.serve(req, res, record, requestPorts);
      case '/.well-known/jwks.json':
        return sendJson(res, 200, await accessTokenKeySet(requestPorts.db, ports.clock.real()), {
          'Cache-Control': 'public, max-age=300',
        });
      case '/health/live':
        return sendJson(res, 200, { status: 'live' });
      case '/health/ready':
        return serveReadiness(res, observability, draining);
      case '/metrics':
        return serveMetrics(req, res, observability, config.metricsToken);
      default:
        if (await serveHostedVerification(req, res, path, requestPorts)) return;
        if (
          await serveInvitationPage(req, res, path, requestPorts, sourceAddressOf(req, config.trustedProxies))
        ) {
          return;
        }
        return sendJson(res, 404, {
          status: 404,
          code: 'NOT_FOUND',
          message: 'There is nothing at this path.',
          details: {},
        });
    }
  }

  const server: Server = createServer();
  server.on('checkContinue', (req, res) => {
    holdContinue(req, res);
    server.emit('request', req, res);
  });
  server.on('request', (req: IncomingMessage, res: ServerResponse) => {
    closeWithConnection(req, res);
    setHeaders(res);
    readTarget(req);
    if (!hasOneHost(req)) {
      const headers = { Connection: 'close' };
      return sendError(res, 400, 'INVALID_INPUT', 'A request has one valid Host header.', { headers });
    }
    serve(req, res).catch((error: unknown) => {
      const away = unavailability(error);
      report(error);
      if (res.headersSent) res.destroy();
      else if (away) {
        sendError(res, 503, unavailableCode, unavailableMessage(away), {
          headers: { 'Retry-After': String(retryAfterSeconds) },
        });
      } else if (isStopped(error)) {
        sendError(res, 503, 'TIME_LIMIT_EXCEEDED', outOfTime(config.limits.time).message);
      } else sendError(res, 500, 'INTERNAL_ERROR', 'An unexpected error happened. It was logged.');
    });
  });
  server.requestTimeout = bodyTimeoutMs;
  server.headersTimeout = headersTimeoutMs;
  server.keepAliveTimeout = keepAliveMs;
  // Node would drop the headers above a number in silence, Host or Authorization among them. Their bytes are bounded.
  server.maxHeadersCount = 0;
  const drain = drainOf(server);

  server.on('upgrade', (req: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (!wantsWebSocket(req)) return serveWithoutUpgrade(server, req, socket, head);
    // From here on the connection is nobody's but ours: an error that nobody hears would end the process.
    socket.on('error', () => undefined);
    readTarget(req);
    const path = (req.url ?? '/').split('?', 1)[0];
    const refused = finishing
      ? '503 Service Unavailable'
      : !hasOneHost(req)
        ? '400 Bad Request'
        : path !== '/graphql'
          ? '404 Not Found'
          : isCrossSite(req.headers, ports.publicUrl)
            ? '403 Forbidden'
            : undefined;
    if (refused) return refuseUpgrade(socket, refused);
    if (!graphql.sockets.upgrade(req, socket, head)) refuseUpgrade(socket, '429 Too Many Requests');
  });

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(config.port, config.host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;

  return {
    url: `http://${host}:${port}`,
    failReadiness() {
      draining = true;
    },
    async close(lingerMs = 0) {
      draining = true;
      finishing = true;
      await Promise.all([graphql.finish(drainTimeoutMs), drain.finish(lingerMs)]);
      graphql.close();
    },
  };
}
