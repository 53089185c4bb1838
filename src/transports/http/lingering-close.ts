/**
 * Responses to requests whose body is not read to its end. The response is sent completely, and the connection closes a
 * moment later: a client that still writes to a closed connection loses the response.
 *
 * Decision: the server reads and discards the rest of the body for two seconds or 16 MiB, whichever comes first.
 *
 * Source: RFC 9112, section 9.6 (tear-down); RFC 9110, section 10.1.1 (Expect).
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { recordOf } from '../../infrastructure/observability/request-record.ts';
import { startWatchdog } from '../../kernel/watchdog.ts';

const lingerMs = 2_000;
const lingerBytes = 16 * 1024 * 1024;

const closesConnection = (res: ServerResponse): boolean =>
  /\bclose\b/i.test(String(res.getHeader('connection') ?? ''));

/**
 * Ends a response whose head is written. If it has `Connection: close` and the request has not arrived completely, the
 * body is sent at once, with its Content-Length, and the connection lingers.
 */
export function endResponse(res: ServerResponse, text?: string | Uint8Array): void {
  const { req } = res;
  if (req.complete || !closesConnection(res)) {
    res.end(text);
    return;
  }
  if (text === undefined) res.flushHeaders();
  else res.write(text);
  // The response is complete. Lingering does not count as part of the request's duration.
  recordOf(res)?.end(res.statusCode);
  let discarded = 0;
  const stopWatchdog = startWatchdog(lingerMs, () => res.end());
  req.on('data', (chunk: Buffer) => {
    discarded += chunk.length;
    if (discarded > lingerBytes) res.end();
  });
  req.once('end', () => res.end());
  res.once('close', stopWatchdog);
  res.once('finish', stopWatchdog);
}

const awaitingContinue = new WeakMap<IncomingMessage, ServerResponse>();

/**
 * Registers a request with `Expect: 100-continue`. Its client sends the body after 100 Continue, or after a timeout.
 * Until then the connection cannot be reused, so a final response that comes first closes it.
 */
export function holdContinue(req: IncomingMessage, res: ServerResponse): void {
  awaitingContinue.set(req, res);
  res.shouldKeepAlive = false;
}

/** Sends 100 Continue if the client waits for it. */
export function sendContinue(req: IncomingMessage): void {
  const res = awaitingContinue.get(req);
  if (!res || res.headersSent) return;
  awaitingContinue.delete(req);
  res.shouldKeepAlive = true;
  res.writeContinue();
}
