/**
 * Ownership of UMA domains. A domain belongs to one platform of the deployment, and customers of other platforms cannot get
 * an address at it.
 *
 * Domains are compared in the canonical form of `parseDomain`: ASCII in lower case, without a trailing dot. A domain in
 * another script is rejected, so its punycode is its only form.
 *
 * Decision: a platform cannot take a domain at which customers of other platforms have addresses.
 * Decision: `localhost`, the domain of generated addresses for platforms without a domain, and the sandbox's own domain
 * belong to no platform.
 * Decision: the error says that a domain is not available, but not who owns it.
 *
 * Source: docs/behaviour/platforms.md#settings-of-a-platform.
 */
import { lockNameUntilCommit } from '../infrastructure/database/advisory-locks.ts';
import type { Executor } from '../infrastructure/database/client.ts';
import { InvalidInput } from '../kernel/errors.ts';
import type { Id } from '../kernel/ids.ts';
import { hasCustomersOfOthers, isDomainOfAnother } from './uma-domain-store.ts';

/** The domain of generated addresses for platforms without a domain. */
export const sharedDomain = 'localhost';

const notAvailable = (path: string) => InvalidInput.at(path, 'is not available');

/**
 * Returns an error if the domain belongs to another platform.
 *
 * Locks the domain, so that no platform can take it until the transaction ends.
 */
export async function checkAddressDomain(
  tx: Executor,
  platformId: Id<'Platform'>,
  domain: string,
): Promise<InvalidInput | undefined> {
  await lockNameUntilCommit(tx, 'umaDomain', domain, 'share');
  return (await isDomainOfAnother(tx, platformId, domain)) ? notAvailable('umaAddress') : undefined;
}

/**
 * Locks the domain: until the transaction ends no customer gets an address at it, and no other platform takes it. Call it after
 * `lockPlatform`, as the sandbox does when it moves the clock, and after the lock of currencies, as the creation of a customer does.
 */
export async function lockNewDomain(
  tx: Executor,
  domain: string,
  { sandboxUmaDomain }: { readonly sandboxUmaDomain: string },
): Promise<InvalidInput | undefined> {
  // Rejected without a lock: the creation of every customer without a domain locks the shared domain.
  if (domain === sharedDomain || domain === sandboxUmaDomain) return notAvailable('umaDomain');
  await lockNameUntilCommit(tx, 'umaDomain', domain, 'update');
  return undefined;
}

/** Returns an error if the platform cannot take the domain. The domain is locked. */
export async function checkNewDomain(
  tx: Executor,
  platformId: Id<'Platform'>,
  domain: string,
): Promise<InvalidInput | undefined> {
  const taken =
    (await isDomainOfAnother(tx, platformId, domain)) || (await hasCustomersOfOthers(tx, platformId, domain));
  return taken ? notAvailable('umaDomain') : undefined;
}
