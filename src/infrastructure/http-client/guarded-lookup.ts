/**
 * Look-ups of hosts that clients chose. A socket connects to the address that was checked, so a name that resolves differently
 * the second time does not pass.
 *
 * Sockets look up names only: a caller checks a host that is an address itself.
 *
 * Decision: a name with any address that is not public is rejected, because no legitimate name has both kinds.
 *
 * Source: docs/architecture.md#outgoing-requests.
 */
import { lookup as dnsLookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from './address.ts';

/** All addresses of a name; rejects when it has none. */
export type Resolve = (name: string) => Promise<readonly { address: string; family: number }[]>;

export class AddressNotAllowed extends Error {}

export const resolveAll: Resolve = (name) => dnsLookup(name, { all: true, verbatim: true });

/** Whether a socket may connect to an address. `allowsPrivateTargets` lifts the check, for development and tests. */
export const addressFilter =
  (allowsPrivateTargets: boolean) =>
  (address: string): boolean =>
    allowsPrivateTargets || isPublicAddress(address);

/** The look-up that the socket itself uses. It connects to the address that this returns. */
export function guardedLookup(resolve: Resolve, allowed: (address: string) => boolean): LookupFunction {
  return (name, options, callback) => {
    resolve(name).then(
      (addresses) => {
        const [first] = addresses;
        if (!first || !addresses.every(({ address }) => allowed(address))) {
          callback(new AddressNotAllowed(), []);
        } else if (options.all) {
          callback(
            null,
            addresses.map(({ address, family }) => ({ address, family })),
          );
        } else {
          callback(null, first.address, first.family);
        }
      },
      (error) => callback(error, []),
    );
  };
}
