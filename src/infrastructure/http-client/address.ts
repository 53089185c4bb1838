/**
 * Public addresses: the only ones to which the service sends requests on behalf of clients.
 *
 * Decision: ranges are matched by the platform's own `BlockList`, not by a library (docs/decisions/0010-address-ranges.md).
 *
 * Source: IANA IPv4 and IPv6 Special-Purpose Address Registries (RFC 6890 and its successors).
 */
import { BlockList, isIPv4, isIPv6 } from 'node:net';

const specialIPv4 = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // shared by carriers (CGNAT)
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link-local, with the metadata services of clouds
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // 6to4 relays, withdrawn
  '192.168.0.0/16', // private
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and broadcast
];

// Only 2000::/3 is global unicast, which excludes loopback, mapped, unique local, link-local, site-local and multicast
// addresses. The following ranges lie inside of it.
const specialIPv6 = [
  '2001::/23', // protocol assignments, with Teredo and ORCHID
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4: contains an IPv4 address
  '3fff::/20', // documentation
];

function blockList(family: 'ipv4' | 'ipv6', networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    list.addSubnet(address, Number(prefix), family);
  }
  return list;
}

const special4 = blockList('ipv4', specialIPv4);
const special6 = blockList('ipv6', specialIPv6);
const global6 = blockList('ipv6', ['2000::/3']);
const nat64 = blockList('ipv6', ['64:ff9b::/96']);

/** The IPv4 address in the last 32 bits of an IPv6 address. */
function embeddedIPv4(address: string): string {
  // The URL parser writes every IPv6 address in canonical form, with the last 32 bits as two groups of hex.
  const groups = new URL(`http://[${address}]`).hostname.slice(1, -1).split(':');
  const [high, low] = groups.slice(-2).map((group) => Number.parseInt(group || '0', 16));
  const bits = [high ?? 0, low ?? 0];
  return bits.flatMap((part) => [part >> 8, part & 255]).join('.');
}

/**
 * Whether the text is the address of a host on the public internet.
 *
 * Decision: an address with the well-known NAT64 prefix is checked by the IPv4 address in it, because networks without IPv4
 * reach every IPv4 host this way. Every other IPv6 form of an IPv4 address is rejected.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !special4.check(address, 'ipv4');
  if (!isIPv6(address) || address.includes('%')) return false;
  if (nat64.check(address, 'ipv6')) return isPublicAddress(embeddedIPv4(address));
  return global6.check(address, 'ipv6') && !special6.check(address, 'ipv6');
}
