/** SQL of beneficial owners. */
import { and, count, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../infrastructure/database/client.ts';
import { pageSql } from '../../infrastructure/database/page-sql.ts';
import { firstOfEach, readRows, rowReader } from '../../infrastructure/database/row-decoding/rows.ts';
import { type Id, idOf, uuidOf } from '../../kernel/ids.ts';
import { type Page, type PageRequest, pageOf } from '../../kernel/page.ts';
import type { Scope } from '../../platforms/access/principal.ts';
import { beneficialOwners } from '../tables.ts';
import {
  type BeneficialOwner,
  type BeneficialOwnerRole,
  maxOwnersOfBusiness,
  type PersonalInfo,
} from './beneficial-owner.ts';

const reader = rowReader(beneficialOwners);

const toOwner = (row: typeof beneficialOwners.$inferSelect): BeneficialOwner => ({
  id: idOf('BeneficialOwner', row.id),
  platformId: idOf('Platform', row.platformId),
  customerId: idOf('Customer', row.customerId),
  roles: row.roles as BeneficialOwnerRole[],
  ownershipPercentage: row.ownershipPercentage,
  personalInfo: row.personalInfo as unknown as PersonalInfo,
  kycStatus: row.kycStatus,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});

const visible = (scope: Scope): SQL | undefined =>
  and(
    eq(beneficialOwners.platformId, uuidOf(scope.platformId)),
    scope.customerId ? eq(beneficialOwners.customerId, uuidOf(scope.customerId)) : undefined,
  );

export async function findOwners(
  db: Executor,
  scope: Scope,
  ids: readonly Id<'BeneficialOwner'>[],
): Promise<BeneficialOwner[]> {
  const rows = await db
    .select()
    .from(beneficialOwners)
    .where(and(visible(scope), inArray(beneficialOwners.id, ids.map(uuidOf))));
  return rows.map(toOwner);
}

export async function findOwner(
  db: Executor,
  scope: Scope,
  id: Id<'BeneficialOwner'>,
): Promise<BeneficialOwner | undefined> {
  const [found] = await findOwners(db, scope, [id]);
  return found;
}

/** The owners of several businesses in one statement, oldest first. */
export async function ownersOf(
  db: Executor,
  scope: Scope,
  customerIds: readonly Id<'Customer'>[],
): Promise<Map<Id<'Customer'>, BeneficialOwner[]>> {
  const rows = await readRows(
    db,
    reader,
    firstOfEach(customerIds.map(uuidOf), (customer) => {
      const ofCustomer = and(visible(scope), sql`${beneficialOwners.customerId} = ${customer}`);
      return sql`select ${reader.columns()} from ${beneficialOwners} where ${ofCustomer}
                 order by ${beneficialOwners.id} limit ${maxOwnersOfBusiness}`;
    }),
  );
  const byCustomer = new Map<Id<'Customer'>, BeneficialOwner[]>(customerIds.map((id) => [id, []]));
  for (const row of rows) {
    const owner = toOwner(row);
    byCustomer.get(owner.customerId)?.push(owner);
  }
  return byCustomer;
}

/** Newest first. */
export async function listOwners(
  db: Executor,
  scope: Scope,
  customerId: Id<'Customer'>,
  page: PageRequest,
): Promise<Page<BeneficialOwner>> {
  const { within, order, limit } = pageSql(beneficialOwners.id, page);
  const rows = await db
    .select()
    .from(beneficialOwners)
    .where(and(visible(scope), eq(beneficialOwners.customerId, uuidOf(customerId)), within))
    .orderBy(order)
    .limit(limit);
  return pageOf(page, rows.map(toOwner));
}

export async function countOwners(db: Executor, scope: Scope, customerId: Id<'Customer'>): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(beneficialOwners)
    .where(and(visible(scope), eq(beneficialOwners.customerId, uuidOf(customerId))));
  return row?.total ?? 0;
}

/** Inserts or updates the owner. */
export async function saveOwner(tx: Executor, owner: BeneficialOwner): Promise<void> {
  const row: typeof beneficialOwners.$inferInsert = {
    id: uuidOf(owner.id),
    platformId: uuidOf(owner.platformId),
    customerId: uuidOf(owner.customerId),
    roles: [...owner.roles],
    ownershipPercentage: owner.ownershipPercentage,
    personalInfo: { ...owner.personalInfo },
    kycStatus: owner.kycStatus,
    createdAt: owner.createdAt,
    updatedAt: owner.updatedAt,
  };
  await tx.insert(beneficialOwners).values(row).onConflictDoUpdate({ target: beneficialOwners.id, set: row });
}
