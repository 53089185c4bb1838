/** SQL of members. */
import { and, arrayContains, count, eq, inArray, isNull, sql } from 'drizzle-orm';
import { lockNameUntilCommit } from '../infrastructure/database/advisory-locks.ts';
import type { Executor } from '../infrastructure/database/client.ts';
import { pageSql } from '../infrastructure/database/page-sql.ts';
import { type Id, idOf, uuidOf } from '../kernel/ids.ts';
import { type Page, type PageRequest, pageOf } from '../kernel/page.ts';
import type { Member } from './member.ts';
import { members } from './tables.ts';

const toMember = (row: typeof members.$inferSelect): Member => ({
  id: idOf('Member', row.id),
  platformId: idOf('Platform', row.platformId),
  name: row.name,
  email: row.email,
  roles: row.roles,
  isDeleted: row.deletedAt !== null,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  lastSignedInAt: row.lastSignedInAt ?? undefined,
});

const live = isNull(members.deletedAt);
const hasEmail = (email: string) => sql`lower(${members.email}) = lower(${email})`;

/** Waits for other changes of members of the platform, so that two of them cannot take one email address. */
export const lockMembers = (tx: Executor, platformId: Id<'Platform'>): Promise<void> =>
  lockNameUntilCommit(tx, 'members', platformId, 'update');

export async function insertMember(tx: Executor, member: Member): Promise<void> {
  const { id, platformId, roles, isDeleted: _live, ...rest } = member;
  await tx
    .insert(members)
    .values({ ...rest, id: uuidOf(id), platformId: uuidOf(platformId), roles: [...roles] });
}

/** Members of the platform by id, deleted ones too. */
export async function findMembers(
  db: Executor,
  platformId: Id<'Platform'>,
  ids: readonly Id<'Member'>[],
): Promise<Member[]> {
  const rows = await db
    .select()
    .from(members)
    .where(and(eq(members.platformId, uuidOf(platformId)), inArray(members.id, ids.map(uuidOf))));
  return rows.map(toMember);
}

export const findMember = async (
  db: Executor,
  platformId: Id<'Platform'>,
  id: Id<'Member'>,
): Promise<Member | undefined> => (await findMembers(db, platformId, [id]))[0];

/** The member with an email address, in any case of letters. Not a deleted one. */
export async function findMemberByEmail(
  db: Executor,
  platformId: Id<'Platform'>,
  email: string,
): Promise<Member | undefined> {
  const [row] = await db
    .select()
    .from(members)
    .where(and(hasEmail(email), eq(members.platformId, uuidOf(platformId)), live));
  return row && toMember(row);
}

/** The members of all platforms with an email address, at most `max`. Not deleted ones. */
export async function findMembersOfAllPlatforms(db: Executor, email: string, max: number): Promise<Member[]> {
  const rows = await db
    .select()
    .from(members)
    .where(and(hasEmail(email), live))
    .limit(max);
  return rows.map(toMember);
}

/** Locks a member that is not deleted. */
export async function lockMember(
  tx: Executor,
  platformId: Id<'Platform'>,
  id: Id<'Member'>,
): Promise<Member | undefined> {
  const [row] = await tx
    .select()
    .from(members)
    .where(and(eq(members.platformId, uuidOf(platformId)), eq(members.id, uuidOf(id)), live))
    .for('update');
  return row && toMember(row);
}

export async function saveMember(tx: Executor, member: Member): Promise<void> {
  const { name, email, roles, isDeleted, updatedAt } = member;
  await tx
    .update(members)
    .set({ name, email, roles: [...roles], updatedAt, deletedAt: isDeleted ? updatedAt : null })
    .where(eq(members.id, uuidOf(member.id)));
}

export async function recordSignIn(tx: Executor, id: Id<'Member'>, realNow: Date): Promise<void> {
  await tx
    .update(members)
    .set({ lastSignedInAt: realNow })
    .where(eq(members.id, uuidOf(id)));
}

const ofPlatform = (platformId: Id<'Platform'>) => and(eq(members.platformId, uuidOf(platformId)), live);

export async function listMembers(
  db: Executor,
  platformId: Id<'Platform'>,
  page: PageRequest,
): Promise<Page<Member>> {
  const { within, order, limit } = pageSql(members.id, page);
  const rows = await db
    .select()
    .from(members)
    .where(and(ofPlatform(platformId), within))
    .orderBy(order)
    .limit(limit);
  return pageOf(page, rows.map(toMember));
}

export async function countMembers(db: Executor, platformId: Id<'Platform'>): Promise<number> {
  const [row] = await db.select({ total: count() }).from(members).where(ofPlatform(platformId));
  return row?.total ?? 0;
}

/** The email addresses of members that may approve, at most `limit`, those of the oldest members first. */
export async function findApproverEmails(
  db: Executor,
  platformId: Id<'Platform'>,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .select({ email: members.email })
    .from(members)
    .where(and(eq(members.platformId, uuidOf(platformId)), live, arrayContains(members.roles, ['APPROVE'])))
    .orderBy(members.id)
    .limit(limit);
  return rows.map(({ email }) => email);
}
