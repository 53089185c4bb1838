/** The URL under which a person opens the pages of this service. */
import { type Config, isLoopback } from './config.ts';

/**
 * PUBLIC_URL, or the URL of this machine.
 *
 * Decision: a local service is opened by the name localhost, because browsers have no passkeys for IP addresses.
 *
 * @param port on which the service listens.
 */
export function pageUrl({ publicUrl, host }: Pick<Config, 'publicUrl' | 'host'>, port: number): string {
  if (publicUrl) return publicUrl;
  const isLocal = isLoopback(host) || host === '0.0.0.0' || host === '::';
  return `http://${isLocal ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`;
}
