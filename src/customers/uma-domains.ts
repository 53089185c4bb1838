/**
 * Who owns a UMA domain. A domain belongs to one platform of the deployment, and no customer of another platform gets an
 * address at it.
 *
 * Domains are compared in the one spelling that `parseDomain` makes: ASCII in lower case, without a trailing dot; a
 * domain in another script is rejected, so its punycode is its only spelling.
 *
 * Decision: a platform cannot take a domain at which customers of others live. Their addresses would be at its domain
 * from then on.
 * Decision: `localhost`, where addresses are generated for platforms without a domain, and the sandbox's own domain
 * belong to no platform.
 * Decision: the error says that a domain is not available, and not whose it is.
 *
 * Source: docs/behaviour/platforms.md#settings-of-a-platform.
 */
import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import { lockNameUntilCommit } from '../infrastructure/database/advisory-locks.ts';
import type { Executor } from '../infrastructure/database/client.ts';
import { InvalidInput } from '../kernel/errors.ts';
import { type Id, uuidOf } from '../kernel/ids.ts';
import { platforms } from '../platforms/tables.ts';
import { customers } from './tables.ts';

/** Where addresses are generated for platforms that have no domain. */
export const sharedDomain = 'localhost';

const notAvailable = (path: string) => InvalidInput.at(path, 'is not available');

/**
 * Whether customers of the platform may have addresses at the domain: an error where it is another platform's.
 *
 * Until the transaction ends nobody's claim of the domain succeeds, so the answer stays true.
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
 * Until the transaction ends no customer gets an address at the domain, and no other platform takes it. Comes before the
 * lock of the platform's row: a new customer has the domain's lock when its row comes to refer to the platform's.
 */
export async function lockNewDomain(
  tx: Executor,
  domain: string,
  { sandboxUmaDomain }: { readonly sandboxUmaDomain: string },
): Promise<InvalidInput | undefined> {
  // Not locked: all customers without a domain wait for the lock of the shared one.
  if (domain === sharedDomain || domain === sandboxUmaDomain) return notAvailable('umaDomain');
  await lockNameUntilCommit(tx, 'umaDomain', domain, 'update');
  return undefined;
}

/** Whether the platform may take a domain, which is locked, as its own. */
export async function checkNewDomain(
  tx: Executor,
  platformId: Id<'Platform'>,
  domain: string,
): Promise<InvalidInput | undefined> {
  const taken =
    (await isDomainOfAnother(tx, platformId, domain)) || (await hasCustomersOfOthers(tx, platformId, domain));
  return taken ? notAvailable('umaDomain') : undefined;
}

async function isDomainOfAnother(tx: Executor, platformId: Id<'Platform'>, domain: string): Promise<boolean> {
  const found = await tx
    .select({ id: platforms.id })
    .from(platforms)
    .where(and(eq(sql`lower(${platforms.umaDomain})`, domain), ne(platforms.id, uuidOf(platformId))))
    .limit(1);
  return found.length > 0;
}

async function hasCustomersOfOthers(
  tx: Executor,
  platformId: Id<'Platform'>,
  domain: string,
): Promise<boolean> {
  const found = await tx
    .select({ id: customers.id })
    .from(customers)
    .where(
      and(
        eq(sql`split_part(lower(${customers.umaAddress}), '@', 2)`, domain),
        isNull(customers.deletedAt),
        ne(customers.platformId, uuidOf(platformId)),
      ),
    )
    .limit(1);
  return found.length > 0;
}
