/**
 * Concurrent calls with the same key share one execution. A call never takes the result of an execution that started before
 * it: while one runs, later calls wait for the next, which they share. So a result is at least as new as its call.
 */
export class SharedCalls<T> {
  /** For each key, the running execution, and the one that follows it if calls wait for it. */
  readonly #calls = new Map<string, { readonly running: Promise<T>; next: Promise<T> | undefined }>();

  run(key: string, work: () => Promise<T>): Promise<T> {
    const calls = this.#calls.get(key);
    if (!calls) return this.#start(key, work);
    calls.next ??= calls.running.then(
      () => this.#start(key, work),
      () => this.#start(key, work),
    );
    return calls.next;
  }

  #start(key: string, work: () => Promise<T>): Promise<T> {
    const running = work().finally(() => {
      const calls = this.#calls.get(key);
      if (calls?.running === running && !calls.next) this.#calls.delete(key);
    });
    this.#calls.set(key, { running, next: undefined });
    return running;
  }
}
