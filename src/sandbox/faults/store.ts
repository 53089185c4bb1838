/** SQL of faults. */
import { and, eq, gt, isNull, lte, ne, notInArray, or, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../infrastructure/database/client.ts';
import { type Id, idOf, uuidOf } from '../../kernel/ids.ts';
import { platforms } from '../../platforms/tables.ts';
import type { EventType } from '../../webhooks/event-kinds.ts';
import { sandboxFaults } from '../tables.ts';
import type { Fault, FaultTarget } from './fault.ts';

type Row = typeof sandboxFaults.$inferSelect;

const toFault = (row: Row): Fault => ({
  ...row,
  id: idOf('SandboxFault', row.id),
  platformId: idOf('Platform', row.platformId),
  tokenId: row.tokenId ?? undefined,
  operation: row.operation ?? undefined,
  eventType: (row.eventType as EventType | null) ?? undefined,
  remaining: row.remaining ?? undefined,
});

const ofPlatform = (platformId: Id<'Platform'>): SQL => eq(sandboxFaults.platformId, uuidOf(platformId));

const inEffect = (realNow: Date): SQL | undefined =>
  and(
    gt(sandboxFaults.expiresAt, realNow),
    or(isNull(sandboxFaults.remaining), gt(sandboxFaults.remaining, 0)),
  );

export async function insertFault(tx: Executor, fault: Fault): Promise<void> {
  await tx
    .insert(sandboxFaults)
    .values({ ...fault, id: uuidOf(fault.id), platformId: uuidOf(fault.platformId) });
}

/** The faults of a platform that have not expired, oldest first. Those that were used up are among them. */
export async function listFaults(db: Executor, platformId: Id<'Platform'>, realNow: Date): Promise<Fault[]> {
  const rows = await db
    .select()
    .from(sandboxFaults)
    .where(and(ofPlatform(platformId), gt(sandboxFaults.expiresAt, realNow)))
    .orderBy(sandboxFaults.id);
  return rows.map(toFault);
}

/** Deletes one fault and returns it; `undefined` when the platform has no such fault. */
export async function deleteFault(
  tx: Executor,
  platformId: Id<'Platform'>,
  id: Id<'SandboxFault'>,
): Promise<Fault | undefined> {
  const [row] = await tx
    .delete(sandboxFaults)
    .where(and(ofPlatform(platformId), eq(sandboxFaults.id, uuidOf(id))))
    .returning();
  return row && toFault(row);
}

/** Deletes the faults of a platform and returns their ids. */
export async function deleteAllFaults(
  tx: Executor,
  platformId: Id<'Platform'>,
): Promise<Id<'SandboxFault'>[]> {
  const rows = await tx
    .delete(sandboxFaults)
    .where(ofPlatform(platformId))
    .returning({ id: sandboxFaults.id });
  return rows.map(({ id }) => idOf('SandboxFault', id));
}

/** Deletes the expired faults of a platform. */
export async function deleteExpiredFaults(
  tx: Executor,
  platformId: Id<'Platform'>,
  realNow: Date,
): Promise<void> {
  await tx.delete(sandboxFaults).where(and(ofPlatform(platformId), lte(sandboxFaults.expiresAt, realNow)));
}

/** Stores until when the platform has a fault. Its row is locked. */
export async function updateFaultsUntil(
  tx: Executor,
  platformId: Id<'Platform'>,
  realNow: Date,
): Promise<void> {
  const until = sql`(select max(${sandboxFaults.expiresAt}) from ${sandboxFaults}
    where ${and(ofPlatform(platformId), inEffect(realNow))})`;
  await tx
    .update(platforms)
    .set({ faultsUntil: until })
    .where(and(eq(platforms.id, uuidOf(platformId)), ne(platforms.mode, 'PRODUCTION')));
}

/** A request or a delivery, as the conditions of faults see it. */
export interface FaultSubject {
  readonly platformId: Id<'Platform'>;
  readonly target: FaultTarget;
  readonly tokenId?: string;
  /** One of them has to match. */
  readonly operations?: readonly string[];
  readonly eventType?: string | undefined;
  /** Kinds that do not apply. */
  readonly except?: readonly Fault['kind'][];
}

/**
 * Counts the oldest fault in effect that matches, and returns it. One statement that commits by itself: of concurrent takers
 * in any number of processes, each waits for the row of the one before, so a fault applies exactly as often as requested.
 */
export async function claimFault(
  db: Executor,
  { platformId, target, tokenId, operations = [], eventType, except = [] }: FaultSubject,
  realNow: Date,
): Promise<Fault | undefined> {
  const matching = and(
    ofPlatform(platformId),
    eq(sandboxFaults.target, target),
    inEffect(realNow),
    except.length === 0 ? undefined : notInArray(sandboxFaults.kind, [...except]),
    or(
      isNull(sandboxFaults.tokenId),
      tokenId === undefined ? sql`false` : eq(sandboxFaults.tokenId, tokenId),
    ),
    or(
      isNull(sandboxFaults.operation),
      operations.length === 0 ? sql`false` : sql`${sandboxFaults.operation} in ${[...operations]}`,
    ),
    or(
      isNull(sandboxFaults.eventType),
      eventType === undefined ? sql`false` : eq(sandboxFaults.eventType, eventType),
    ),
  );
  const oldest = sql`(select ${sandboxFaults.id} from ${sandboxFaults} where ${matching}
    order by ${sandboxFaults.id} limit 1 for update)`;
  const [row] = await db
    .update(sandboxFaults)
    .set({
      remaining: sql`${sandboxFaults.remaining} - 1`,
      appliedCount: sql`${sandboxFaults.appliedCount} + 1`,
    })
    .where(and(eq(sandboxFaults.id, oldest), inEffect(realNow)))
    .returning();
  return row && toFault(row);
}
