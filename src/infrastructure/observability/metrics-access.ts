/**
 * Who may read the metrics: they tell of all platforms together.
 *
 * Decision: with METRICS_TOKEN, whoever shows it as a Bearer token, from anywhere. Without, callers on this machine, so
 * that a Prometheus beside the service needs no set-up. A request that a proxy passed on is not from this machine,
 * whatever its address says.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

const isLoopback = (address: string): boolean => /^(::ffff:)?127\.|^::1$/.test(address);

const passedOn = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'] as const;

export function canReadMetrics(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  token: string | undefined,
): boolean {
  if (token !== undefined) {
    const [, given = ''] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
    return timingSafeEqual(digest(given), digest(token));
  }
  return isLoopback(socket.remoteAddress ?? '') && !passedOn.some((name) => headers[name] !== undefined);
}
