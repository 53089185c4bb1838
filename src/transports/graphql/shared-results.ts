/**
 * A cache of serialized results of events. Subscriptions that need the same result of the same event at the same time
 * share one execution; slower ones find the result in the cache.
 *
 * Decision: the cache is limited by its number of results and by their total size, and evicts the oldest first. A result
 * over the size limit is not cached after its execution, because callers choose how large a result is, and it would stay
 * in memory after they disconnect. A subscription that finds its result evicted executes again.
 */
import type { LoggedEvent } from '../../infrastructure/events/log.ts';

interface SharedResultLimits {
  readonly maxResults: number;
  /** Of all results together, with their keys. */
  readonly maxCharacters: number;
  /** Of one result, with its key. */
  readonly maxResultCharacters: number;
}

interface SharedResults {
  /** The result that is cached or being made; otherwise calls `make`. */
  get(event: LoggedEvent, key: string, make: () => Promise<string>): Promise<string>;
  readonly size: number;
  readonly characters: number;
}

interface CachedResult {
  readonly event: LoggedEvent;
  readonly key: string;
  readonly text: Promise<string>;
  length: number;
}

export function createSharedResults(limits: SharedResultLimits): SharedResults {
  const byEvent = new WeakMap<LoggedEvent, Map<string, CachedResult>>();
  /** Oldest first. */
  const cached = new Set<CachedResult>();
  let characters = 0;

  function evict(one: CachedResult): void {
    if (!cached.delete(one)) return;
    characters -= one.length;
    byEvent.get(one.event)?.delete(one.key);
  }

  function grow(one: CachedResult, by: number): void {
    if (!cached.has(one)) return;
    one.length += by;
    characters += by;
    if (one.length > limits.maxResultCharacters) evict(one);
    for (const oldest of cached) {
      if (cached.size <= limits.maxResults && characters <= limits.maxCharacters) break;
      evict(oldest);
    }
  }

  return {
    get(event, key, make) {
      const results = byEvent.get(event) ?? new Map<string, CachedResult>();
      byEvent.set(event, results);
      const existing = results.get(key);
      if (existing) return existing.text;
      const one: CachedResult = { event, key, text: make(), length: 0 };
      results.set(key, one);
      cached.add(one);
      grow(one, key.length);
      one.text.then(
        (text) => grow(one, text.length),
        () => evict(one),
      );
      return one.text;
    },
    get size() {
      return cached.size;
    },
    get characters() {
      return characters;
    },
  };
}
