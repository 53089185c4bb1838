/**
 * A mutex for each key, first in, first out. A waiting caller holds no other resource.
 *
 * Decision: a mutex works within one process. Locks in the database exclude other processes.
 */
export class KeyedMutex {
  /** The waiting callers by key. An empty list: the mutex is held and no caller waits. */
  readonly #waiting = new Map<string, (() => void)[]>();

  /**
   * Acquires the mutex of a key.
   *
   * @returns a function that releases it, to be called exactly once; `undefined` after the timeout.
   */
  async acquire(key: string, timeoutMs: number): Promise<(() => void) | undefined> {
    const waiting = this.#waiting.get(key);
    if (!waiting) {
      this.#waiting.set(key, []);
      return () => this.#release(key);
    }
    const isAcquired = await new Promise<boolean>((resolve) => {
      const start = () => {
        clearTimeout(timer);
        resolve(true);
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(start), 1);
        resolve(false);
      }, timeoutMs);
      waiting.push(start);
    });
    return isAcquired ? () => this.#release(key) : undefined;
  }

  #release(key: string): void {
    const next = this.#waiting.get(key)?.shift();
    if (next) next();
    else this.#waiting.delete(key);
  }
}
