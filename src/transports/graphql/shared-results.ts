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
  readonly key: string;
  /** The results of its event, by key. */
  readonly results: Map<string, CachedResult>;
  readonly text: Promise<string>;
}

export function createSharedResults(limits: SharedResultLimits): SharedResults {
  /**
   * By event first, so that a subscription finds a result by its own key: to join both into one text would take longer than
   * to send the result. Events are objects, because the positions of two logs in one process are the same numbers.
   */
  const resultsOf = new WeakMap<LoggedEvent, Map<string, CachedResult>>();
  /** The size of each cached result. */
  const sizes = new LRUCache<CachedResult, number>({
    max: limits.maxResults,
    maxSize: limits.maxCharacters,
    maxEntrySize: limits.maxResultCharacters,
    sizeCalculation: (size) => size,
    dispose: (_, result, reason) => void (reason !== 'set' && result.results.delete(result.key)),
  });

  /** Sets the size of a result, which may be over the limit: it is then not cached. */
  function setSize(result: CachedResult, size: number): void {
    sizes.set(result, size);
    if (!sizes.has(result)) result.results.delete(result.key);
  }

  return {
    get(event, key, make) {
      let results = resultsOf.get(event);
      if (!results) {
        results = new Map();
        resultsOf.set(event, results);
      }
      const existing = results.get(key);
      if (existing) {
        // Marks it as used.
        sizes.get(existing);
        return existing.text;
      }
      const result: CachedResult = { key, results, text: make() };
      results.set(key, result);
      setSize(result, key.length);
      result.text.then(
        (text) => {
          if (sizes.has(result)) setSize(result, key.length + text.length);
        },
        () => sizes.delete(result),
      );
      return result.text;
    },
    get size() {
      return sizes.size;
    },
    get characters() {
      return sizes.calculatedSize;
    },
  };
}
