/**
 * Access to the metrics, which cover all platforms.
 *
 * Decision: with METRICS_TOKEN, a request needs it as a Bearer token, from any address. Without METRICS_TOKEN, requests from
 * this machine are allowed, so that a local Prometheus needs no configuration. A request that a proxy has forwarded is not
 * from this machine, regardless of its address.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

const isLoopback = (address: string): boolean => /^(::ffff:)?127\.|^::1$/.test(address);

const forwardingHeaders = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'] as const;

export function canReadMetrics(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  token: string | undefined,
): boolean {
  if (token !== undefined) {
    const [, sent = ''] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
    return timingSafeEqual(digest(sent), digest(token));
  }
  return (
    isLoopback(socket.remoteAddress ?? '') && !forwardingHeaders.some((name) => headers[name] !== undefined)
  );
}
