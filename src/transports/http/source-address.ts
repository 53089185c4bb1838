/**
 * The source address of a request, for limits that apply before authentication.
 *
 * Decision: only the last TRUSTED_PROXIES entries of `X-Forwarded-For` are trusted, because a caller can write the others.
 * Without the setting the header is ignored.
 *
 * Decision: an IPv6 address is reduced to its first 64 bits, because the holder of one address has the whole network.
 */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

function networkOf(address: string): string {
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (isIP(address) !== 6) return address;
  const [before = '', after] = (address.split('%', 1)[0] ?? '').toLowerCase().split('::');
  const head = before === '' ? [] : before.split(':');
  const tail = after ? after.split(':') : [];
  const zeros = after === undefined ? 0 : 8 - head.length - tail.length;
  const groups = [...head, ...Array<string>(zeros).fill('0'), ...tail];
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** @param proxies the number of trusted proxies. Each appends the address that it received the request from. */
export function sourceAddressOf({ headers, socket }: IncomingMessage, proxies: number): string {
  const peer = socket.remoteAddress ?? '';
  if (proxies === 0) return networkOf(peer);
  const forwardedFor = String(headers['x-forwarded-for'] ?? '').split(',');
  const caller = forwardedFor.at(-proxies)?.trim() ?? '';
  return networkOf(isIP(caller) === 0 ? peer : caller);
}
