/**
 * Limits that hold across processes, because they are counted in the database.
 *
 * `takeTry` counts single tries against exact windows: of any 60 seconds, of any hour. It is for what somebody might
 * guess. `takeRequest` is a bucket that refills evenly, in one statement: it is for the traffic of the API.
 *
 * Both write in a transaction of their own, before what they guard: a try counts whatever comes of it.
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

/** At most `tries` in any `seconds`. */
export interface AttemptWindow {
  readonly attempts: number;
  readonly seconds: number;
}

/** `perSecond` on average, and up to `burst` at once. */
interface RequestRate {
  readonly perSecond: number;
  readonly burst: number;
}

/** For whom a limit holds: its name, then what tells one from another, for example an address or an id. */
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

/**
 * Whether one more try fits, and the tries that are remembered then. Pure.
 *
 * @param before instants of earlier tries, in milliseconds, oldest first.
 */
export function tryIn(
  windows: readonly AttemptWindow[],
  before: readonly number[],
  now: number,
): { readonly tries: readonly number[] } | RateLimited {
  let waitMs = 0;
  for (const { attempts: tries, seconds } of windows) {
    const within = before.filter((at) => at > now - seconds * 1000);
    // Once enough of the oldest have left the window, one more fits.
    const leaving = within[within.length - tries];
    if (leaving !== undefined) waitMs = Math.max(waitMs, leaving + seconds * 1000 - now);
  }
  if (waitMs > 0) return new RateLimited(waitMs / 1000);
  const longest = Math.max(...windows.map(({ seconds }) => seconds)) * 1000;
  return { tries: [...before.filter((at) => at > now - longest), now] };
}

/** How many rows that say nothing any more one try clears away. */
const clearedAtOnce = 20;

/**
 * Counts one try, or refuses it. A refused try is not counted: who waits as told gets through.
 *
 * @param now on the clock that the limit follows, real time or one platform's. A limit follows one of them always.
 * @param realNow by which rows are cleared away, so that no sandbox's clock reaches the counters of others.
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
    await clearForgotten(tx, realNow);
    return true;
  });
}

/**
 * Clears away some counters that say nothing any more. Comes last in its transaction: one that held deleted counters of
 * others while it waited for its own could deadlock with them.
 */
export async function clearForgotten(tx: Executor, realNow: Date): Promise<void> {
  await tx.execute(
    sql`delete from rate_limits where key in (
          select key from rate_limits where forgotten_at < ${realNow.toISOString()}::timestamptz
          limit ${clearedAtOnce} for update skip locked)`,
  );
}

/** A counter that has room for one more try; its row stays locked until the transaction ends. */
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
  const longest = Math.max(...windows.map(({ seconds }) => seconds));
  const row = { forgottenAt: new Date(now.getTime() + longest * 1000), updatedAt: now };
  // One statement: a counter that another transaction clears away meanwhile is made again. It is not forgotten from here
  // on, so that the end of this transaction does not clear it from under those who wait for it.
  const [stored] = await tx
    .insert(rateLimits)
    .values({ key, ...row })
    .onConflictDoUpdate({ target: rateLimits.key, set: { forgottenAt: row.forgottenAt } })
    .returning();
  invariant(stored, 'a counter that was made is there');
  const taken = tryIn(windows, stored.tries, now.getTime());
  if (taken instanceof RateLimited) return taken;
  return {
    async count() {
      await tx
        .update(rateLimits)
        .set({ tries: [...taken.tries], ...row })
        .where(eq(rateLimits.key, key));
    },
  };
}

/** Takes back a try that turned out to be none: the answer was right. */
export async function refundAttempt(db: Database, limited: Limited, at: Date): Promise<void> {
  const place = sql`array_position(tries, ${at.getTime()}::bigint)`;
  await db.orm.execute(
    sql`update rate_limits set tries = tries[:${place} - 1] || tries[${place} + 1:]
        where key = ${keyOf(limited)} and ${place} is not null`,
  );
}

/** Takes one request out of the bucket, or refuses it. */
export async function takeRequest(
  db: Database,
  limited: Limited,
  { perSecond, burst }: RequestRate,
  realNow: Date,
): Promise<true | RateLimited> {
  const now = sql`${realNow.toISOString()}::timestamptz`;
  const full = sql`${realNow.toISOString()}::timestamptz + ${(burst / perSecond) * 1000}::float8 * interval '1 millisecond'`;
  // Two processes read the database's clock a little apart: time never runs backwards here.
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

/** The API's own request rate: of a token 100 a second and 200 at once, of an agent 10 a second. */
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
