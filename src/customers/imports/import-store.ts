/** SQL of imports of customers. */
import { and, count, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { Attribution } from '../../infrastructure/database/attribution.ts';
import { type Executor, rawRows } from '../../infrastructure/database/client.ts';
import { pageSql } from '../../infrastructure/database/page-sql.ts';
import { encodeBase64Url } from '../../kernel/crypto/encodings.ts';
import { type Id, idOf, uuidOf } from '../../kernel/ids.ts';
import { type Page, type PageRequest, pageOf } from '../../kernel/page.ts';
import { customerImportErrors, customerImportKeys, customerImports, customers } from '../tables.ts';
import type { Column } from './columns.ts';
import { type CustomerImport, type ImportStatus, maxStoredErrors, type RowError } from './customer-import.ts';

type Row = typeof customerImports.$inferSelect;

/** An import with what its job needs. */
export interface ImportWork extends CustomerImport {
  readonly columns: readonly Column[] | undefined;
  readonly storageKey: string | undefined;
  readonly position: number;
  readonly attribution: Attribution | undefined;
}

const toImport = (row: Row): CustomerImport => ({
  id: idOf('Job', row.id),
  platformId: idOf('Platform', row.platformId),
  status: row.status,
  format: row.format,
  dryRun: row.dryRun,
  progress: {
    total: row.total,
    processed: row.processed,
    successful: row.successful,
    failed: row.failed,
  },
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  completedAt: row.completedAt ?? undefined,
});

const toWork = (row: Row): ImportWork => ({
  ...toImport(row),
  columns: (row.columns as readonly Column[] | null) ?? undefined,
  storageKey: row.storageKey ?? undefined,
  position: row.position,
  attribution: row.attribution ?? undefined,
});

export async function insertImport(tx: Executor, work: ImportWork): Promise<void> {
  await tx.insert(customerImports).values({
    id: uuidOf(work.id),
    platformId: uuidOf(work.platformId),
    status: work.status,
    format: work.format,
    dryRun: work.dryRun,
    columns: work.columns ? [...work.columns] : null,
    storageKey: work.storageKey ?? null,
    ...work.progress,
    position: work.position,
    attribution: work.attribution ?? null,
    createdAt: work.createdAt,
    updatedAt: work.updatedAt,
    completedAt: null,
  });
}

/** Stores the progress of an import whose row is locked. */
export async function updateImport(tx: Executor, work: ImportWork): Promise<void> {
  await tx
    .update(customerImports)
    .set({
      status: work.status,
      storageKey: work.storageKey ?? null,
      ...work.progress,
      position: work.position,
      updatedAt: work.updatedAt,
      completedAt: work.completedAt ?? null,
    })
    .where(eq(customerImports.id, uuidOf(work.id)));
}

export async function lockImport(
  tx: Executor,
  platformId: Id<'Platform'>,
  id: Id<'Job'>,
): Promise<ImportWork | undefined> {
  const [row] = await tx
    .select()
    .from(customerImports)
    .where(and(eq(customerImports.platformId, uuidOf(platformId)), eq(customerImports.id, uuidOf(id))))
    .for('update');
  return row && toWork(row);
}

export async function findImports(
  db: Executor,
  platformId: Id<'Platform'>,
  ids: readonly Id<'Job'>[],
): Promise<CustomerImport[]> {
  const rows = await db
    .select()
    .from(customerImports)
    .where(
      and(eq(customerImports.platformId, uuidOf(platformId)), inArray(customerImports.id, ids.map(uuidOf))),
    );
  return rows.map(toImport);
}

interface ImportFilter {
  readonly status?: ImportStatus | undefined;
  readonly dryRun?: boolean | undefined;
}

const matching = (platformId: Id<'Platform'>, { status, dryRun }: ImportFilter): SQL | undefined =>
  and(
    eq(customerImports.platformId, uuidOf(platformId)),
    status ? eq(customerImports.status, status) : undefined,
    dryRun === undefined ? undefined : eq(customerImports.dryRun, dryRun),
  );

/** Newest first. */
export async function listImports(
  db: Executor,
  platformId: Id<'Platform'>,
  filter: ImportFilter,
  page: PageRequest,
): Promise<Page<CustomerImport>> {
  const { within, order, limit } = pageSql(customerImports.id, page);
  const rows = await db
    .select()
    .from(customerImports)
    .where(and(matching(platformId, filter), within))
    .orderBy(order)
    .limit(limit);
  return pageOf(page, rows.map(toImport));
}

export async function countImports(
  db: Executor,
  platformId: Id<'Platform'>,
  filter: ImportFilter,
): Promise<number> {
  const [row] = await db.select({ total: count() }).from(customerImports).where(matching(platformId, filter));
  return row?.total ?? 0;
}

export async function insertRowErrors(
  tx: Executor,
  id: Id<'Job'>,
  errors: readonly RowError[],
): Promise<void> {
  if (errors.length === 0) return;
  await tx
    .insert(customerImportErrors)
    .values(errors.map((error) => ({ ...error, details: { ...error.details }, importId: uuidOf(id) })));
}

/** The first rows that failed of each import. The caller has read the imports of its platform. */
export async function errorsOfImports(
  db: Executor,
  ids: readonly Id<'Job'>[],
  limit: number,
): Promise<ReadonlyMap<Id<'Job'>, readonly RowError[]>> {
  const rows = await rawRows<{ import_id: string; correlation_id: string } & Omit<RowError, 'correlationId'>>(
    db,
    sql`select e.* from unnest(${sql.param(ids.map(uuidOf))}::uuid[]) as i(id) cross join lateral (
          select * from customer_import_errors where import_id = i.id order by row limit ${limit}
        ) e order by e.import_id, e.row`,
  );
  const errors = rows.map(({ import_id, correlation_id: correlationId, row, code, message, details }) => ({
    id: idOf('Job', import_id),
    error: {
      row,
      correlationId,
      code,
      message,
      details: typeof details === 'string' ? JSON.parse(details) : details,
    },
  }));
  const byImport = new Map<Id<'Job'>, RowError[]>(ids.map((id) => [id, []]));
  for (const { id, error } of errors) byImport.get(id)?.push(error);
  return byImport;
}

export const errorsOfImport = async (
  db: Executor,
  id: Id<'Job'>,
  limit = maxStoredErrors,
): Promise<readonly RowError[]> => (await errorsOfImports(db, [id], limit)).get(id) ?? [];

/** The ids and addresses among these that customers have. A deleted customer has none. */
export async function takenValues(
  tx: Executor,
  platformId: Id<'Platform'>,
  ids: readonly string[],
  umaAddresses: readonly string[],
): Promise<{ readonly ids: ReadonlySet<string>; readonly umaAddresses: ReadonlySet<string> }> {
  const live = isNull(customers.deletedAt);
  const byId =
    ids.length === 0
      ? []
      : await tx
          .selectDistinct({ value: customers.platformCustomerId })
          .from(customers)
          .where(
            and(
              eq(customers.platformId, uuidOf(platformId)),
              inArray(customers.platformCustomerId, [...ids]),
              live,
            ),
          );
  const address = sql<string>`lower(${customers.umaAddress})`;
  const byAddress =
    umaAddresses.length === 0
      ? []
      : await tx
          .select({ value: address })
          .from(customers)
          .where(and(inArray(address, [...umaAddresses]), live));
  return {
    ids: new Set(byId.map(({ value }) => value)),
    umaAddresses: new Set(byAddress.map(({ value }) => value)),
  };
}

/** The digests among these, in base64, that an earlier row of a dry run has. */
export async function knownKeys(
  tx: Executor,
  id: Id<'Job'>,
  digests: readonly Uint8Array[],
): Promise<ReadonlySet<string>> {
  if (digests.length === 0) return new Set();
  const rows = await tx
    .select({ digest: customerImportKeys.digest })
    .from(customerImportKeys)
    .where(
      and(eq(customerImportKeys.importId, uuidOf(id)), inArray(customerImportKeys.digest, [...digests])),
    );
  return new Set(rows.map(({ digest }) => encodeBase64Url(digest)));
}

export async function addKeys(tx: Executor, id: Id<'Job'>, digests: readonly Uint8Array[]): Promise<void> {
  if (digests.length === 0) return;
  await tx
    .insert(customerImportKeys)
    .values(digests.map((digest) => ({ importId: uuidOf(id), digest })))
    .onConflictDoNothing();
}

/** Deletes some digests of a dry run. Returns how many. */
export async function deleteKeys(tx: Executor, id: Id<'Job'>, limit: number): Promise<number> {
  const rows = await rawRows(
    tx,
    sql`delete from customer_import_keys where (import_id, digest) in (
          select import_id, digest from customer_import_keys where import_id = ${uuidOf(id)} limit ${limit}
        ) returning 1 as deleted`,
  );
  return rows.length;
}

/** The files of a platform's imports that are not removed yet. */
export async function importStorageKeys(db: Executor, platformUuid: string): Promise<readonly string[]> {
  const rows = await db
    .select({ storageKey: customerImports.storageKey })
    .from(customerImports)
    .where(and(eq(customerImports.platformId, platformUuid), isNotNull(customerImports.storageKey)));
  return rows.flatMap(({ storageKey }) => storageKey ?? []);
}
