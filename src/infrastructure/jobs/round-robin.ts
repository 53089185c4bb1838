/**
 * Selects the key (platform) whose work a free worker does next. Keys take turns. A key that was taken is offered again when
 * there may be more work for it, so that no worker looks for work that another one has taken. A key that has its maximum of
 * workers waits, so that others find a free worker at once. The last free worker is reserved for a key that has none, so that two
 * keys at their maximum do not occupy all workers.
 */
export class RoundRobin {
  /** Keys that may have work, the one offered first at the start. */
  readonly #ring = new Set<string>();
  readonly #running = new Map<string, number>();
  readonly #maxPerKey: (key: string) => number;
  readonly #workers: number;
  #total = 0;

  /**
   * @param maxPerKey how many workers a key may have at once now.
   * @param workers the number of workers.
   */
  constructor(maxPerKey: (key: string) => number, workers = Number.POSITIVE_INFINITY) {
    this.#maxPerKey = maxPerKey;
    this.#workers = workers;
  }

  /** Adds keys that have work. Known keys keep their turn. */
  offer(keys: Iterable<string>): void {
    for (const key of keys) this.#ring.add(key);
  }

  /** The key for a free worker; `undefined` when no key has work or all have their maximum. */
  take(): string | undefined {
    // At most as many keys are skipped as there are workers.
    for (const key of this.#ring) {
      const running = this.#running.get(key) ?? 0;
      if (running >= this.#maxPerKey(key) || (running > 0 && this.#total + 1 >= this.#workers)) continue;
      this.#running.set(key, running + 1);
      this.#total += 1;
      this.#ring.delete(key);
      return key;
    }
    return undefined;
  }

  /** A worker has finished jobs of the key, or found none. */
  end(key: string): void {
    const running = (this.#running.get(key) ?? 1) - 1;
    this.#total -= 1;
    if (running > 0) this.#running.set(key, running);
    else this.#running.delete(key);
  }
}
