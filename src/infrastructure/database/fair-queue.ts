/**
 * Fair queueing between tenants. Each partition key, normally a platform, has its own queue, so a platform with a thousand
 * waiting statements delays another platform by one statement and not by all. Within a key, members (credentials or
 * addresses) also take turns.
 */
import type { Id } from '../../kernel/ids.ts';

/** The tenant, and the member of it, that work is done for. */
export interface Partition {
  readonly key: string;
  readonly member: string;
}

/** The service's own work: reading the event log, claiming jobs and deliveries, retention, start-up. */
export const servicePartition: Partition = { key: 'service', member: '' };

const anonymousKey = 'anonymous';

/** Requests that are not authenticated yet. Their source addresses take turns. */
export const anonymousPartition = (address: string): Partition => ({ key: anonymousKey, member: address });

/** Work for one platform. Its credentials take turns. */
export const platformPartition = (platformId: Id<'Platform'>, member = ''): Partition => ({
  key: platformId,
  member,
});

/** The items of one key. Members take turns: the member of each item that is taken moves to the end. */
class MemberQueue<T> {
  readonly #byMember = new Map<string, T[]>();

  push(member: string, item: T): void {
    const items = this.#byMember.get(member);
    if (items) items.push(item);
    else this.#byMember.set(member, [item]);
  }

  shift(): T | undefined {
    const [first] = this.#byMember;
    if (!first) return undefined;
    const [member, items] = first;
    const item = items.shift();
    this.#byMember.delete(member);
    if (items.length > 0) this.#byMember.set(member, items);
    return item;
  }

  get isEmpty(): boolean {
    return this.#byMember.size === 0;
  }
}

export class FairQueue<T> {
  /** The key that was served longest ago is first. No queue is empty. */
  readonly #byKey = new Map<string, MemberQueue<T>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  push({ key, member }: Partition, item: T): void {
    let members = this.#byKey.get(key);
    if (!members) {
      members = new MemberQueue();
      this.#byKey.set(key, members);
    }
    members.push(member, item);
    this.#size += 1;
  }

  /**
   * Takes the next item of the key with the lowest rank; among equal ranks, of the key that was served longest ago.
   *
   * @param rankOf `undefined` excludes a key.
   */
  take(rankOf: (key: string) => number | undefined): { readonly key: string; readonly item: T } | undefined {
    let best: string | undefined;
    let lowest = Number.POSITIVE_INFINITY;
    for (const key of this.#byKey.keys()) {
      const rank = rankOf(key);
      if (rank === undefined || rank >= lowest) continue;
      best = key;
      lowest = rank;
      if (rank === 0) break;
    }
    const members = best === undefined ? undefined : this.#byKey.get(best);
    if (best === undefined || !members) return undefined;
    const item = members.shift() as T;
    this.#byKey.delete(best);
    if (!members.isEmpty) this.#byKey.set(best, members);
    this.#size -= 1;
    return { key: best, item };
  }

  /** Removes and returns all items, in no particular order. */
  drain(): T[] {
    const items: T[] = [];
    for (let next = this.take(() => 0); next; next = this.take(() => 0)) items.push(next.item);
    return items;
  }
}

/** Keys of work that is done for no tenant: the service's own, and requests that are not authenticated yet. */
const isTenant = (key: string): boolean => key !== servicePartition.key && key !== anonymousKey;

/** A count for each key, and when those of other tenants last changed. */
export class KeyCounts {
  readonly #counts = new Map<string, number>();
  #total = 0;
  /** The tenant whose count changed last, and when that of any other tenant did. */
  #lastTenant = { key: '', at: Number.NEGATIVE_INFINITY };
  #otherTenantsAt = Number.NEGATIVE_INFINITY;

  get total(): number {
    return this.#total;
  }

  of(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  /** The sum of all tenants except this one. The service itself is not a tenant. */
  ofOtherTenants(key: string): number {
    const service = key === servicePartition.key ? 0 : this.of(servicePartition.key);
    return this.#total - this.of(key) - service;
  }

  /** When the count of a tenant other than this one last changed, by `performance.now()`. */
  otherTenantsAt(key: string): number {
    return this.#lastTenant.key === key ? this.#otherTenantsAt : this.#lastTenant.at;
  }

  add(key: string, change: 1 | -1): void {
    if (isTenant(key)) this.#recordTenant(key);
    const count = this.of(key) + change;
    if (count > 0) this.#counts.set(key, count);
    else this.#counts.delete(key);
    this.#total += change;
  }

  #recordTenant(key: string): void {
    if (this.#lastTenant.key !== key) this.#otherTenantsAt = this.#lastTenant.at;
    this.#lastTenant = { key, at: performance.now() };
  }
}

/** Limits concurrency, in total and for each key. Waiting keys take turns. */
export class FairSemaphore {
  readonly #queue = new FairQueue<() => void>();
  readonly #running = new KeyCounts();
  readonly #maxRunning: number;
  readonly #maxRunningPerKey: (key: string) => number;

  /** @param maxRunningPerKey the limit of a key now. */
  constructor({
    maxRunning,
    maxRunningPerKey = maxRunning,
  }: {
    readonly maxRunning: number;
    readonly maxRunningPerKey?: number | ((key: string) => number);
  }) {
    this.#maxRunning = maxRunning;
    this.#maxRunningPerKey = typeof maxRunningPerKey === 'number' ? () => maxRunningPerKey : maxRunningPerKey;
  }

  /** Whether work of a tenant other than this one runs now. */
  isServingOtherTenants(key: string): boolean {
    return this.#running.ofOtherTenants(key) > 0;
  }

  /** When work of a tenant other than this one last started or ended, by `performance.now()`. */
  otherTenantsAt(key: string): number {
    return this.#running.otherTenantsAt(key);
  }

  /**
   * Runs the work at once if the limits allow it, and otherwise in turn.
   *
   * @param pauseMs how long the slot stays occupied after the work has ended.
   */
  async run<T>(
    partition: Partition,
    work: () => Promise<T>,
    pauseMs: (workedMs: number) => number = () => 0,
  ): Promise<T> {
    const { key } = partition;
    if (this.#hasRoom(key)) this.#running.add(key, 1);
    else await new Promise<void>((resolve) => this.#queue.push(partition, resolve));
    const startedAt = performance.now();
    try {
      return await work();
    } finally {
      const pause = pauseMs(performance.now() - startedAt);
      if (pause > 0) setTimeout(() => this.#end(key), pause).unref();
      else this.#end(key);
    }
  }

  #end(key: string): void {
    this.#running.add(key, -1);
    this.#startNext();
  }

  #hasRoom(key: string): boolean {
    return this.#running.total < this.#maxRunning && this.#running.of(key) < this.#maxRunningPerKey(key);
  }

  #startNext(): void {
    for (;;) {
      const next = this.#queue.take((key) => (this.#hasRoom(key) ? this.#running.of(key) : undefined));
      if (!next) return;
      this.#running.add(next.key, 1);
      next.item();
    }
  }
}
