/** SQL of UMA domains. The caller holds the lock on the domain. */
import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import type { Executor } from '../infrastructure/database/client.ts';
import { type Id, uuidOf } from '../kernel/ids.ts';
import { platforms } from '../platforms/tables.ts';
import { customers } from './tables.ts';

/** Whether another platform has the domain. */
export async function isDomainOfAnother(
  tx: Executor,
  platformId: Id<'Platform'>,
  domain: string,
): Promise<boolean> {
  const found = await tx
    .select({ id: platforms.id })
    .from(platforms)
    .where(and(eq(sql`lower(${platforms.umaDomain})`, domain), ne(platforms.id, uuidOf(platformId))))
    .limit(1);
  return found.length > 0;
}

/** Whether customers of other platforms have addresses at the domain. */
export async function hasCustomersOfOthers(
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
