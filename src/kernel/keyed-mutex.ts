/**
 * Runs work of one key one after the other, in the order of arrival. Whoever waits holds nothing but its place in the
 * queue, so any number of callers of one key cost as much as one.
 *
 * Decision: a turn is of one process. Several processes run as many at once as they are, and locks in the database
 * keep them apart.
 */
export class KeyedMutex {
  /** Those that wait, by key; an empty list while one runs and none waits. */
  readonly #waiting = new Map<string, (() => void)[]>();

  /**
   * Waits for the key's turn.
   *
   * @returns what ends the turn, to be called exactly once; `undefined` where the turn did not come in time.
   */
  async acquire(key: string, timeoutMs: number): Promise<(() => void) | undefined> {
    const waiting = this.#waiting.get(key);
    if (!waiting) {
      this.#waiting.set(key, []);
      return () => this.#end(key);
    }
    const isMine = await new Promise<boolean>((resolve) => {
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
    return isMine ? () => this.#end(key) : undefined;
  }

  #end(key: string): void {
    const next = this.#waiting.get(key)?.shift();
    if (next) next();
    else this.#waiting.delete(key);
  }
}
