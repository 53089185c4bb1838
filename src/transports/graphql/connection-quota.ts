/**
 * How much of what stays open one platform has on this process: its sockets, its subscriptions.
 *
 * Decision: an agent or the holder of an access token has at most a tenth of its platform's, so that no single one takes
 * the places of all others.
 */
import { credentialIdOf, type Principal } from '../../platforms/access/principal.ts';

const share = 10;

export interface ConnectionQuota<Of = Principal> {
  /** Takes one; answers how to give it back, or the limit that is reached. */
  take(of: Of): (() => void) | number;
}

/** Each key's bound; a place takes one of each. */
function createBounded(): (
  bounds: readonly (readonly [key: string, most: number])[],
) => (() => void) | number {
  const taken = new Map<string, number>();
  const count = (key: string, change: 1 | -1): void => {
    const now = (taken.get(key) ?? 0) + change;
    if (now > 0) taken.set(key, now);
    else taken.delete(key);
  };
  return (bounds) => {
    const full = bounds.find(([key, most]) => (taken.get(key) ?? 0) >= most);
    if (full) return full[1];
    for (const [key] of bounds) count(key, 1);
    let given = false;
    return () => {
      if (given) return;
      given = true;
      for (const [key] of bounds) count(key, -1);
    };
  };
}

export function createConnectionQuota(ofPlatform: number): ConnectionQuota {
  const take = createBounded();
  return {
    take(principal) {
      const bounds: [string, number][] = [[principal.platform.id, ofPlatform]];
      if (principal.kind !== 'platform') {
        bounds.push([credentialIdOf(principal), Math.max(1, Math.floor(ofPlatform / share))]);
      }
      return take(bounds);
    },
  };
}

/** Of whom nothing is known but an address. */
export function createAddressQuota(ofAddress: number): ConnectionQuota<string> {
  const take = createBounded();
  return { take: (address) => take([[address, ofAddress]]) };
}
