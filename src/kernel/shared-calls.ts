/**
 * Concurrent calls with the same key share one execution. A call never takes the result of an execution that started before
 * it: while one runs, later calls wait for the next, which they share. So a result is at least as new as its call. An execution
 * starts in the next turn of the event loop, so that calls of one turn share it.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';

interface Calls<T> {
  running: Promise<T> | undefined;
  /** The execution that has not started, if calls wait for it. */
  next: Promise<T> | undefined;
}

export class SharedCalls<T> {
  readonly #calls = new Map<string, Calls<T>>();

  run(key: string, work: () => Promise<T>): Promise<T> {
    let calls = this.#calls.get(key);
    if (!calls) {
      calls = { running: undefined, next: undefined };
      this.#calls.set(key, calls);
    }
    calls.next ??= this.#runNext(key, calls, work);
    return calls.next;
  }

  async #runNext(key: string, calls: Calls<T>, work: () => Promise<T>): Promise<T> {
    await calls.running?.catch(() => undefined);
    await nextTurn();
    calls.running = calls.next;
    calls.next = undefined;
    try {
      return await work();
    } finally {
      calls.running = undefined;
      if (!calls.next) this.#calls.delete(key);
    }
  }
}
