/** The HTTP server: routes each request to its transport, accepts WebSockets, and drains when the process stops. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { apiWords } from './api-words.ts';
import type { App } from './app.ts';
import { recordProviderResultOperation } from './customers/verification-providers/record-provider-result.ts';
import { createConnectionDrain, drainTimeoutMs } from './drain.ts';
import { anonymousPartition } from './infrastructure/database/fair-queue.ts';
import { logDefect } from './infrastructure/observability/outages.ts';
import { observedPorts, recordResponse } from './infrastructure/observability/request-record.ts';
import { createAuthenticator } from './platforms/access/authenticator.ts';
import {
  type ConsoleTransport,
  consoleFilePath,
  consolePagePath,
  createConsoleTransport,
} from './transports/console/console.ts';
import { createGraphqlTransport, type GraphqlTransport } from './transports/graphql/transport.ts';
import { setCorsHeaders } from './transports/http/cors.ts';
import { errorBody, methodNotAllowed, pathNotFound } from './transports/http/http-errors.ts';
import { createListener } from './transports/http/listener.ts';
import { createOriginPolicy, type OriginPolicy } from './transports/http/origins.ts';
import { rejectUpgrade, serveWithoutUpgrade, wantsWebSocket } from './transports/http/protocol-upgrade.ts';
import { hasOneHost, normalizeTarget } from './transports/http/request-target.ts';
import { sendJson } from './transports/http/send.ts';
import { sourceAddressOf } from './transports/http/source-address.ts';
import { createMcpTransport, type McpTransport, mcpPath } from './transports/mcp/transport.ts';
import { hostedVerificationPath, serveHostedVerification } from './transports/pages/hosted-verification.ts';
import { invitationPath, serveInvitationPage } from './transports/pages/invitation-page.ts';
import { serveKeySet } from './transports/pages/key-set.ts';
import { serveMetrics, serveReadiness } from './transports/pages/operators.ts';
import { serveVerificationResults } from './transports/providers/verification-results.ts';
import { createRestTransport, type RestTransport } from './transports/rest/transport.ts';
import { basePath } from './transports/rest/version.ts';
import { below, exactly, like, matchRoute, type PathRoute } from './transports/routes.ts';
import { sendUnexpectedError } from './transports/send-unexpected-error.ts';
import {
  createSessionTransport,
  type SessionTransport,
  sessionPath,
} from './transports/session/transport.ts';

export interface RunningServer {
  readonly url: string;
  /** Makes readiness fail, so that load balancers send no more requests. Requests that arrive are still served. */
  failReadiness(): void;
  /**
   * Accepts no new connections, finishes running requests, and closes sockets and streams.
   *
   * @param idleGraceMs how long idle keep-alive connections stay open; 0 when absent.
   */
  close(idleGraceMs?: number): Promise<void>;
}

type Phase = 'serving' | 'failing-readiness' | 'closing';

interface Transports {
  readonly graphql: GraphqlTransport;
  readonly rest: RestTransport;
  readonly session: SessionTransport;
  readonly mcp: McpTransport;
  readonly webConsole: ConsoleTransport;
}

/** Every path that the server has, in the order in which they are matched. */
function routesOf(
  app: App,
  { graphql, rest, session, mcp, webConsole }: Transports,
  phase: () => Phase,
): readonly PathRoute[] {
  const { config, observability, log } = app;
  const timeoutSeconds = config.limits.time;
  const report = logDefect(log, 'a request failed unexpectedly');
  return [
    {
      ...below(basePath),
      transport: 'rest',
      serve: ({ req, res, search, record, ports }, path) =>
        rest.serve(req, res, path, search, { record, ports }),
    },
    {
      ...exactly('/graphql'),
      transport: 'graphql',
      serve: ({ req, res, record, ports }) => graphql.serve(req, res, record, ports),
    },
    {
      ...exactly(mcpPath),
      transport: 'mcp',
      serve: ({ req, res, record, ports }) => mcp.serve(req, res, { record, ports }),
    },
    {
      ...like(sessionPath),
      serve: ({ req, res, record, ports }, path) =>
        session.serve(req, res, `/session${path}`, { record, ports }),
    },
    {
      ...exactly('/.well-known/jwks.json'),
      isReadOnly: true,
      serve: ({ res, ports }) => serveKeySet(res, ports),
    },
    {
      ...exactly('/health/live'),
      isReadOnly: true,
      serve: ({ res }) => sendJson(res, 200, { status: 'live' }),
    },
    {
      ...exactly('/health/ready'),
      isReadOnly: true,
      serve: ({ res }) => serveReadiness(res, observability, phase() !== 'serving'),
    },
    {
      ...exactly('/metrics'),
      isReadOnly: true,
      serve: ({ req, res }) => serveMetrics(req, res, observability, config.metricsToken),
    },
    {
      ...like(hostedVerificationPath),
      writeOperation: 'hostedVerification',
      serve: ({ req, res, ports }, linkId) => serveHostedVerification(req, res, linkId, ports),
    },
    {
      ...exactly('/providers/verifications'),
      writeOperation: recordProviderResultOperation,
      serve: ({ req, res, ports }) => serveVerificationResults(req, res, ports, { timeoutSeconds, report }),
    },
    {
      ...like(invitationPath),
      serve: ({ req, res, ports }, code) =>
        serveInvitationPage(req, res, code, ports, sourceAddressOf(req, config.trustedProxies)),
    },
    {
      ...like(consolePagePath),
      isReadOnly: true,
      serve: ({ req, res }) => webConsole.servePage(req, res),
    },
    {
      ...like(consoleFilePath),
      isReadOnly: true,
      serve: ({ req, res }, path) => webConsole.serveFile(req, res, path),
    },
  ];
}

/** Serves a request by the first route that matches its path. */
function createRouter(
  { config, ports, observability }: App,
  routes: readonly PathRoute[],
  origins: OriginPolicy,
) {
  return async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const [path = '/', search = ''] = (req.url ?? '/').split(/\?(.*)/s, 2);
    const matched = matchRoute(routes, path);
    const record = observability.startRequest(matched?.route.transport ?? 'other', req);
    record.address = sourceAddressOf(req, config.trustedProxies);
    record.partition = anonymousPartition(record.address);
    recordResponse(res, record);
    // A page can read that a path does not exist, too. Pages and the paths of operators are not for other origins.
    if ((!matched || matched.route.transport) && setCorsHeaders(req, res, origins)) return;
    if (!matched) {
      return sendJson(res, 404, errorBody(pathNotFound()));
    }
    const { route, parameter } = matched;
    if (route.fixedPath) {
      record.operation = route.fixedPath;
      record.path = route.fixedPath;
    }
    if (route.writeOperation && req.method === 'POST') record.writeOperation = route.writeOperation;
    if (route.isReadOnly && req.method !== 'GET' && req.method !== 'HEAD') {
      const methods = ['GET', 'HEAD'];
      return sendJson(res, 405, errorBody(methodNotAllowed(methods)), { Allow: methods.join(', ') });
    }
    return route.serve({ req, res, search, record, ports: observedPorts(ports, record) }, parameter);
  };
}

/** Accepts WebSockets at `/graphql`. */
function acceptSockets(
  server: Server,
  graphql: GraphqlTransport,
  origins: OriginPolicy,
  phase: () => Phase,
): void {
  /** The status that rejects the upgrade; undefined when it is allowed. */
  const rejectionOf = (req: IncomingMessage): string | undefined => {
    if (phase() === 'closing') return '503 Service Unavailable';
    if (!hasOneHost(req)) return '400 Bad Request';
    if ((req.url ?? '/').split('?', 1)[0] !== '/graphql') return '404 Not Found';
    if (origins.rejects(req.headers)) return '403 Forbidden';
    return undefined;
  };
  server.on('upgrade', (req: IncomingMessage, connection: Duplex, head: Buffer) => {
    if (!wantsWebSocket(req)) return serveWithoutUpgrade(server, req, connection, head);
    // Node has removed its own listeners. An error without a listener would end the process.
    connection.on('error', () => undefined);
    normalizeTarget(req);
    const rejection = rejectionOf(req);
    if (rejection) return rejectUpgrade(connection, rejection);
    if (!graphql.sockets.upgrade(req, connection, head)) rejectUpgrade(connection, '429 Too Many Requests');
  });
}

/** Listens on the configured host and port; returns the server's URL. */
async function listen(server: Server, { host, port }: App['config']): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
}

export async function startServer(app: App): Promise<RunningServer> {
  const { config, ports, log, observability } = app;
  const report = logDefect(log, 'a request failed unexpectedly');
  app.requestLog.showWords(apiWords);
  const authenticator = createAuthenticator(ports, config.rateLimits);
  const origins = createOriginPolicy(config.allowedOrigins, ports.publicUrl);
  const graphql = createGraphqlTransport(app, authenticator, origins, report);
  const rest = createRestTransport(app, authenticator, origins, report);
  const session = createSessionTransport(app, authenticator, origins, report);
  const mcp = createMcpTransport(app, authenticator, origins, report);
  observability.metrics.open.sockets = () => graphql.sockets.server.clients.size;
  observability.metrics.open.subscriptions = () => graphql.subscriptions + mcp.streams;

  let phase: Phase = 'serving';
  const webConsole = createConsoleTransport();
  const routes = routesOf(app, { graphql, rest, session, mcp, webConsole }, () => phase);
  const server = createListener(createRouter(app, routes, origins), (res, error) => {
    report(error);
    sendUnexpectedError(res, error, config.limits.time);
  });
  acceptSockets(server, graphql, origins, () => phase);
  const drain = createConnectionDrain(server);

  return {
    url: await listen(server, config),
    failReadiness() {
      phase = 'failing-readiness';
    },
    async close(idleGraceMs = 0) {
      phase = 'closing';
      mcp.close();
      await Promise.all([graphql.drain(drainTimeoutMs), drain.finish(idleGraceMs)]);
      graphql.close();
    },
  };
}
