/** Which events were handled: what makes the handler run once for each event. */
import type { EventPosition } from './event.ts';

/**
 * | `state` | Meaning |
 * |---|---|
 * | `CLAIMED` | this delivery runs the handler, then calls `complete`, or `release` after an error |
 * | `COMPLETED` | the event was handled before |
 * | `BUSY` | another delivery of the event runs the handler |
 */
export type Claim =
  | {
      readonly state: 'CLAIMED';
      /** The highest sequence of a handled event of the same object. */
      readonly latestSequence: number | undefined;
      complete(): Promise<void> | void;
      release(): Promise<void> | void;
    }
  | { readonly state: 'COMPLETED' | 'BUSY' };

/**
 * A store in a database must do this:
 *
 * - `claim` inserts the id with the end of its lease, or takes over a row that is not completed and whose lease has ended, in
 *   one statement: of two deliveries at once, one is `CLAIMED`.
 * - `complete` marks the id as completed and sets the highest sequence of the object to the larger of the two, in one
 *   transaction. A handler that writes to the same database can do this in its own transaction: then its effect happens exactly
 *   once. Otherwise a crash between the effect and `complete` runs the handler again after the lease.
 * - `release` deletes the row of this claim.
 * - Completed ids are retained for at least 7 days, which is how long a delivery is retried.
 */
export interface EventStore {
  /** @param leaseMs how long another delivery of the event is `BUSY` if neither `complete` nor `release` is called. */
  claim(event: EventPosition, leaseMs: number): Promise<Claim> | Claim;
}

export interface MemoryStoreOptions {
  /** The maximum number of events, and of objects. The oldest are forgotten. Default 10,000. */
  readonly maxEntries?: number | undefined;
  /** Milliseconds since any fixed time. */
  readonly now?: (() => number) | undefined;
}

/** A store for one process, without persistence: after a restart a repeated delivery runs the handler again. */
export function memoryEventStore({
  maxEntries = 10_000,
  now = Date.now,
}: MemoryStoreOptions = {}): EventStore {
  if (!Number.isSafeInteger(maxEntries) || maxEntries < 1) {
    throw new TypeError('maxEntries must be a positive integer.');
  }
  /** The end of the lease, or Infinity for a completed event; `owner` is the claim that may complete it. */
  const events = new Map<string, { readonly endsAt: number; readonly owner: symbol }>();
  const sequences = new Map<string, number>();

  /** A Map is ordered by insertion, so the first entry is the oldest. */
  const store = <Value>(map: Map<string, Value>, key: string, value: Value): void => {
    map.delete(key);
    map.set(key, value);
    for (const oldest of map.keys()) {
      if (map.size <= maxEntries) break;
      map.delete(oldest);
    }
  };

  return {
    claim({ id, resourceId, sequence }, leaseMs) {
      const known = events.get(id);
      if (known?.endsAt === Number.POSITIVE_INFINITY) return { state: 'COMPLETED' };
      if (known && now() < known.endsAt) return { state: 'BUSY' };
      const owner = Symbol(id);
      store(events, id, { endsAt: now() + leaseMs, owner });
      return {
        state: 'CLAIMED',
        latestSequence: resourceId === undefined ? undefined : sequences.get(resourceId),
        complete() {
          store(events, id, { endsAt: Number.POSITIVE_INFINITY, owner });
          if (resourceId === undefined || sequence === undefined) return;
          store(sequences, resourceId, Math.max(sequence, sequences.get(resourceId) ?? 0));
        },
        release() {
          if (events.get(id)?.owner === owner) events.delete(id);
        },
      };
    },
  };
}
