/** SQL of the sessions of members. */
import { and, desc, eq, gt, inArray, isNull, lt, type SQL } from 'drizzle-orm';
import type { Database, Executor } from '../../infrastructure/database/client.ts';
import { groupedBy } from '../../kernel/grouped.ts';
import { type Id, idOf, uuidOf } from '../../kernel/ids.ts';
import type { MemberPrincipal } from '../../platforms/access/principal.ts';
import type { MemberSessions } from '../../platforms/ports.ts';
import { toPlatform } from '../../platforms/store.ts';
import { platforms } from '../../platforms/tables.ts';
import { memberSessions, members } from '../tables.ts';
import { endOf, type MemberSession, maxSessions, useRecordedAfterMs } from './session.ts';

const toSession = (row: typeof memberSessions.$inferSelect): MemberSession => ({
  id: idOf('MemberSession', row.id),
  memberId: idOf('Member', row.memberId),
  method: row.method,
  address: row.address,
  userAgent: row.userAgent ?? undefined,
  createdAt: row.createdAt,
  lastUsedAt: row.lastUsedAt,
  stepUpAt: row.stepUpAt ?? undefined,
  expiresAt: row.expiresAt,
});

const live = (realNow: Date, idleMs: number): SQL | undefined =>
  and(
    isNull(memberSessions.endedAt),
    gt(memberSessions.expiresAt, realNow),
    gt(memberSessions.lastUsedAt, new Date(realNow.getTime() - idleMs)),
  );

/** The principal of a valid session, in one statement, and records the use of the session. */
async function findAndUse(
  { orm }: Database,
  matching: SQL,
  realNow: Date,
  idleMs: number,
): Promise<MemberPrincipal | undefined> {
  const [row] = await orm
    .select()
    .from(memberSessions)
    .innerJoin(members, eq(members.id, memberSessions.memberId))
    .innerJoin(platforms, eq(platforms.id, memberSessions.platformId))
    .where(and(matching, live(realNow, idleMs), isNull(members.deletedAt)));
  if (!row) return undefined;
  const session = toSession(row.member_sessions);
  const recordedBefore = new Date(realNow.getTime() - useRecordedAfterMs);
  const isUsed = session.lastUsedAt < recordedBefore;
  if (isUsed) {
    await orm
      .update(memberSessions)
      .set({ lastUsedAt: realNow })
      .where(
        and(eq(memberSessions.id, row.member_sessions.id), lt(memberSessions.lastUsedAt, recordedBefore)),
      );
  }
  const { id, stepUpAt, expiresAt } = session;
  const lastUsedAt = isUsed ? realNow : session.lastUsedAt;
  return {
    kind: 'member',
    platform: toPlatform(row.platforms),
    member: { id: session.memberId, name: row.members.name, roles: row.members.roles },
    session: { id, stepUpAt, expiresAt: endOf({ lastUsedAt, expiresAt }, idleMs) },
  };
}

/** @param idleMs the idle lifetime of sessions. */
export const memberSessionsIn = (idleMs: number): MemberSessions => ({
  use: (db, digest, realNow) => findAndUse(db, eq(memberSessions.tokenDigest, digest), realNow, idleMs),
  find: (db, id, realNow) => findAndUse(db, eq(memberSessions.id, uuidOf(id)), realNow, idleMs),
  async lockForShare(tx, { session, member }, realNow) {
    const [row] = await tx
      .select({ roles: members.roles })
      .from(members)
      .where(and(eq(members.id, uuidOf(member.id)), isNull(members.deletedAt)))
      .for('share');
    const rows = await tx
      .select({ id: memberSessions.id })
      .from(memberSessions)
      .where(and(eq(memberSessions.id, uuidOf(session.id)), live(realNow, idleMs)))
      .for('share');
    return rows.length > 0 && row !== undefined && member.roles.every((role) => row.roles.includes(role));
  },
});

export async function insertSession(
  tx: Executor,
  platformId: Id<'Platform'>,
  session: MemberSession & { readonly tokenDigest: Uint8Array },
): Promise<void> {
  const { id, memberId, ...rest } = session;
  await tx.insert(memberSessions).values({
    ...rest,
    id: uuidOf(id),
    platformId: uuidOf(platformId),
    memberId: uuidOf(memberId),
  });
}

/** The valid sessions of members, newest first. Each member has at most `maxSessions`. */
export async function sessionsOf(
  db: Executor,
  ids: readonly Id<'Member'>[],
  realNow: Date,
  idleMs: number,
): Promise<Map<Id<'Member'>, MemberSession[]>> {
  const rows = await db
    .select()
    .from(memberSessions)
    .where(and(inArray(memberSessions.memberId, ids.map(uuidOf)), live(realNow, idleMs)))
    .orderBy(desc(memberSessions.id));
  return groupedBy(rows.map(toSession), ({ memberId }) => memberId);
}

/** The valid session of a platform. */
export async function findSession(
  db: Executor,
  platformId: Id<'Platform'>,
  id: Id<'MemberSession'>,
  realNow: Date,
  idleMs: number,
): Promise<MemberSession | undefined> {
  const ofPlatform = and(
    eq(memberSessions.platformId, uuidOf(platformId)),
    eq(memberSessions.id, uuidOf(id)),
  );
  const [row] = await db
    .select()
    .from(memberSessions)
    .where(and(ofPlatform, live(realNow, idleMs)));
  return row && toSession(row);
}

export async function recordStepUp(tx: Executor, id: Id<'MemberSession'>, realNow: Date): Promise<void> {
  await tx
    .update(memberSessions)
    .set({ stepUpAt: realNow })
    .where(eq(memberSessions.id, uuidOf(id)));
}

type EndedSessions =
  | { readonly memberId: Id<'Member'> }
  | { readonly id: Id<'MemberSession'> }
  | { readonly tokenDigest: Uint8Array };

/** Ends sessions. Returns the ids of those that had not ended. */
export async function endSessions(
  tx: Executor,
  of: EndedSessions,
  realNow: Date,
): Promise<Id<'MemberSession'>[]> {
  const matching =
    'memberId' in of
      ? eq(memberSessions.memberId, uuidOf(of.memberId))
      : 'id' in of
        ? eq(memberSessions.id, uuidOf(of.id))
        : eq(memberSessions.tokenDigest, of.tokenDigest);
  const rows = await tx
    .update(memberSessions)
    .set({ endedAt: realNow })
    .where(and(matching, isNull(memberSessions.endedAt)))
    .returning({ id: memberSessions.id });
  return rows.map(({ id }) => idOf('MemberSession', id));
}

/** Ends the sessions of a member above the maximum, least recently used first. The member's row is locked. */
export async function endSurplusSessions(
  tx: Executor,
  memberId: Id<'Member'>,
  realNow: Date,
): Promise<Id<'MemberSession'>[]> {
  const surplus = tx
    .select({ id: memberSessions.id })
    .from(memberSessions)
    .where(and(eq(memberSessions.memberId, uuidOf(memberId)), isNull(memberSessions.endedAt)))
    .orderBy(desc(memberSessions.lastUsedAt), desc(memberSessions.id))
    .offset(maxSessions);
  const rows = await tx
    .update(memberSessions)
    .set({ endedAt: realNow })
    .where(inArray(memberSessions.id, surplus))
    .returning({ id: memberSessions.id });
  return rows.map(({ id }) => idOf('MemberSession', id));
}
