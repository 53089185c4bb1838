/**
 * Group commit: operations of one tenant that arrive while others of it commit wait, and then run together in one
 * transaction. One at a time, an operation costs a commit and a dozen statements. In a group, the statements and the commit
 * are shared. An operation that arrives alone runs at once.
 */
import { setImmediate as nextTick } from 'node:timers/promises';
import type { Database } from './client.ts';
import { unavailability } from './unavailable.ts';

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly db: Database;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

interface GroupOptions<Item, Result> {
  /** The maximum size of a group. */
  readonly maxItems: number;
  /** Runs a group in one transaction. A thrown error has rolled it back. Returns a result for each item, in their order. */
  readonly perform: (db: Database, items: readonly Item[]) => Promise<readonly Result[]>;
  /** Two items with the same key are never in one group; `undefined` for an item without a key. */
  readonly keyOf?: (item: Item) => string | undefined;
}

export class GroupCommit<Item, Result> {
  readonly #options: GroupOptions<Item, Result>;
  /** The queue of each tenant that has operations, by database. */
  readonly #queues = new WeakMap<Database, Map<string, Waiting<Item, Result>[]>>();

  constructor(options: GroupOptions<Item, Result>) {
    this.#options = options;
  }

  /**
   * Runs an operation, alone or in a group.
   *
   * @param db the view of the request. A group uses the view of its first operation.
   * @param tenant operations of different tenants are never in one group.
   */
  submit(db: Database, tenant: string, item: Item): Promise<Result> {
    let queues = this.#queues.get(db.origin);
    if (!queues) {
      queues = new Map();
      this.#queues.set(db.origin, queues);
    }
    const running = queues.get(tenant);
    const queue = running ?? [];
    const result = new Promise<Result>((resolve, reject) => queue.push({ item, db, resolve, reject }));
    if (!running) {
      queues.set(tenant, queue);
      void this.#run(queue, () => queues.delete(tenant));
    }
    return result;
  }

  /** @param end removes the queue. It is called in the same turn in which the queue is found empty: none can join it later. */
  async #run(queue: Waiting<Item, Result>[], end: () => void): Promise<void> {
    // Requests that were read from their sockets together are one group.
    await nextTick();
    while (queue.length > 0) await this.#perform(this.#takeGroup(queue));
    end();
  }

  #takeGroup(queue: Waiting<Item, Result>[]): readonly Waiting<Item, Result>[] {
    const { maxItems, keyOf } = this.#options;
    const keys = new Set<string>();
    const group: Waiting<Item, Result>[] = [];
    const rest: Waiting<Item, Result>[] = [];
    for (const waiting of queue.splice(0)) {
      const key = keyOf?.(waiting.item);
      const fits = group.length < maxItems && !(key !== undefined && keys.has(key));
      if (key !== undefined) keys.add(key);
      (fits ? group : rest).push(waiting);
    }
    queue.push(...rest);
    return group;
  }

  async #perform(group: readonly Waiting<Item, Result>[]): Promise<void> {
    const [first] = group;
    if (!first) return;
    try {
      const items = group.map(({ item }) => item);
      const results = await this.#options.perform(first.db, items);
      for (const [index, { resolve }] of group.entries()) resolve(results[index] as Result);
    } catch (error) {
      // Without the database, a second try fails too, or the first one may have committed.
      if (group.length === 1 || unavailability(error)) {
        for (const { reject } of group) reject(error);
        return;
      }
      // One operation of the group failed. Alone, the others succeed, and none waits for one that waits for a lock.
      await Promise.all(group.map((waiting) => this.#perform([waiting])));
    }
  }
}
