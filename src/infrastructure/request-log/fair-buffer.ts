/**
 * A buffer of limited size that several tenants share. When it is full, the tenant with the most items loses its newest one, so
 * that a tenant that sends many requests displaces its own and not those of others.
 */
export class FairBuffer<T> {
  readonly #byKey = new Map<string, T[]>();
  readonly #max: number;
  #size = 0;

  constructor(max: number) {
    this.#max = max;
  }

  get size(): number {
    return this.#size;
  }

  /** Adds an item. Returns whether one, this or another, was left out. */
  push(key: string, item: T): boolean {
    const isFull = this.#size >= this.#max;
    const count = this.#byKey.get(key)?.length ?? 0;
    if (isFull && count * this.#byKey.size >= this.#max) return true;
    if (isFull) {
      const largest = [...this.#byKey.values()].reduce((one, other) =>
        other.length > one.length ? other : one,
      );
      if (largest.length <= count) return true;
      largest.pop();
      this.#size -= 1;
    }
    const items = this.#byKey.get(key);
    if (items) items.push(item);
    else this.#byKey.set(key, [item]);
    this.#size += 1;
    return isFull;
  }

  /** Removes and returns at most `max` items, the oldest of each key in turn. */
  take(max: number): T[] {
    const taken: T[] = [];
    while (taken.length < max && this.#size > 0) {
      for (const [key, items] of this.#byKey) {
        if (taken.length === max) break;
        const item = items.shift();
        if (item !== undefined) {
          taken.push(item);
          this.#size -= 1;
        }
        if (items.length === 0) this.#byKey.delete(key);
      }
    }
    return taken;
  }
}
