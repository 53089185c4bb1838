/**
 * SQL that reads the audit log: as a list, newest first, and as lines of the export in the order of the chain.
 *
 * New transactions and quotes are the bulk of the log, so the indexes by actor and by operation leave them out. With such a
 * filter, the other entries come from an index, and entries of transactions and quotes are searched among those of the
 * platform: a wide read, unless the filter names another type of record.
 */
import { and, eq, gte, lte, type SQL, sql } from 'drizzle-orm';
import { groupedBy } from '../../kernel/grouped.ts';
import { type Id, uuidOf } from '../../kernel/ids.ts';
import { type Page, type PageRequest, pageOf } from '../../kernel/page.ts';
import type { Actor } from '../database/attribution.ts';
import { type Executor, rawRows } from '../database/client.ts';
import { pageSql } from '../database/page-sql.ts';
import { firstOfEach } from '../database/row-decoding/rows.ts';
import type { AuditEntry } from './audit-entry.ts';
import { auditEntryId, auditPositionOf, type EntryRow, fromRow } from './audit-entry-row.ts';
import { auditEntries, frequentRecordTypes } from './tables.ts';

/** The filters of lists; `undefined` matches all. Times are inclusive. */
interface AuditFilter {
  readonly actorKind?: Actor['kind'] | undefined;
  readonly actorId?: string | undefined;
  readonly operation?: string | undefined;
  readonly recordType?: string | undefined;
  readonly recordId?: string | undefined;
  readonly requestId?: string | undefined;
  readonly createdAfter?: Date | undefined;
  readonly createdBefore?: Date | undefined;
}

const isFrequent = (type: string): boolean => frequentRecordTypes.some((one) => one === type);
const frequent = sql.raw(frequentRecordTypes.map((type) => `'${type}'`).join(', '));

/** Whether no index has the entries of the filter in the order of the list. */
export function isWideAuditFilter({ recordId, recordType, requestId, ...others }: AuditFilter): boolean {
  if (recordId !== undefined || requestId !== undefined) return false;
  if (others.createdAfter || others.createdBefore || others.actorKind) return true;
  const isFiltered = others.actorId !== undefined || others.operation !== undefined;
  return recordType === undefined ? isFiltered : isFrequent(recordType) || !isFiltered;
}

function matching(platformId: Id<'Platform'>, filter: AuditFilter): SQL | undefined {
  const { actorKind, actorId, operation, recordType, recordId, requestId, createdAfter, createdBefore } =
    filter;
  return and(
    eq(auditEntries.platformId, uuidOf(platformId)),
    actorKind === undefined ? undefined : eq(auditEntries.actorKind, actorKind),
    actorId === undefined ? undefined : eq(auditEntries.actorId, actorId),
    operation === undefined ? undefined : eq(auditEntries.operation, operation),
    recordType === undefined ? undefined : eq(auditEntries.recordType, recordType),
    recordId === undefined ? undefined : eq(auditEntries.recordId, recordId),
    requestId === undefined ? undefined : eq(auditEntries.requestId, requestId),
    createdAfter && gte(auditEntries.createdAt, createdAfter),
    createdBefore && lte(auditEntries.createdAt, createdBefore),
  );
}

/** Disjoint conditions, of which the first is in the order of an index. */
function parts({ actorId, operation, recordType, recordId, requestId }: AuditFilter): SQL[] {
  const isIndexed = actorId !== undefined || operation !== undefined;
  if (!isIndexed || recordId !== undefined || requestId !== undefined) return [sql`true`];
  const rare = sql`record_type not in (${frequent})`;
  if (recordType !== undefined) return [isFrequent(recordType) ? sql`true` : rare];
  return [rare, sql`record_type in (${frequent})`];
}

const columns = sql`platform_id, position, created_at, actor_kind, actor_id, actor_name, operation, record_type, record_id,
  changes, request_id, address, encode(previous_hash, 'hex') as previous_hash, encode(hash, 'hex') as hash`;

/** Newest first. */
export async function listAuditEntries(
  db: Executor,
  platformId: Id<'Platform'>,
  filter: AuditFilter,
  { after, before, ...page }: PageRequest,
): Promise<Page<AuditEntry>> {
  const positions = {
    ...page,
    after: after === undefined ? undefined : String(auditPositionOf(after)),
    before: before === undefined ? undefined : String(auditPositionOf(before)),
  };
  const { within, order, limit } = pageSql(sql`position`, positions);
  const reads = parts(filter).map(
    (part) =>
      sql`(select ${columns} from audit_entries where ${and(matching(platformId, filter), part, within)}
           order by ${order} limit ${limit})`,
  );
  const rows = await rawRows<EntryRow>(
    db,
    sql`select * from (${sql.join(reads, sql` union all `)}) entries order by ${order} limit ${limit}`,
  );
  return pageOf({ ...page, after, before }, rows.map(fromRow));
}

export async function countAuditEntries(
  db: Executor,
  platformId: Id<'Platform'>,
  filter: AuditFilter,
): Promise<number> {
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const [row] = await rawRows<{ n: string | number }>(
    db,
    isFiltered
      ? sql`select count(*) as n from audit_entries where ${matching(platformId, filter)}`
      : sql`select coalesce(max(position), 0) as n from audit_heads where platform_id = ${uuidOf(platformId)}`,
  );
  return Number(row?.n ?? 0);
}

/** Entries by id. An id of another platform's entry is not found. */
export async function findAuditEntries(
  db: Executor,
  platformId: Id<'Platform'>,
  ids: readonly Id<'AuditEntry'>[],
): Promise<AuditEntry[]> {
  const positions = ids
    .map((id) => ({ id, position: auditPositionOf(uuidOf(id)) }))
    .filter(({ id, position }) => id === auditEntryId(platformId, position))
    .map(({ position }) => position);
  if (positions.length === 0) return [];
  const rows = await rawRows<EntryRow>(
    db,
    sql`select ${columns} from audit_entries
        where platform_id = ${uuidOf(platformId)} and position = any(${sql.param(positions)}::bigint[])`,
  );
  return rows.map(fromRow);
}

/** The entries of requests, at most `limit` of each. */
export async function auditEntriesOfRequests(
  db: Executor,
  platformId: Id<'Platform'>,
  requestIds: readonly string[],
  limit: number,
): Promise<Map<string, AuditEntry[]>> {
  const rows = await rawRows<EntryRow>(
    db,
    sql`select ${columns} from (
          select *, row_number() over (partition by request_id order by position) as nth from audit_entries
          where request_id = any(${sql.param([...requestIds])}::text[]) and platform_id = ${uuidOf(platformId)}
        ) of_requests where nth <= ${limit} order by position`,
  );
  return groupedBy(rows.map(fromRow), ({ requestId }) => requestId ?? '');
}

/** The first entries of records, oldest first, at most `limit` of each. */
export async function auditEntriesOfRecords(
  db: Executor,
  platformId: Id<'Platform'>,
  recordIds: readonly string[],
  limit: number,
): Promise<Map<string, AuditEntry[]>> {
  const rows = await rawRows<EntryRow>(
    db,
    firstOfEach(
      recordIds,
      (id) =>
        sql`select ${columns} from audit_entries where platform_id = ${uuidOf(platformId)} and record_id = ${id}
            order by position limit ${limit}`,
      'text',
    ),
  );
  return groupedBy(rows.map(fromRow), ({ recordId }) => recordId);
}

/** Lines of the export after a position, in the order of the chain: a JSON object each. */
export async function auditLines(
  db: Executor,
  platformId: Id<'Platform'>,
  after: number,
  limit: number,
): Promise<{ readonly position: number; readonly line: string }[]> {
  const rows = await rawRows<{ position: string | number; line: string }>(
    db,
    sql`select position, audit_content(platform_id, position, created_at, actor_kind, actor_id, actor_name, operation,
            record_type, record_id, changes, request_id, address)
          || ',"previousHash":"' || encode(previous_hash, 'hex') || '","hash":"' || encode(hash, 'hex') || '"}' as line
        from audit_entries where platform_id = ${uuidOf(platformId)} and position > ${after}
        order by position limit ${limit}`,
  );
  return rows.map(({ position, line }) => ({ position: Number(position), line }));
}
