/**
 * Rate limits of all processes together, counted in the database.
 *
 * `takeAttempt` counts attempts in sliding windows, for secrets and codes that a caller could guess. `takeRequest` is a token
 * bucket in one statement, for the requests of the API.
 *
 * Both commit before the operation that they limit, so an attempt counts whatever its result is.
 *
 * Source: docs/behaviour/conventions.md#rate-limits.
 */
import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { type Database, type Executor, rawRows } from '../../infrastructure/database/client.ts';
import { transact } from '../../infrastructure/database/transact.ts';
import { invariant, RateLimited } from '../../kernel/errors.ts';
import { rateLimits } from '../tables.ts';
import { credentialIdOf, type Principal } from './principal.ts';

/** At most `attempts` in any period of `seconds`. */
export interface AttemptWindow {
  readonly attempts: number;
  readonly seconds: number;
}

/** A token bucket: `perSecond` on average, and up to `burst` at once. */
interface RequestRate {
  readonly perSecond: number;
  readonly burst: number;
}

/** A counter: the name of the limit, and the address or id that it applies to. */
interface Limited {
  readonly limit: string;
  readonly subject: string;
}

export const redeemWindows: readonly AttemptWindow[] = [{ attempts: 10, seconds: 60 }];
export const deviceCodeWindows: readonly AttemptWindow[] = [{ attempts: 10, seconds: 60 }];

const platformRate: RequestRate = { perSecond: 100, burst: 200 };
const agentRate: RequestRate = { perSecond: 10, burst: 10 };

const keyOf = ({ limit, subject }: Limited): string =>
  createHash('sha256').update(`${limit}\u0000${subject}`).digest('base64url');

const maxWindowMs = (windows: readonly AttemptWindow[]): number =>
  Math.max(...windows.map(({ seconds }) => seconds)) * 1000;

/**
 * Adds an attempt if the windows allow it.
 *
 * @param earlier the instants of earlier attempts, in milliseconds, oldest first.
 * @returns the attempts to store.
 */
export function addAttempt(
  windows: readonly AttemptWindow[],
  earlier: readonly number[],
  now: number,
): { readonly attempts: readonly number[] } | RateLimited {
  let waitMs = 0;
  for (const { attempts, seconds } of windows) {
    const within = earlier.filter((at) => at > now - seconds * 1000);
    // The window has room again when this attempt leaves it.
    const leaving = within[within.length - attempts];
    if (leaving !== undefined) waitMs = Math.max(waitMs, leaving + seconds * 1000 - now);
  }
  if (waitMs > 0) return new RateLimited(waitMs / 1000);
  return { attempts: [...earlier.filter((at) => at > now - maxWindowMs(windows)), now] };
}

/** The maximum number of expired counters that one attempt deletes. */
const maxDeletedAtOnce = 20;

/**
 * Counts one attempt, or rejects it. A rejected attempt is not counted.
 *
 * @param now on the clock of the limit: real time or the clock of one platform, always the same for one limit.
 * @param realNow for the deletion of expired counters. The clock of a sandbox must not delete the counters of others.
 */
export async function takeAttempt(
  db: Database,
  limited: Limited,
  windows: readonly AttemptWindow[],
  now: Date,
  realNow = now,
): Promise<true | RateLimited> {
  return transact(db, async (tx) => {
    const counter = await lockCounter(tx, limited, windows, now);
    if (counter instanceof RateLimited) return counter;
    await counter.count();
    await deleteExpiredCounters(tx, realNow);
    return true;
  });
}

/**
 * Deletes some expired counters. It is the last statement of its transaction: a transaction that deletes counters of others
 * and then waits for its own could deadlock.
 */
export async function deleteExpiredCounters(tx: Executor, realNow: Date): Promise<void> {
  await tx.execute(
    sql`delete from rate_limits where key in (
          select key from rate_limits where forgotten_at < ${realNow.toISOString()}::timestamptz
          limit ${maxDeletedAtOnce} for update skip locked)`,
  );
}

/** A counter with room for one more attempt. Its row is locked until the transaction ends. */
export interface OpenCounter {
  count(): Promise<void>;
}

export async function lockCounter(
  tx: Executor,
  limited: Limited,
  windows: readonly AttemptWindow[],
  now: Date,
): Promise<OpenCounter | RateLimited> {
  const key = keyOf(limited);
  const row = { expiresAt: new Date(now.getTime() + maxWindowMs(windows)), updatedAt: now };
  // One statement, so that a counter that another transaction deletes meanwhile is inserted again. It also extends the
  // counter, so that the end of this transaction does not delete a counter that others wait for.
  const [stored] = await tx
    .insert(rateLimits)
    .values({ key, ...row })
    .onConflictDoUpdate({ target: rateLimits.key, set: { expiresAt: row.expiresAt } })
    .returning();
  invariant(stored, 'an upsert returns its row');
  const added = addAttempt(windows, stored.attempts, now.getTime());
  if (added instanceof RateLimited) return added;
  return {
    async count() {
      await tx
        .update(rateLimits)
        .set({ attempts: [...added.attempts], ...row })
        .where(eq(rateLimits.key, key));
    },
  };
}

/** Removes an attempt from the counter, because it was no failure. */
export async function removeAttempt(db: Database, limited: Limited, at: Date): Promise<void> {
  const index = sql`array_position(tries, ${at.getTime()}::bigint)`;
  await db.orm.execute(
    sql`update rate_limits set tries = tries[:${index} - 1] || tries[${index} + 1:]
        where key = ${keyOf(limited)} and ${index} is not null`,
  );
}

/** Takes one token from the bucket, or rejects the request. */
export async function takeRequest(
  db: Database,
  limited: Limited,
  { perSecond, burst }: RequestRate,
  realNow: Date,
): Promise<true | RateLimited> {
  const now = sql`${realNow.toISOString()}::timestamptz`;
  const full = sql`${realNow.toISOString()}::timestamptz + ${(burst / perSecond) * 1000}::float8 * interval '1 millisecond'`;
  // The clocks of two processes may differ slightly. The time of a bucket never goes back.
  const refilled = sql`least(${burst}::float8, rate_limits.tokens
    + greatest(0, extract(epoch from ${now} - rate_limits.updated_at)) * ${perSecond}::float8)`;
  const taken = await rawRows(
    db.orm,
    sql`insert into rate_limits (key, tokens, forgotten_at, updated_at)
        values (${keyOf(limited)}, ${burst - 1}::float8, ${full}, ${now})
        on conflict (key) do update
          set tokens = ${refilled} - 1, forgotten_at = ${full}, updated_at = greatest(rate_limits.updated_at, ${now})
          where ${refilled} >= 1
        returning key`,
  );
  return taken.length > 0 ? true : new RateLimited(1 / perSecond);
}

/** Counts one request of the API, by the rate of the kind of caller. */
export const takeApiRequest = (
  db: Database,
  principal: Principal,
  realNow: Date,
): Promise<true | RateLimited> =>
  takeRequest(
    db,
    { limit: 'api', subject: credentialIdOf(principal) },
    principal.kind === 'agent' ? agentRate : platformRate,
    realNow,
  );
