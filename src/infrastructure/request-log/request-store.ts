/** SQL of the request log. */
import { and, count, eq, gte, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { earliestUuidAt, type Id, idOf, latestUuidAt, timeOfUuid, uuidOf } from '../../kernel/ids.ts';
import { type Page, type PageRequest, pageOf } from '../../kernel/page.ts';
import type { Actor } from '../database/attribution.ts';
import type { Executor } from '../database/client.ts';
import { pageSql } from '../database/page-sql.ts';
import { readValues } from '../database/row-decoding/rows.ts';
import { bulkInserter } from '../database/statements.ts';
import type { ApiRequest } from './api-request.ts';
import { apiRequests } from './tables.ts';

const insert = bulkInserter(apiRequests);

/** Times are inclusive. */
interface RequestFilter {
  readonly requestId?: string | undefined;
  readonly actorId?: string | undefined;
  readonly operation?: string | undefined;
  readonly errorCode?: string | undefined;
  readonly failed?: boolean | undefined;
  readonly startedAfter?: Date | undefined;
  readonly startedBefore?: Date | undefined;
}

/** Whether no index has the requests of the filter in the order of the list. Failed requests are rare and have one. */
export const isWideRequestFilter = ({
  requestId,
  failed,
  errorCode,
  actorId,
  operation,
}: RequestFilter): boolean =>
  requestId === undefined &&
  (actorId !== undefined || operation !== undefined || errorCode !== undefined || failed === false);

function matching(platformId: Id<'Platform'>, filter: RequestFilter): SQL | undefined {
  const { requestId, actorId, operation, errorCode, failed, startedAfter, startedBefore } = filter;
  const hasFailed = failed ? isNotNull(apiRequests.errorCode) : isNull(apiRequests.errorCode);
  return and(
    eq(apiRequests.platformId, uuidOf(platformId)),
    requestId === undefined ? undefined : eq(apiRequests.requestId, requestId),
    actorId === undefined ? undefined : eq(apiRequests.actorId, actorId),
    operation === undefined ? undefined : eq(apiRequests.operation, operation),
    errorCode === undefined ? undefined : eq(apiRequests.errorCode, errorCode),
    failed === undefined ? undefined : hasFailed,
    startedAfter && gte(apiRequests.id, earliestUuidAt(startedAfter)),
    startedBefore && lte(apiRequests.id, latestUuidAt(startedBefore)),
  );
}

type Row = typeof apiRequests.$inferSelect;

const fromRow = (row: Row): ApiRequest => ({
  id: idOf('ApiRequest', row.id),
  platformId: idOf('Platform', row.platformId),
  requestId: row.requestId,
  startedAt: timeOfUuid(row.id),
  durationMs: row.durationMs,
  transport: row.transport,
  method: row.method,
  operation: row.operation,
  operationName: row.operationName ?? undefined,
  status: row.status,
  errorCode: row.errorCode ?? undefined,
  actor: {
    kind: row.actorKind as Actor['kind'],
    id: row.actorId ?? undefined,
    name: row.actorName ?? undefined,
  },
  address: row.address ?? undefined,
  requestBody: row.requestBody ?? undefined,
  responseBody: row.responseBody ?? undefined,
});

const toRow = (request: ApiRequest): Row => ({
  id: uuidOf(request.id),
  platformId: uuidOf(request.platformId),
  requestId: request.requestId,
  durationMs: request.durationMs,
  transport: request.transport,
  method: request.method,
  operation: request.operation,
  operationName: request.operationName ?? null,
  status: request.status,
  errorCode: request.errorCode ?? null,
  actorKind: request.actor.kind,
  actorId: request.actor.id ?? null,
  actorName: request.actor.name ?? null,
  address: request.address ?? null,
  requestBody: request.requestBody ?? null,
  responseBody: request.responseBody ?? null,
});

export async function insertApiRequests(db: Executor, requests: readonly ApiRequest[]): Promise<void> {
  await readValues(db, insert(requests.map(toRow)));
}

/** Newest first. */
export async function listApiRequests(
  db: Executor,
  platformId: Id<'Platform'>,
  filter: RequestFilter,
  page: PageRequest,
): Promise<Page<ApiRequest>> {
  const { within, order, limit } = pageSql(apiRequests.id, page);
  const rows = await db
    .select()
    .from(apiRequests)
    .where(and(matching(platformId, filter), within))
    .orderBy(order)
    .limit(limit);
  return pageOf(page, rows.map(fromRow));
}

export async function countApiRequests(
  db: Executor,
  platformId: Id<'Platform'>,
  filter: RequestFilter,
): Promise<number> {
  const [row] = await db.select({ total: count() }).from(apiRequests).where(matching(platformId, filter));
  return row?.total ?? 0;
}

export async function findApiRequests(
  db: Executor,
  platformId: Id<'Platform'>,
  ids: readonly Id<'ApiRequest'>[],
): Promise<ApiRequest[]> {
  const rows = await db
    .select()
    .from(apiRequests)
    .where(
      and(
        eq(apiRequests.platformId, uuidOf(platformId)),
        sql`${apiRequests.id} = any(${sql.param(ids.map(uuidOf))}::uuid[])`,
      ),
    );
  return rows.map(fromRow);
}
