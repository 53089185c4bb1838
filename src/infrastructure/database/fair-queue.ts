/**
 * Fair queueing between tenants. Work waits in one queue per partition key, normally a platform, so that a platform
 * with a thousand waiting statements delays another by one of them and not by all. Within a key, members (credentials,
 * or addresses) are served in turn as well.
 */
import type { Id } from '../../kernel/ids.ts';

/** For whom work is done. */
export interface Partition {
  readonly key: string;
  readonly member: string;
}

/** The service's own work: the event log's reader, claims of jobs and deliveries, retention, start-up. */
export const servicePartition: Partition = { key: 'service', member: '' };

/** Requests of callers that are not authenticated yet, in turn between their addresses. */
export const anonymousPartition = (address: string): Partition => ({ key: 'anonymous', member: address });

/** Work for one platform, in turn between its credentials. */
export const platformPartition = (platformId: Id<'Platform'>, member = ''): Partition => ({
  key: platformId,
  member,
});

/** Takes the first entry's first item, and moves that entry to the end. */
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
  /** In the order in which they were served last; none is empty. */
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
   * @param rankOf `undefined` leaves a key waiting.
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

  /** Takes everything, in no particular order. */
  drain(): T[] {
    const items: T[] = [];
    for (let next = this.take(() => 0); next; next = this.take(() => 0)) items.push(next.item);
    return items;
  }
}

/** How many of something each key holds. */
export class KeyCounts {
  readonly #held = new Map<string, number>();
  #total = 0;

  get total(): number {
    return this.#total;
  }

  of(key: string): number {
    return this.#held.get(key) ?? 0;
  }

  /** What tenants hold other than this one. */
  ofOtherTenants(key: string): number {
    const service = key === servicePartition.key ? 0 : this.of(servicePartition.key);
    return this.#total - this.of(key) - service;
  }

  add(key: string, change: 1 | -1): void {
    const held = this.of(key) + change;
    if (held > 0) this.#held.set(key, held);
    else this.#held.delete(key);
    this.#total += change;
  }
}

/** Runs work with bounded concurrency, in all and for each key, in turn between keys. */
export class FairGate {
  readonly #queue = new FairQueue<() => void>();
  readonly #running = new KeyCounts();
  readonly #atOnce: number;
  readonly #perKey: number;

  constructor({ atOnce, perKey = atOnce }: { readonly atOnce: number; readonly perKey?: number }) {
    this.#atOnce = atOnce;
    this.#perKey = perKey;
  }

  /** Whether work of another tenant than this one runs now. */
  isServingOtherTenants(key: string): boolean {
    return this.#running.ofOtherTenants(key) > 0;
  }

  /** Starts at once where there is room, and else in its turn. */
  async run<T>(partition: Partition, work: () => Promise<T>): Promise<T> {
    const { key } = partition;
    if (this.#hasRoom(key)) this.#running.add(key, 1);
    else await new Promise<void>((resolve) => this.#queue.push(partition, resolve));
    try {
      return await work();
    } finally {
      this.#running.add(key, -1);
      this.#startNext();
    }
  }

  #hasRoom(key: string): boolean {
    return this.#running.total < this.#atOnce && this.#running.of(key) < this.#perKey;
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
