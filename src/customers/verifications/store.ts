/** SQL of verifications. */
import { and, count, desc, eq, inArray, type SQL } from 'drizzle-orm';
import type { Executor } from '../../infrastructure/database/client.ts';
import { pageSql } from '../../infrastructure/database/page-sql.ts';
import { type Id, idOf, uuidOf } from '../../kernel/ids.ts';
import { type Page, type PageRequest, pageOf } from '../../kernel/page.ts';
import type { Scope } from '../../platforms/access/principal.ts';
import { isOwnRecord } from '../../platforms/access/scope-store.ts';
import { customers, verifications } from '../tables.ts';
import type { Verification, VerificationOutcome, VerificationProblem } from './verification.ts';

const toVerification = (row: typeof verifications.$inferSelect): Verification => ({
  id: idOf('Verification', row.id),
  platformId: idOf('Platform', row.platformId),
  customerId: idOf('Customer', row.customerId),
  status: row.status,
  problems: row.problems as VerificationProblem[],
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});

const visible = (scope: Scope): SQL | undefined =>
  and(
    eq(verifications.platformId, uuidOf(scope.platformId)),
    scope.customerId ? eq(verifications.customerId, uuidOf(scope.customerId)) : undefined,
  );

export async function findVerifications(
  db: Executor,
  scope: Scope,
  ids: readonly Id<'Verification'>[],
): Promise<Verification[]> {
  const rows = await db
    .select()
    .from(verifications)
    .where(and(visible(scope), inArray(verifications.id, ids.map(uuidOf))));
  return rows.map(toVerification);
}

export async function findVerification(
  db: Executor,
  scope: Scope,
  id: Id<'Verification'>,
): Promise<Verification | undefined> {
  const [found] = await findVerifications(db, scope, [id]);
  return found;
}

/** The latest verification of a customer whose row is locked. */
export async function latestVerification(
  tx: Executor,
  customerId: Id<'Customer'>,
): Promise<Verification | undefined> {
  const [row] = await tx
    .select()
    .from(verifications)
    .where(eq(verifications.customerId, uuidOf(customerId)))
    .orderBy(desc(verifications.id))
    .limit(1);
  return row && toVerification(row);
}

/** The reviewer, note and time of a decision, stored with the verification. */
export interface DecisionRecord {
  readonly decidedBy: string;
  readonly note: string | undefined;
  readonly decidedAt: Date;
}

/** Inserts or updates the verification. */
export async function saveVerification(
  tx: Executor,
  verification: Verification,
  decision?: DecisionRecord,
): Promise<void> {
  const row: typeof verifications.$inferInsert = {
    id: uuidOf(verification.id),
    platformId: uuidOf(verification.platformId),
    customerId: uuidOf(verification.customerId),
    status: verification.status,
    problems: [...verification.problems],
    createdAt: verification.createdAt,
    updatedAt: verification.updatedAt,
    ...(decision && {
      decidedBy: decision.decidedBy,
      decisionNote: decision.note ?? null,
      decidedAt: decision.decidedAt,
    }),
  };
  await tx.insert(verifications).values(row).onConflictDoUpdate({ target: verifications.id, set: row });
}

interface VerificationFilter {
  readonly customerId?: Id<'Customer'> | undefined;
  readonly status?: VerificationOutcome | undefined;
}

/** Whether no index has the verifications of the filter in the order of the list. */
export const isWideVerificationFilter = ({ customerId, status }: VerificationFilter): boolean =>
  customerId === undefined && status !== undefined;

const matching = (scope: Scope, filter: VerificationFilter): SQL | undefined =>
  and(
    visible(scope),
    filter.customerId
      ? isOwnRecord(verifications.customerId, customers, scope, filter.customerId)
      : undefined,
    filter.status ? eq(verifications.status, filter.status) : undefined,
  );

/** Newest first. */
export async function listVerifications(
  db: Executor,
  scope: Scope,
  filter: VerificationFilter,
  page: PageRequest,
): Promise<Page<Verification>> {
  const { within, order, limit } = pageSql(verifications.id, page);
  const rows = await db
    .select()
    .from(verifications)
    .where(and(matching(scope, filter), within))
    .orderBy(order)
    .limit(limit);
  return pageOf(page, rows.map(toVerification));
}

export async function countVerifications(
  db: Executor,
  scope: Scope,
  filter: VerificationFilter,
): Promise<number> {
  const [row] = await db.select({ total: count() }).from(verifications).where(matching(scope, filter));
  return row?.total ?? 0;
}
