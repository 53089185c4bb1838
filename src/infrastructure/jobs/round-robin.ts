/**
 * Whose work comes next where many keys (platforms) have work and few workers are there: the keys take turns, and one
 * that has its share of the workers waits, so that others find a free worker at once. The last free worker is for a key
 * that has none: two keys with their shares together do not have all.
 */
export class RoundRobin {
  /** Keys that may have work, the one whose turn was longest ago first. */
  readonly #ring = new Set<string>();
  readonly #running = new Map<string, number>();
  readonly #share: number;
  readonly #workers: number;
  #total = 0;

  /**
   * @param share how many workers one key may have at once.
   * @param workers how many there are.
   */
  constructor(share: number, workers = Number.POSITIVE_INFINITY) {
    this.#share = share;
    this.#workers = workers;
  }

  /** These keys have work; those that are known keep their places. */
  offer(keys: Iterable<string>): void {
    for (const key of keys) this.#ring.add(key);
  }

  /** The key that a free worker works for next; `undefined` where none has work or all have their shares. */
  take(): string | undefined {
    // At most as many keys have workers as there are workers, so this ends soon.
    for (const key of this.#ring) {
      const running = this.#running.get(key) ?? 0;
      if (running >= this.#share || (running > 0 && this.#total + 1 >= this.#workers)) continue;
      this.#running.set(key, running + 1);
      this.#total += 1;
      this.#ring.delete(key);
      this.#ring.add(key);
      return key;
    }
    return undefined;
  }

  /** A worker has done one piece of work of the key, or found none. */
  end(key: string, { mayHaveMore }: { mayHaveMore: boolean }): void {
    const running = (this.#running.get(key) ?? 1) - 1;
    this.#total -= 1;
    if (running > 0) this.#running.set(key, running);
    else this.#running.delete(key);
    if (!mayHaveMore) this.#ring.delete(key);
  }
}
