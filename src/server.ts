/**
 * One listener for everything: GraphQL over HTTP and SSE, sockets, REST, health. It reads bodies within their bound,
 * authenticates before anything is parsed, and drains when it is told to stop.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as delayed } from 'node:timers/promises';
import { createHttpHandler, type StreamEnd } from '../schema/serving/http.ts';
import { liveCallers } from '../schema/serving/live-callers.ts';
import { authenticateHeader } from '../schema/serving/present.ts';
import { createSockets } from '../schema/serving/sockets.ts';
import { isMultipart, receiveUpload, type UploadParams } from '../schema/serving/uploads.ts';
import { accessTokenKeySet } from './access/access-token-keys.ts';
import { authenticate } from './access/authenticate.ts';
import type { Principal } from './access/principal.ts';
import { takeApiRequest } from './access/rate-limit.ts';
import type { App } from './app.ts';
import { maxBodyBytes, maxLargeBodyBytes, readBody } from './http/body.ts';
import { createRestFace } from './http/serve.ts';
import { basePath } from './http/version.ts';
import { DomainError } from './kernel/errors.ts';

const headersTimeoutMs = 15_000;
/** Enough for a document over a phone's line of 2 Mbit/s. */
const bodyTimeoutMs = 60_000;
const readinessTimeoutMs = 2_000;

export interface RunningServer {
  readonly url: string;
  /** No new work; what runs is finished; sockets are closed. */
  close(): Promise<void>;
}

function sendJson(
  res: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  const text = JSON.stringify(body);
  res.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    ...headers,
  });
  res.end(text);
}

/** An answer of the GraphQL endpoint that comes before GraphQL. */
function sendError(
  res: ServerResponse,
  status: number,
  code: string,
  message: string,
  { reason, headers = {} }: { reason?: string | undefined; headers?: Record<string, string> } = {},
): void {
  const extensions = { code, httpStatus: status, ...(reason !== undefined && { reason }) };
  sendJson(res, status, { errors: [{ message, extensions }] }, headers);
}

/** Where an SSE client says it has come to. */
function lastEventIdOf({ headers }: IncomingMessage): string | undefined {
  const given = headers['last-event-id'];
  return typeof given === 'string' && given !== '' ? given : undefined;
}

const isJson = (contentType: string | undefined): boolean =>
  /^application\/(graphql\+)?json *(;.*)?$/i.test(contentType ?? '');

/** Starts listening. */
export async function startServer(app: App): Promise<RunningServer> {
  const { config, ports, tail, jobs, log } = app;
  const callers = liveCallers(tail, ports.clock);
  const streams = new Set<(why: StreamEnd) => void>();
  const openSchema = config.graphiql;
  const report = (defect: unknown) => log.error({ err: defect }, 'a request failed unexpectedly');
  const graphql = createHttpHandler({ openSchema, report });
  const rest = createRestFace(app, report);
  let draining = false;

  const contextFor = (principal: Principal | undefined, req: IncomingMessage) => ({
    ports,
    tail,
    jobs,
    principal,
    sourceAddress: req.socket.remoteAddress ?? '',
    lastEventId: lastEventIdOf(req),
  });

  const sockets = createSockets({
    authenticate: (authorization) => authenticate(ports.db, authorization, ports.clock.real()),
    contextOf: (principal, req) => ({ ...contextFor(principal, req), loaders: new Map() }),
    callers,
    openSchema,
    report,
  });

  async function serveGraphql(req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (req.headers['sec-fetch-site'] === 'cross-site' && req.method !== 'OPTIONS') {
      sendError(res, 403, 'FORBIDDEN', 'Cross-site requests are refused.');
      return;
    }
    const { authorization } = req.headers;
    let principal: Principal | undefined;
    if (authorization !== undefined) {
      const found = await authenticate(ports.db, authorization, ports.clock.real());
      if (found instanceof DomainError) {
        sendError(res, 401, found.code, found.message, {
          reason: found.reason,
          headers: { 'WWW-Authenticate': authenticateHeader },
        });
        return;
      }
      principal = found;
      const taken = config.rateLimits
        ? await takeApiRequest(ports.db, principal, ports.clock.real())
        : undefined;
      if (taken instanceof DomainError) {
        sendError(res, taken.httpStatus, taken.code, taken.message, {
          headers: { 'Retry-After': String(taken.retryAfterSeconds) },
        });
        return;
      }
    }
    const live = liveRequest(principal, res);
    let upload: UploadParams | undefined;
    if (req.method === 'POST' && isMultipart(req.headers)) {
      const received = await receiveUpload(req, principal, readBody);
      if (received === 'gone') return;
      if ('refused' in received) {
        const { status, code, message, headers } = received.refused;
        sendError(res, status, code, message, { headers });
        return;
      }
      upload = received;
    } else if (req.method === 'POST') {
      if (!isJson(req.headers['content-type'])) {
        sendError(res, 415, 'UNSUPPORTED_MEDIA_TYPE', 'Send application/json.');
        return;
      }
      const body = await readBody(req, principal ? maxLargeBodyBytes : maxBodyBytes);
      if (body === 'gone') return;
      if (body === 'too-large' || (body.length > maxBodyBytes && !body.includes('attestation'))) {
        sendError(res, 413, 'PAYLOAD_TOO_LARGE', `A body has at most ${maxBodyBytes} bytes.`, {
          headers: { Connection: 'close' },
        });
        return;
      }
      Object.assign(req, { body });
    }
    await graphql(req, res, {
      req,
      res,
      context: contextFor(principal, req),
      upload,
      onStream: live.onStream,
    });
  }

  /** The stream that a request may open: told also of a credential that ended while the body was still coming. */
  function liveRequest(principal: Principal | undefined, res: ServerResponse) {
    let ended = false;
    let stream: ((why: StreamEnd) => void) | undefined;
    const forget = principal
      ? callers.add(principal, () => {
          ended = true;
          stream?.('credential');
        })
      : undefined;
    if (forget) res.once('close', forget);
    return {
      onStream: (end: (why: StreamEnd) => void) => {
        stream = end;
        streams.add(end);
        if (ended) end('credential');
        else if (draining) end('shutdown');
        return () => void streams.delete(end);
      },
    };
  }

  async function serveReadiness(res: ServerResponse): Promise<void> {
    if (draining) return sendJson(res, 503, { status: 'draining' });
    const status = await Promise.race([
      ports.db.isCurrent().then(
        (current) => (current ? 'ready' : 'migrations missing'),
        () => 'database unreachable',
      ),
      // A driver waits for a connection longer than whoever asks this does.
      delayed(readinessTimeoutMs, 'database unreachable', { ref: false }),
    ]);
    if (status === 'ready') sendJson(res, 200, { status });
    else sendJson(res, 503, { status }, { 'Retry-After': '1' });
  }

  async function serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const [path = '/', search = ''] = (req.url ?? '/').split(/\?(.*)/s, 2);
    if (path.startsWith(`${basePath}/`)) return rest.serve(req, res, path.slice(basePath.length), search);
    switch (path) {
      case '/graphql':
        return serveGraphql(req, res);
      case '/.well-known/jwks.json':
        return sendJson(res, 200, await accessTokenKeySet(ports.db, ports.clock.real()), {
          'Cache-Control': 'public, max-age=300',
        });
      case '/health/live':
        return sendJson(res, 200, { status: 'live' });
      case '/health/ready':
        return serveReadiness(res);
      default:
        return sendJson(res, 404, {
          status: 404,
          code: 'NOT_FOUND',
          message: 'There is nothing at this path.',
        });
    }
  }

  const server: Server = createServer((req, res) => {
    if (draining) res.setHeader('Connection', 'close');
    serve(req, res).catch((error: unknown) => {
      report(error);
      if (res.headersSent) res.destroy();
      else sendError(res, 500, 'INTERNAL_ERROR', 'An unexpected error happened. It was logged.');
    });
  });
  server.requestTimeout = bodyTimeoutMs;
  server.headersTimeout = headersTimeoutMs;

  server.on('upgrade', (req: IncomingMessage, socket: Duplex, head: Buffer) => {
    const path = (req.url ?? '/').split('?', 1)[0];
    if (path !== '/graphql' || draining) {
      socket.end(
        `HTTP/1.1 ${draining ? '503 Service Unavailable' : '404 Not Found'}\r\nConnection: close\r\n\r\n`,
      );
      return;
    }
    sockets.server.handleUpgrade(req, socket, head, (webSocket) => {
      sockets.server.emit('connection', webSocket, req);
    });
  });

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(config.port, config.host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;

  return {
    url: `http://${host}:${port}`,
    async close() {
      draining = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      callers.close();
      for (const end of [...streams]) end('shutdown');
      await sockets.close();
      server.closeIdleConnections();
      const patience = setTimeout(() => server.closeAllConnections(), 5_000);
      await closed;
      clearTimeout(patience);
    },
  };
}
