/** SQL of sessions. */
import { and, desc, eq, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { internalAccounts } from '../../accounts/tables.ts';
import type { Executor } from '../../infrastructure/database/client.ts';
import { type Id, idOf, uuidOf } from '../../kernel/ids.ts';
import type { Scope } from '../../platforms/access/principal.ts';
import { credentials, sessions } from '../tables.ts';
import { maxActiveSessions, type Session } from './session.ts';

const columns = {
  id: sessions.id,
  accountId: sessions.accountId,
  credentialId: sessions.credentialId,
  type: credentials.type,
  nickname: credentials.nickname,
  passkeyId: credentials.passkeyId,
  publicKey: sessions.publicKey,
  createdAt: sessions.createdAt,
  updatedAt: sessions.updatedAt,
  expiresAt: sessions.expiresAt,
  revokedAt: sessions.revokedAt,
};

const select = (db: Executor) =>
  db.select(columns).from(sessions).innerJoin(credentials, eq(credentials.id, sessions.credentialId));

type Row = Awaited<ReturnType<typeof select>>[number];

const toSession = ({ credentialId, ...row }: Row): Session => ({
  ...row,
  id: idOf('Session', row.id),
  accountId: idOf('InternalAccount', row.accountId),
  issuedBy: idOf('AuthMethod', credentialId),
  passkeyId: row.passkeyId ?? undefined,
  revokedAt: row.revokedAt ?? undefined,
});

const visible = (scope: Scope): SQL | undefined =>
  and(
    eq(sessions.platformId, uuidOf(scope.platformId)),
    scope.customerId
      ? sql`exists (select from ${internalAccounts} where ${internalAccounts.id} = ${sessions.accountId}
              and ${internalAccounts.customerId} = ${uuidOf(scope.customerId)})`
      : undefined,
  );

const active = (now: Date): SQL | undefined => and(isNull(sessions.revokedAt), gt(sessions.expiresAt, now));

/** Sessions by id, including those that have ended. */
export async function findSessions(
  db: Executor,
  scope: Scope,
  ids: readonly Id<'Session'>[],
): Promise<Session[]> {
  const rows = await select(db).where(and(visible(scope), inArray(sessions.id, ids.map(uuidOf))));
  return rows.map(toSession);
}

export async function findSession(
  db: Executor,
  scope: Scope,
  id: Id<'Session'>,
): Promise<Session | undefined> {
  const [found] = await findSessions(db, scope, [id]);
  return found;
}

/** The active sessions of several accounts in one statement, newest first. */
export async function activeSessions(
  db: Executor,
  scope: Scope,
  accountIds: readonly Id<'InternalAccount'>[],
  now: Date,
): Promise<Session[]> {
  if (accountIds.length === 0) return [];
  const rows = await select(db)
    .where(and(visible(scope), active(now), inArray(sessions.accountId, accountIds.map(uuidOf))))
    .orderBy(desc(sessions.createdAt), desc(sessions.id))
    // An account has no more: `issueSession` revokes the oldest.
    .limit(maxActiveSessions * accountIds.length);
  return rows.map(toSession);
}

/** Whether a session of the account, an ended one included, has the key. */
export async function isSessionKey(
  db: Executor,
  accountId: Id<'InternalAccount'>,
  publicKey: string,
): Promise<boolean> {
  const [found] = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.accountId, uuidOf(accountId)), eq(sessions.publicKey, publicKey)));
  return found !== undefined;
}

export async function insertSession(
  tx: Executor,
  platformId: Id<'Platform'>,
  session: Session,
): Promise<void> {
  await tx.insert(sessions).values({
    id: uuidOf(session.id),
    platformId: uuidOf(platformId),
    accountId: uuidOf(session.accountId),
    credentialId: uuidOf(session.issuedBy),
    publicKey: session.publicKey,
    createdAt: session.createdAt,
    updatedAt: session.updatedAt,
    expiresAt: session.expiresAt,
  });
}

export async function markSessionsRevoked(
  tx: Executor,
  ids: readonly Id<'Session'>[],
  at: Date,
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(sessions)
    .set({ revokedAt: at, updatedAt: at })
    .where(and(inArray(sessions.id, ids.map(uuidOf)), isNull(sessions.revokedAt)));
}

export async function revokeSessionsOf(
  tx: Executor,
  credentialId: Id<'AuthMethod'>,
  at: Date,
): Promise<void> {
  await tx
    .update(sessions)
    .set({ revokedAt: at, updatedAt: at })
    .where(and(eq(sessions.credentialId, uuidOf(credentialId)), isNull(sessions.revokedAt)));
}
