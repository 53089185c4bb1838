/** SQL of bank connections. */
import { and, count, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import {
  lockNameUntilCommit,
  lockUntilCommit,
  tryShareNameUntilCommit,
} from '../../infrastructure/database/advisory-locks.ts';
import { type Executor, rawRows } from '../../infrastructure/database/client.ts';
import { pageSql } from '../../infrastructure/database/page-sql.ts';
import { type Id, idOf, uuidOf } from '../../kernel/ids.ts';
import { type Page, type PageRequest, pageOf } from '../../kernel/page.ts';
import type { BankConnection } from './bank-connection.ts';
import { bankConnections } from './tables.ts';

type Row = typeof bankConnections.$inferSelect;

const toConnection = (row: Row): BankConnection => ({
  ...row,
  id: idOf('BankConnection', row.id),
  platformId: idOf('Platform', row.platformId),
  sealedSecret: row.sealedSecret ?? undefined,
  virtualIbanRange: row.virtualIbanRange ?? undefined,
  reviewAbove: row.reviewAbove ?? undefined,
  lastCutOffAt: row.lastCutOffAt ?? undefined,
  lastExchangeAt: row.lastExchangeAt ?? undefined,
  exchangeError: row.exchangeError ?? undefined,
});

const ofPlatform = (platformId: Id<'Platform'>) => eq(bankConnections.platformId, uuidOf(platformId));

/** @param nextExchangeAt when its files are exchanged first, in real time. */
export async function insertConnection(
  tx: Executor,
  { id, platformId, ...connection }: BankConnection,
  nextExchangeAt: Date,
): Promise<void> {
  await tx
    .insert(bankConnections)
    .values({ ...connection, id: uuidOf(id), platformId: uuidOf(platformId), nextExchangeAt });
}

export async function saveConnection(
  tx: Executor,
  { id, platformId: _, createdAt: __, ...connection }: BankConnection,
): Promise<void> {
  await tx
    .update(bankConnections)
    .set({
      ...connection,
      sealedSecret: connection.sealedSecret ?? null,
      virtualIbanRange: connection.virtualIbanRange ?? null,
      reviewAbove: connection.reviewAbove ?? null,
      exchangeError: connection.exchangeError ?? null,
    })
    .where(eq(bankConnections.id, uuidOf(id)));
}

export interface BankConnectionFilter {
  readonly status?: BankConnection['status'] | undefined;
}

const matching = (platformId: Id<'Platform'>, { status }: BankConnectionFilter) =>
  and(ofPlatform(platformId), status ? eq(bankConnections.status, status) : undefined);

/** Newest first. */
export async function listConnections(
  db: Executor,
  platformId: Id<'Platform'>,
  filter: BankConnectionFilter,
  page: PageRequest,
): Promise<Page<BankConnection>> {
  const { within, order, limit } = pageSql(bankConnections.id, page);
  const rows = await db
    .select()
    .from(bankConnections)
    .where(and(matching(platformId, filter), within))
    .orderBy(order)
    .limit(limit);
  return pageOf(page, rows.map(toConnection));
}

export async function countConnections(
  db: Executor,
  platformId: Id<'Platform'>,
  filter: BankConnectionFilter,
): Promise<number> {
  const [row] = await db.select({ total: count() }).from(bankConnections).where(matching(platformId, filter));
  return row?.total ?? 0;
}

export async function findConnections(
  db: Executor,
  platformId: Id<'Platform'>,
  ids: readonly Id<'BankConnection'>[],
): Promise<BankConnection[]> {
  const rows = await db
    .select()
    .from(bankConnections)
    .where(and(ofPlatform(platformId), inArray(bankConnections.id, ids.map(uuidOf))));
  return rows.map(toConnection);
}

export async function activeConnections(db: Executor, platformId: Id<'Platform'>): Promise<BankConnection[]> {
  const active = and(ofPlatform(platformId), eq(bankConnections.status, 'ACTIVE'));
  const rows = await db.select().from(bankConnections).where(active);
  return rows.map(toConnection);
}

/**
 * The active connections of a platform. None can be changed or closed until the new payments of the transaction are committed.
 */
export async function lockActiveConnectionsForShare(
  tx: Executor,
  platformId: Id<'Platform'>,
): Promise<BankConnection[]> {
  const active = and(ofPlatform(platformId), eq(bankConnections.status, 'ACTIVE'));
  const rows = await tx.select().from(bankConnections).where(active).orderBy(bankConnections.id).for('share');
  return rows.map(toConnection);
}

export async function findConnection(
  db: Executor,
  platformId: Id<'Platform'>,
  id: Id<'BankConnection'>,
): Promise<BankConnection | undefined> {
  const [row] = await db
    .select()
    .from(bankConnections)
    .where(and(ofPlatform(platformId), eq(bankConnections.id, uuidOf(id))));
  return row && toConnection(row);
}

/** A connection that does not change, and of which no entries are booked, until the transaction is committed. */
export async function lockConnectionForShare(
  tx: Executor,
  platformId: Id<'Platform'>,
  id: Id<'BankConnection'>,
): Promise<BankConnection | undefined> {
  const [row] = await tx
    .select()
    .from(bankConnections)
    .where(and(ofPlatform(platformId), eq(bankConnections.id, uuidOf(id))))
    .for('share');
  return row && toConnection(row);
}

/** The platform of a connection, for an operator who names only the connection. */
export async function platformOfConnection(
  db: Executor,
  id: Id<'BankConnection'>,
): Promise<Id<'Platform'> | undefined> {
  const [row] = await db
    .select({ platformId: bankConnections.platformId })
    .from(bankConnections)
    .where(eq(bankConnections.id, uuidOf(id)));
  return row && idOf('Platform', row.platformId);
}

/**
 * Locks the connection: files are made, and entries are booked, one after the other. Records that name it can be inserted meanwhile, so
 * that who holds an account of the ledger does not wait for it.
 */
export async function lockConnection(
  tx: Executor,
  platformId: Id<'Platform'>,
  id: Id<'BankConnection'>,
): Promise<BankConnection | undefined> {
  const [row] = await tx
    .select()
    .from(bankConnections)
    .where(and(ofPlatform(platformId), eq(bankConnections.id, uuidOf(id))))
    .for('no key update');
  return row && toConnection(row);
}

/**
 * Excludes the booking of records until commit, while a file of the connection is recorded. That can take minutes, so it does not lock
 * the connection.
 */
export const excludeBooking = (tx: Executor, id: Id<'BankConnection'>): Promise<void> =>
  lockNameUntilCommit(tx, 'bankRecords', id, 'update');

/** Excludes the recording of files until commit. Returns false while a file is recorded. */
export const tryToExcludeRecording = (tx: Executor, id: Id<'BankConnection'>): Promise<boolean> =>
  tryShareNameUntilCommit(tx, 'bankRecords', id);

/** Whether a file of the connection has its temporary name at the bank. */
export async function hasStagedFile(tx: Executor, id: Id<'BankConnection'>): Promise<boolean> {
  const staged = sql`select 1 from bank_files where connection_id = ${uuidOf(id)} and status = 'STAGED' limit 1`;
  return (await rawRows(tx, staged)).length > 0;
}

const notLeased = (realNow: Date) =>
  or(isNull(bankConnections.leasedUntil), lte(bankConnections.leasedUntil, realNow));

/** A connection whose files one process exchanges. Who no longer holds `until` has lost it to another. Instants are real time. */
export interface LeasedConnection {
  readonly connection: BankConnection;
  readonly until: Date;
}

const isDue = (realNow: Date) =>
  and(eq(bankConnections.status, 'ACTIVE'), lte(bankConnections.nextExchangeAt, realNow), notLeased(realNow));

/** Whether a connection may be due. Without one, no process waits for the lock of `leaseConnection`. */
export async function hasDueConnection(db: Executor, realNow: Date): Promise<boolean> {
  const rows = await db
    .select({ id: bankConnections.id })
    .from(bankConnections)
    .where(isDue(realNow))
    .limit(1);
  return rows.length > 0;
}

/**
 * Leases a connection whose exchange is due; `undefined` when there is none.
 *
 * Decision: of a platform one connection at a time, so that slow servers of one platform do not occupy every slot. Processes select
 * one after the other: of two that select at once, neither would see the lease of the other.
 */
export async function leaseConnection(
  tx: Executor,
  realNow: Date,
  leaseMs: number,
): Promise<LeasedConnection | undefined> {
  await lockUntilCommit(tx, 'bankExchanges');
  const until = new Date(realNow.getTime() + leaseMs);
  const due = tx
    .select({ id: bankConnections.id })
    .from(bankConnections)
    .where(
      and(
        isDue(realNow),
        sql`not exists (select 1 from ${bankConnections} other where other.platform_id = ${bankConnections.platformId}
          and other.leased_until > ${realNow.toISOString()}::timestamptz)`,
      ),
    )
    .orderBy(bankConnections.nextExchangeAt)
    .limit(1)
    .for('no key update', { skipLocked: true });
  const [row] = await tx
    .update(bankConnections)
    .set({ leasedUntil: until })
    .where(eq(bankConnections.id, sql`(${due})`))
    .returning();
  return row && { connection: toConnection(row), until };
}

/** Leases one connection, for an exchange that a person requested; `undefined` when a process is exchanging its files. */
export async function leaseConnectionOf(
  db: Executor,
  platformId: Id<'Platform'>,
  id: Id<'BankConnection'>,
  realNow: Date,
  leaseMs: number,
): Promise<LeasedConnection | undefined> {
  const until = new Date(realNow.getTime() + leaseMs);
  const [row] = await db
    .update(bankConnections)
    .set({ leasedUntil: until })
    .where(and(ofPlatform(platformId), eq(bankConnections.id, uuidOf(id)), notLeased(realNow)))
    .returning();
  return row && { connection: toConnection(row), until };
}

const heldUntil = ({ connection: { id }, until }: LeasedConnection) =>
  and(eq(bankConnections.id, uuidOf(id)), eq(bankConnections.leasedUntil, until));

/** Extends the lease of a long exchange. Returns false when another process has it. */
export async function extendLease(db: Executor, leased: LeasedConnection, until: Date): Promise<boolean> {
  const rows = await db
    .update(bankConnections)
    .set({ leasedUntil: until })
    .where(heldUntil(leased))
    .returning({ id: bankConnections.id });
  return rows.length > 0;
}

/** Ends a lease, unless another process has it. */
export async function endExchange(
  db: Executor,
  leased: LeasedConnection,
  { at, next, error }: { readonly at: Date; readonly next: Date; readonly error: string | undefined },
): Promise<void> {
  await db
    .update(bankConnections)
    .set({
      leasedUntil: null,
      lastExchangeAt: at,
      nextExchangeAt: next,
      exchangeError: error ?? null,
      ...(error === undefined && { lastSuccessAt: at }),
    })
    .where(heldUntil(leased));
}

/** Ends the lease of an exchange that was stopped. It is due at once. */
export async function releaseLease(db: Executor, leased: LeasedConnection, at: Date): Promise<void> {
  await db.update(bankConnections).set({ leasedUntil: null, nextExchangeAt: at }).where(heldUntil(leased));
}

/** The name of the subfolder in which the files of a connection are exchanged. */
export const exchangeFolderOf = (id: Id<'BankConnection'>): string => uuidOf(id);
