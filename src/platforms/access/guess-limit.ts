/**
 * Limits guesses of codes that are short enough to be typed: a look-up that finds nothing counts, one that finds its
 * record does not.
 *
 * Decision: the counters stay locked while the code is looked up. A document with a thousand aliases gets as many
 * responses as there are tries left, also when it runs them all at once.
 * Decision: while a caller is over a limit, right codes are rejected too; otherwise the limit would not slow a guess.
 * Decision: the caller is the platform, whichever of its tokens calls, because a token can make others.
 *
 * Source: docs/behaviour/conventions.md#ids, docs/behaviour/conventions.md#rate-limits.
 */
import type { Database, Executor } from '../../infrastructure/database/client.ts';
import { transact } from '../../infrastructure/database/transact.ts';
import { RateLimited } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/ids.ts';
import { type AttemptWindow, clearForgotten, lockCounter, type OpenCounter } from './rate-limit.ts';

/** Unknown codes of one caller, and of one address. */
export const guessWindows: readonly AttemptWindow[] = [{ attempts: 10, seconds: 60 }];

/** Who guesses: an address, and the platform where the caller has a credential. */
interface Guesser {
  readonly sourceAddress: string;
  readonly platformId?: Id<'Platform'>;
}

/**
 * The record that a code names, or `undefined`, which counts as a guess.
 *
 * @param what names the kind of code: each kind has counters of its own.
 * @param find the look-up; it may lock what it finds.
 */
export async function findByCode<T>(
  db: Database,
  what: string,
  { sourceAddress, platformId }: Guesser,
  now: Date,
  find: (tx: Executor) => Promise<T | undefined>,
): Promise<T | undefined | RateLimited> {
  // Always in this order, so that two callers behind one address do not wait for each other in a circle.
  const limits = [
    ...(platformId ? [{ limit: `${what}-caller`, subject: platformId }] : []),
    { limit: `${what}-address`, subject: sourceAddress },
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
    await clearForgotten(tx, now);
    return found;
  });
}
