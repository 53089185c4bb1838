/**
 * Who sent a request, as far as an address tells: for limits that hold before anybody is known.
 *
 * Decision: `X-Forwarded-For` is believed only as far as TRUSTED_PROXIES says that proxies of ours wrote it, counted from
 * its end, because a caller can write the rest. Without the setting nothing of it is.
 *
 * Decision: an IPv6 address is known by its first 64 bits: whoever has one has all the others of its network.
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

/** @param proxies how many stand before the service, each of which adds whom it got the request from. */
export function sourceAddressOf({ headers, socket }: IncomingMessage, proxies: number): string {
  const peer = socket.remoteAddress ?? '';
  if (proxies === 0) return networkOf(peer);
  const told = String(headers['x-forwarded-for'] ?? '').split(',');
  const caller = told.at(-proxies)?.trim() ?? '';
  return networkOf(isIP(caller) === 0 ? peer : caller);
}
