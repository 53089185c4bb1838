/**
 * The HTTP listener that all transports share: its timeouts, and the checks and headers that apply to every request.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { holdContinue } from './lingering-close.ts';
import { serveInTurn } from './pipelined-requests.ts';
import { hasOneHost, normalizeTarget, setDefaultHeaders } from './request-target.ts';
import { sendError } from './send.ts';

const headersTimeoutMs = 15_000;
/** Enough to upload a document over a mobile connection of 2 Mbit/s. */
const bodyTimeoutMs = 60_000;
/** Longer than the idle timeout of load balancers (60 s), so that none sends a request on a connection closed here. */
const keepAliveMs = 75_000;

/**
 * @param serve writes the response; may throw.
 * @param onError responds to a request whose `serve` threw.
 */
export function createListener(
  serve: (req: IncomingMessage, res: ServerResponse) => Promise<void>,
  onError: (res: ServerResponse, error: unknown) => void,
): Server {
  const server = createServer();
  server.on('checkContinue', (req, res) => {
    holdContinue(req, res);
    server.emit('request', req, res);
  });
  const respond = (req: IncomingMessage, res: ServerResponse) => {
    setDefaultHeaders(res);
    normalizeTarget(req);
    if (!hasOneHost(req)) {
      const headers = { Connection: 'close' };
      return sendError(res, 400, 'INVALID_INPUT', 'A request must have exactly one valid Host header.', {
        headers,
      });
    }
    serve(req, res).catch((error: unknown) => onError(res, error));
  };
  server.on('request', (req, res) => serveInTurn(req, res, () => respond(req, res)));
  server.requestTimeout = bodyTimeoutMs;
  server.headersTimeout = headersTimeoutMs;
  server.keepAliveTimeout = keepAliveMs;
  // Node silently drops headers above this count, Host or Authorization among them. Their total size stays limited.
  server.maxHeadersCount = 0;
  return server;
}
