/**
 * Quotas on long-lived connections of one process: sockets and subscriptions, per platform and per credential.
 *
 * Decision: an agent or the holder of an access token gets at most a tenth of its platform's quota, so that no single
 * credential uses it up.
 */
import { credentialIdOf, type Principal } from '../../platforms/access/principal.ts';

const credentialDivisor = 10;

interface ConnectionQuota<Owner = Principal> {
  /** Takes one slot. Returns a function that releases it, or the limit that is reached. */
  take(owner: Owner): (() => void) | number;
}

/** Counts slots by key. Taking one counts under every key; it fails when one of them has reached its limit. */
function createSlotCounter(): (
  limits: readonly (readonly [key: string, max: number])[],
) => (() => void) | number {
  const taken = new Map<string, number>();
  const count = (key: string, change: 1 | -1): void => {
    const now = (taken.get(key) ?? 0) + change;
    if (now > 0) taken.set(key, now);
    else taken.delete(key);
  };
  return (limits) => {
    const full = limits.find(([key, max]) => (taken.get(key) ?? 0) >= max);
    if (full) return full[1];
    for (const [key] of limits) count(key, 1);
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      for (const [key] of limits) count(key, -1);
    };
  };
}

export function createConnectionQuota(maxPerPlatform: number): ConnectionQuota {
  const take = createSlotCounter();
  const maxPerCredential = Math.max(1, Math.floor(maxPerPlatform / credentialDivisor));
  return {
    take(principal) {
      const limits: [string, number][] = [[principal.platform.id, maxPerPlatform]];
      if (principal.kind !== 'platform') limits.push([credentialIdOf(principal), maxPerCredential]);
      return take(limits);
    },
  };
}

/** A quota per source address, for connections that are not authenticated yet. */
export function createAddressQuota(maxPerAddress: number): ConnectionQuota<string> {
  const take = createSlotCounter();
  return { take: (address) => take([[address, maxPerAddress]]) };
}
