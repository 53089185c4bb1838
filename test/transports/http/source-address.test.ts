import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { sourceAddressOf } from '../../../src/transports/http/source-address.ts';

const from = (remoteAddress: string, forwarded?: string) =>
  ({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  }) as unknown as IncomingMessage;

test.each<[string, IncomingMessage, number, string]>([
  ['the peer', from('192.0.2.1'), 0, '192.0.2.1'],
  ['the peer, ignoring its X-Forwarded-For', from('192.0.2.1', '198.51.100.7'), 0, '192.0.2.1'],
  ['the client of a trusted proxy', from('10.0.0.1', '198.51.100.7'), 1, '198.51.100.7'],
  ['not an entry that the caller wrote', from('10.0.0.1', '203.0.113.9, 198.51.100.7'), 1, '198.51.100.7'],
  [
    'the client of the outer of two proxies',
    from('10.0.0.1', '203.0.113.9, 198.51.100.7, 10.0.0.2'),
    2,
    '198.51.100.7',
  ],
  ['a peer that bypassed the proxy', from('192.0.2.1'), 1, '192.0.2.1'],
  ['the peer when an entry is missing', from('192.0.2.1', '198.51.100.7'), 2, '192.0.2.1'],
  ['the peer when the entry is not an address', from('192.0.2.1', 'unknown'), 1, '192.0.2.1'],
  ['an IPv4-mapped IPv6 address', from('::ffff:192.0.2.1'), 0, '192.0.2.1'],
  ['the network of an IPv6 address', from('2001:db8:1:2:3:4:5:6'), 0, '2001:db8:1:2::/64'],
  ['the same network in short form', from('2001:DB8:1:2::9'), 0, '2001:db8:1:2::/64'],
  ['a network with zeros', from('2001:db8::9'), 0, '2001:db8:0:0::/64'],
  ['this machine', from('::1'), 0, '0:0:0:0::/64'],
  ['a link of this machine', from('fe80::1%eth0'), 0, 'fe80:0:0:0::/64'],
])('is %s', (_name, request, proxies, address) => {
  expect(sourceAddressOf(request, proxies)).toBe(address);
});
