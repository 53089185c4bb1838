/**
 * Responses to requests that are not read to their end. The response is complete at once; the connection closes a
 * moment later, because a client that still writes to a closed connection loses the response.
 *
 * Decision: what the client still sends is read and dropped for two seconds or 16 MiB, whichever comes first.
 *
 * Source: RFC 9112, section 9.6 (tear-down); RFC 9110, section 10.1.1 (Expect).
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { recordOf } from '../../infrastructure/observability/request-record.ts';
import { startWatchdog } from '../../kernel/watchdog.ts';

const lingerMs = 2_000;
const lingerBytes = 16 * 1024 * 1024;

const closes = (res: ServerResponse): boolean => /\bclose\b/i.test(String(res.getHeader('connection') ?? ''));

/**
 * Ends a response whose head is written. One that says `Connection: close` before its request has arrived whole is
 * sent whole too, with its Content-Length, and its connection lingers.
 */
export function endResponse(res: ServerResponse, text?: string): void {
  const { req } = res;
  if (req.complete || !closes(res)) {
    res.end(text);
    return;
  }
  if (text === undefined) res.flushHeaders();
  else res.write(text);
  // The request is answered: what follows is no part of its duration.
  recordOf(res)?.end(res.statusCode);
  let dropped = 0;
  const stopWaiting = startWatchdog(lingerMs, () => res.end());
  req.on('data', (chunk: Buffer) => {
    dropped += chunk.length;
    if (dropped > lingerBytes) res.end();
  });
  req.once('end', () => res.end());
  res.once('close', stopWaiting);
  res.once('finish', stopWaiting);
}

const awaitingContinue = new WeakMap<IncomingMessage, ServerResponse>();

/**
 * A request with `Expect: 100-continue`: its client sends the body once it is told to, or after a while on its own. Until
 * then the connection cannot carry another request, so a response that comes first closes it.
 */
export function holdContinue(req: IncomingMessage, res: ServerResponse): void {
  awaitingContinue.set(req, res);
  res.shouldKeepAlive = false;
}

/** Tells the client to send the body, where it waits for that. */
export function sendContinue(req: IncomingMessage): void {
  const res = awaitingContinue.get(req);
  if (!res || res.headersSent) return;
  awaitingContinue.delete(req);
  res.shouldKeepAlive = true;
  res.writeContinue();
}
