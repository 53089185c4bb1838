/**
 * Limits guesses of codes that are short enough to be typed. A look-up that finds nothing counts as a guess.
 *
 * Decision: the counters stay locked while the code is looked up, so that concurrent look-ups of one request cannot exceed
 * the limit.
 * Decision: while a caller is over a limit, valid codes are rejected too. Otherwise the limit would not slow guessing.
 * Decision: guesses count for the platform and not for one of its tokens, because a token can create others.
 *
 * Source: docs/behaviour/conventions.md#ids, docs/behaviour/conventions.md#rate-limits.
 */
import type { Database, Executor } from '../../infrastructure/database/client.ts';
import { transact } from '../../infrastructure/database/transact.ts';
import { RateLimited } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/ids.ts';
import { type AttemptWindow, deleteExpiredCounters, lockCounter, type OpenCounter } from './rate-limit.ts';

/** The limit of unknown codes, for each caller and for each address. */
export const guessWindows: readonly AttemptWindow[] = [{ attempts: 10, seconds: 60 }];

/** The caller of a look-up. `platformId` is absent for a caller without a credential. */
interface CodeCaller {
  readonly sourceAddress: string;
  readonly platformId?: Id<'Platform'>;
}

/**
 * The record with a code, or `undefined`, which counts as a guess.
 *
 * @param kind of code. Each kind has its own counters.
 * @param find the look-up. It may lock the record.
 */
export async function findByCode<T>(
  db: Database,
  kind: string,
  { sourceAddress, platformId }: CodeCaller,
  now: Date,
  find: (tx: Executor) => Promise<T | undefined>,
): Promise<T | undefined | RateLimited> {
  // Always in this order, so that two callers with one address cannot deadlock.
  const limits = [
    ...(platformId ? [{ limit: `${kind}-caller`, subject: platformId }] : []),
    { limit: `${kind}-address`, subject: sourceAddress },
  ];
  return transact<T | undefined | RateLimited>(db, async (tx) => {
    const counters: OpenCounter[] = [];
    for (const limited of limits) {
      const counter = await lockCounter(tx, limited, guessWindows, now);
      if (counter instanceof RateLimited) return counter;
      counters.push(counter);
    }
    const found = await find(tx);
    if (found === undefined) for (const counter of counters) await counter.count();
    await deleteExpiredCounters(tx, now);
    return found;
  });
}
