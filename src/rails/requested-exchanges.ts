/** The exchanges that people requested of this process, so that it stops when they have ended. */
import { setTimeout as delay } from 'node:timers/promises';

export class RequestedExchanges {
  readonly #stopping = new AbortController();
  readonly #running = new Set<Promise<unknown>>();

  /** @param exchange ends soon after the signal. */
  async run<T>(exchange: (stopping: AbortSignal) => Promise<T>): Promise<T> {
    const running = exchange(this.#stopping.signal);
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  /** Ends the running exchanges. One that does not end in time is left to the next process, which repeats it when its lease ends. */
  async stop(maxStopMs: number): Promise<void> {
    this.#stopping.abort();
    const ended = new AbortController();
    await Promise.race([
      Promise.allSettled(this.#running).finally(() => ended.abort()),
      delay(maxStopMs, undefined, { signal: ended.signal }).catch(() => undefined),
    ]);
  }
}
