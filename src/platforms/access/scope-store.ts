/** Conditions that restrict a statement to the records of a scope. */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { type Id, type IdType, uuidOf } from '../../kernel/ids.ts';
import type { Scope } from './principal.ts';

/** The names of the placeholders of `inScope`. */
export type ScopeName = 'scopePlatform' | 'scopeCustomer';

/** Records of the platform, and of the customer if the scope has one, for statements whose text is built once. */
export const inScope = (platformId: PgColumn, customerId: PgColumn): SQL => sql`
  (${platformId} = ${sql.placeholder('scopePlatform')}::uuid and (
    ${sql.placeholder('scopeCustomer')}::uuid is null or ${customerId} = ${sql.placeholder('scopeCustomer')}::uuid))`;

export const scopeValues = ({
  platformId,
  customerId,
}: Scope): Readonly<Record<ScopeName, string | null>> => ({
  scopePlatform: uuidOf(platformId),
  scopeCustomer: customerId ? uuidOf(customerId) : null,
});

/**
 * Matches the column if the named record belongs to the platform. Ownership is checked once, before any row is read.
 * Otherwise the index would yield another platform's rows and each would be rejected: the time would say that they exist.
 *
 * @param column a reference to `records`.
 */
export function isOwnRecord(
  column: PgColumn,
  records: PgTable & { id: PgColumn; platformId: PgColumn },
  { platformId }: Pick<Scope, 'platformId'>,
  id: Id<IdType>,
): SQL | undefined {
  const own = and(eq(records.id, uuidOf(id)), eq(records.platformId, uuidOf(platformId)));
  return and(eq(column, uuidOf(id)), sql`exists (select from ${records} where ${own})`);
}
