/**
 * A cache of serialized results of events. Subscriptions that need the same result of the same event at the same time
 * share one execution; slower ones find the result in the cache.
 *
 * Decision: the cache is limited by its number of results and by their total size, and evicts the least recently used one.
 * A result over the size limit is not cached after its execution, because callers choose how large a result is, and it would
 * stay in memory after they disconnect. A subscription that finds its result evicted executes again.
 */
import { LRUCache } from 'lru-cache';
import type { LoggedEvent } from '../../infrastructure/events/log.ts';

interface SharedResultLimits {
  readonly maxResults: number;
  /** The maximum size of all results together, with their keys. */
  readonly maxCharacters: number;
  /** The maximum size of one result, with its key. */
  readonly maxResultCharacters: number;
}

interface SharedResults {
  /** The result that is cached or being made; otherwise calls `make`. */
  get(event: LoggedEvent, key: string, make: () => Promise<string>): Promise<string>;
  readonly size: number;
  readonly characters: number;
}

interface CachedResult {
  readonly text: Promise<string>;
}

export function createSharedResults(limits: SharedResultLimits): SharedResults {
  const cached = new LRUCache<string, CachedResult>({
    max: limits.maxResults,
    maxSize: limits.maxCharacters,
    maxEntrySize: limits.maxResultCharacters,
  });
  /** Identifies events by object, because the positions of two logs in one process are the same numbers. */
  const eventNumbers = new WeakMap<LoggedEvent, number>();
  let eventCount = 0;

  function numberOf(event: LoggedEvent): number {
    const known = eventNumbers.get(event);
    if (known !== undefined) return known;
    eventCount += 1;
    eventNumbers.set(event, eventCount);
    return eventCount;
  }

  return {
    get(event, key, make) {
      const cacheKey = `${numberOf(event)} ${key}`;
      const existing = cached.get(cacheKey);
      if (existing) return existing.text;
      const pending: CachedResult = { text: make() };
      cached.set(cacheKey, pending, { size: key.length });
      const isCached = () => cached.peek(cacheKey) === pending;
      pending.text.then(
        (text) => {
          // Another object, because the cache does not change the size of an equal value.
          if (isCached()) cached.set(cacheKey, { ...pending }, { size: key.length + text.length });
        },
        () => {
          if (isCached()) cached.delete(cacheKey);
        },
      );
      return pending.text;
    },
    get size() {
      return cached.size;
    },
    get characters() {
      return cached.calculatedSize;
    },
  };
}
