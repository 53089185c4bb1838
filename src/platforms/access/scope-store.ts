/** The condition of a scope in statements whose text is built once. */
import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { uuidOf } from '../../kernel/ids.ts';
import type { Scope } from './principal.ts';

/** The names of the placeholders. */
export type ScopeName = 'scopePlatform' | 'scopeCustomer';

/** Records of the platform, and of the customer if the scope has one. */
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
