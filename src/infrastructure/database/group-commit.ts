/**
 * Group commit: operations of one tenant that are submitted while others of it commit wait, and then run together in one
 * transaction. One at a time, an operation costs a commit and a dozen statements. In a group, the statements and the commit
 * are shared. A single operation runs at once.
 *
 * A group that takes long, because it waits for a lock, does not stop the tenant: after `maxGroupWaitMs` the next group starts.
 * If a group fails, each of its operations is run again alone, so that only the one at fault fails.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from './client.ts';
import { unavailability } from './unavailable.ts';

/** How long the next group waits for the last one. A group without lock waits takes a tenth of it. */
const maxGroupWaitMs = 250;
/** The groups, and the operations that are run again alone, of one tenant that run at once. Each uses a connection. */
const maxRunningGroups = 3;
const maxRunningAlone = 3;
/** The operations of one tenant that may wait. About five seconds of work. */
const maxWaiting = 5_000;

/** An error that failed a whole group. Its operations are run again alone, so no client sees it. */
interface FailedGroup {
  readonly error: unknown;
  readonly size: number;
}

const failureListeners = new WeakMap<Database, Set<(failed: FailedGroup) => void>>();

/** Calls `listener` for every failed group. An error that occurs only in groups would otherwise show as a lower rate. */
export function onFailedGroup(db: Database, listener: (failed: FailedGroup) => void): void {
  const listeners = failureListeners.get(db.origin) ?? new Set();
  failureListeners.set(db.origin, listeners.add(listener));
}

/** Too many operations of the tenant wait. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull';
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly key: string | undefined;
  readonly db: Database;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

type Group<Item, Result> = readonly Waiting<Item, Result>[];

interface GroupOptions<Item, Result> {
  /** The maximum size of a group. */
  readonly maxItems: number;
  /** Runs a group in one transaction. A thrown error has rolled it back. Returns a result for each item, in their order. */
  readonly perform: (db: Database, items: readonly Item[]) => Promise<readonly Result[]>;
  /** Two items with the same key are never in one group; `undefined` for an item without a key. */
  readonly keyOf?: (item: Item) => string | undefined;
}

/** The operations of one tenant. */
class TenantQueue<Item, Result> {
  readonly #options: GroupOptions<Item, Result>;
  readonly #onEmpty: () => void;
  #waiting: Waiting<Item, Result>[] = [];
  /** Operations of failed groups. */
  #retries: Waiting<Item, Result>[] = [];
  #runningGroups = 0;
  #runningAlone = 0;
  /** The group that the next one waits for. */
  #awaited: Group<Item, Result> | undefined;

  constructor(options: GroupOptions<Item, Result>, onEmpty: () => void) {
    this.#options = options;
    this.#onEmpty = onEmpty;
  }

  get isFull(): boolean {
    return this.#waiting.length >= maxWaiting;
  }

  push(waiting: Waiting<Item, Result>): void {
    this.#waiting.push(waiting);
    // Requests that were read from their sockets together are one group.
    if (this.#waiting.length === 1) void nextTurn().then(() => this.#startNext());
  }

  #startNext(): void {
    while (this.#waiting.length > 0 && !this.#awaited && this.#runningGroups < maxRunningGroups) {
      void this.#runGroup(this.#takeGroup());
    }
    while (this.#retries.length > 0 && this.#runningAlone < maxRunningAlone) {
      const [retry] = this.#retries.splice(0, 1);
      if (retry) void this.#runAlone(retry);
    }
    // In the turn in which the queue becomes empty, so that no operation can join it later.
    const isEmpty = this.#waiting.length === 0 && this.#retries.length === 0;
    if (isEmpty && this.#runningGroups === 0 && this.#runningAlone === 0) this.#onEmpty();
  }

  /** Takes the first operations, each with another key. Those with the key of one of them stay first in the queue. */
  #takeGroup(): Group<Item, Result> {
    const keys = new Set<string>();
    const group: Waiting<Item, Result>[] = [];
    const skipped: Waiting<Item, Result>[] = [];
    let taken = 0;
    for (const waiting of this.#waiting) {
      if (group.length === this.#options.maxItems) break;
      taken += 1;
      const isFree = waiting.key === undefined || !keys.has(waiting.key);
      if (waiting.key !== undefined) keys.add(waiting.key);
      (isFree ? group : skipped).push(waiting);
    }
    this.#waiting = [...skipped, ...this.#waiting.slice(taken)];
    return group;
  }

  async #runGroup(group: Group<Item, Result>): Promise<void> {
    this.#runningGroups += 1;
    this.#awaited = group;
    const stopWaiting = () => {
      if (this.#awaited === group) this.#awaited = undefined;
    };
    const timer = setTimeout(() => {
      stopWaiting();
      this.#startNext();
    }, maxGroupWaitMs);
    await this.#perform(group);
    clearTimeout(timer);
    stopWaiting();
    this.#runningGroups -= 1;
    this.#startNext();
  }

  async #runAlone(waiting: Waiting<Item, Result>): Promise<void> {
    this.#runningAlone += 1;
    await this.#perform([waiting]);
    this.#runningAlone -= 1;
    this.#startNext();
  }

  async #perform(group: Group<Item, Result>): Promise<void> {
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
      for (const listener of failureListeners.get(first.db.origin) ?? [])
        listener({ error, size: group.length });
      this.#retries.push(...group);
    }
  }
}

export class GroupCommit<Item, Result> {
  readonly #options: GroupOptions<Item, Result>;
  /** The queue of each tenant that has operations, by database. */
  readonly #queues = new WeakMap<Database, Map<string, TenantQueue<Item, Result>>>();

  constructor(options: GroupOptions<Item, Result>) {
    this.#options = options;
  }

  /**
   * Runs an operation, alone or in a group.
   *
   * @param db the view of the request. A group uses the view of its first operation.
   * @param tenant operations of different tenants are never in one group.
   * @throws QueueFull
   */
  submit(db: Database, tenant: string, item: Item): Promise<Result> {
    let queues = this.#queues.get(db.origin);
    if (!queues) {
      queues = new Map();
      this.#queues.set(db.origin, queues);
    }
    let queue = queues.get(tenant);
    if (!queue) {
      const created: TenantQueue<Item, Result> = new TenantQueue(this.#options, () => {
        if (queues.get(tenant) === created) queues.delete(tenant);
      });
      queue = created;
      queues.set(tenant, created);
    }
    if (queue.isFull) return Promise.reject(new QueueFull());
    const key = this.#options.keyOf?.(item);
    return new Promise<Result>((resolve, reject) => queue.push({ item, key, db, resolve, reject }));
  }
}
