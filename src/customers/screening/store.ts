/** SQL of matches with sanctions lists. */
import { and, count, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../infrastructure/database/client.ts';
import { pageSql } from '../../infrastructure/database/page-sql.ts';
import { type Id, idOf, newUuid, typeOfId, uuidOf } from '../../kernel/ids.ts';
import { type Page, type PageRequest, pageOf } from '../../kernel/page.ts';
import type { Scope } from '../../platforms/access/principal.ts';
import type { ScreeningHit } from '../ports.ts';
import { screeningMatches } from '../tables.ts';
import type { ScreeningBlock, ScreeningMatch, ScreeningMatchStatus } from './screening-match.ts';
import { comparedData, type Subject } from './subjects.ts';

const toMatch = (row: typeof screeningMatches.$inferSelect): ScreeningMatch => ({
  id: idOf('ScreeningMatch', row.id),
  platformId: idOf('Platform', row.platformId),
  customerId: idOf('Customer', row.customerId),
  subjectId: row.beneficialOwnerId
    ? idOf('BeneficialOwner', row.beneficialOwnerId)
    : idOf('Customer', row.customerId),
  listVersion: row.listVersion,
  entryId: row.entryId,
  matchedName: row.matchedName,
  program: row.program ?? undefined,
  score: row.score,
  status: row.status,
  decidedBy: row.decidedBy ?? undefined,
  comment: row.comment ?? undefined,
  decidedAt: row.decidedAt ?? undefined,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});

const visible = (scope: Scope): SQL | undefined =>
  and(
    eq(screeningMatches.platformId, uuidOf(scope.platformId)),
    scope.customerId ? eq(screeningMatches.customerId, uuidOf(scope.customerId)) : undefined,
  );

export async function findMatches(
  db: Executor,
  scope: Scope,
  ids: readonly Id<'ScreeningMatch'>[],
): Promise<ScreeningMatch[]> {
  const rows = await db
    .select()
    .from(screeningMatches)
    .where(and(visible(scope), inArray(screeningMatches.id, ids.map(uuidOf))));
  return rows.map(toMatch);
}

export async function findMatch(
  db: Executor,
  scope: Scope,
  id: Id<'ScreeningMatch'>,
): Promise<ScreeningMatch | undefined> {
  const [found] = await findMatches(db, scope, [id]);
  return found;
}

/** The hits of one subject. */
export interface FoundHits {
  readonly subject: Subject;
  readonly hits: readonly ScreeningHit[];
}

/** A decision about other data: the match is open again. The name and the number of the table are those of the upsert. */
const isOtherData = sql`${screeningMatches.comparedData} <> excluded.compared_data`;
const reopened = (column: SQL, otherwise: SQL): SQL =>
  sql`case when ${isOtherData} and ${screeningMatches.status} = 'CLEARED' then ${column} else ${otherwise} end`;

/** Stores the matches of subjects of a customer whose row is locked. A cleared match whose data have changed is open again. */
export async function saveHits(
  tx: Executor,
  {
    platformId,
    customerId,
    listVersion,
    at,
  }: {
    readonly platformId: Id<'Platform'>;
    readonly customerId: Id<'Customer'>;
    readonly listVersion: string;
    readonly at: Date;
  },
  found: readonly FoundHits[],
): Promise<void> {
  const rows = found.flatMap(({ subject, hits }) =>
    hits.map((hit): typeof screeningMatches.$inferInsert => ({
      id: newUuid(),
      platformId: uuidOf(platformId),
      customerId: uuidOf(customerId),
      beneficialOwnerId: typeOfId(subject.id) === 'BeneficialOwner' ? uuidOf(subject.id) : null,
      subjectId: uuidOf(subject.id),
      listVersion,
      entryId: hit.entryId,
      matchedName: hit.matchedName,
      program: hit.program ?? null,
      score: hit.score,
      comparedData: comparedData(subject, hit),
      status: 'OPEN',
      createdAt: at,
      updatedAt: at,
    })),
  );
  if (rows.length === 0) return;
  await tx
    .insert(screeningMatches)
    .values(rows)
    .onConflictDoUpdate({
      target: [screeningMatches.subjectId, screeningMatches.entryId],
      set: {
        listVersion: sql`excluded.list_version`,
        matchedName: sql`excluded.matched_name`,
        program: sql`excluded.program`,
        score: sql`excluded.score`,
        comparedData: sql`excluded.compared_data`,
        status: reopened(sql`'OPEN'`, sql`${screeningMatches.status}`),
        decidedBy: reopened(sql`null`, sql`${screeningMatches.decidedBy}`),
        comment: reopened(sql`null`, sql`${screeningMatches.comment}`),
        decidedAt: reopened(sql`null`, sql`${screeningMatches.decidedAt}`),
        updatedAt: sql`case when ${isOtherData} then excluded.updated_at else ${screeningMatches.updatedAt} end`,
      },
      setWhere: sql`${isOtherData} or ${screeningMatches.listVersion} <> excluded.list_version`,
    });
}

/** What prevents the approval of a customer: a confirmed match before an open one. */
export async function findBlock(
  db: Executor,
  customerId: Id<'Customer'>,
): Promise<{ readonly block: ScreeningBlock; readonly subjectId: ScreeningMatch['subjectId'] } | undefined> {
  const rows = await db
    .select()
    .from(screeningMatches)
    .where(
      and(
        eq(screeningMatches.customerId, uuidOf(customerId)),
        inArray(screeningMatches.status, ['OPEN', 'CONFIRMED']),
      ),
    )
    // CONFIRMED is before OPEN.
    .orderBy(screeningMatches.status, screeningMatches.id)
    .limit(1);
  const [match] = rows.map(toMatch);
  return match && match.status !== 'CLEARED'
    ? { block: match.status, subjectId: match.subjectId }
    : undefined;
}

/** Stores the decision about a match. */
export async function saveMatchDecision(tx: Executor, match: ScreeningMatch): Promise<void> {
  await tx
    .update(screeningMatches)
    .set({
      status: match.status,
      decidedBy: match.decidedBy ?? null,
      comment: match.comment ?? null,
      decidedAt: match.decidedAt ?? null,
      updatedAt: match.updatedAt,
    })
    .where(eq(screeningMatches.id, uuidOf(match.id)));
}

interface MatchFilter {
  readonly status?: ScreeningMatchStatus | undefined;
  readonly customerId?: Id<'Customer'> | undefined;
}

const matching = (scope: Scope, { status, customerId }: MatchFilter): SQL | undefined =>
  and(
    visible(scope),
    status ? eq(screeningMatches.status, status) : undefined,
    customerId ? eq(screeningMatches.customerId, uuidOf(customerId)) : undefined,
  );

/** Newest first. */
export async function listMatches(
  db: Executor,
  scope: Scope,
  filter: MatchFilter,
  page: PageRequest,
): Promise<Page<ScreeningMatch>> {
  const { within, order, limit } = pageSql(screeningMatches.id, page);
  const rows = await db
    .select()
    .from(screeningMatches)
    .where(and(matching(scope, filter), within))
    .orderBy(order)
    .limit(limit);
  return pageOf(page, rows.map(toMatch));
}

export async function countMatches(db: Executor, scope: Scope, filter: MatchFilter): Promise<number> {
  const [row] = await db.select({ total: count() }).from(screeningMatches).where(matching(scope, filter));
  return row?.total ?? 0;
}
