/** The pause between consecutive polls. Under load, one poll reads the events of many commits. */
const pauseMs = 20;

interface PollLoopOptions {
  readonly poll: () => Promise<void>;
  readonly onError: (error: unknown) => void;
  /** Called each time the loop has nothing more to do. */
  readonly onIdle: () => void;
}

/** Runs one poll at a time. Requests that come during a poll are served by one more poll after it. */
export class PollLoop {
  readonly #options: PollLoopOptions;
  #running: Promise<void> | undefined;
  #isRequestedAgain = false;
  #isClosed = false;
  /** Callers that wait for the end of a poll that starts after their call. */
  #waiters: (() => void)[] = [];

  constructor(options: PollLoopOptions) {
    this.#options = options;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  request(): void {
    if (this.#isClosed) return;
    if (this.#running) {
      this.#isRequestedAgain = true;
      return;
    }
    this.#running = this.#run()
      .catch(this.#options.onError)
      .finally(() => {
        this.#running = undefined;
        if (this.#isRequestedAgain) this.request();
        this.#options.onIdle();
      });
  }

  /** Waits for a poll that starts after this call. Resolves also when that poll fails. */
  completed(): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiters.push(resolve);
      this.request();
    });
  }

  /** Requests have no effect from now on. */
  stop(): void {
    this.#isClosed = true;
  }

  /** Waits for the running poll and resolves all waiters. */
  async finished(): Promise<void> {
    await this.#running;
    for (const resolve of this.#waiters.splice(0)) resolve();
  }

  async #run(): Promise<void> {
    do {
      this.#isRequestedAgain = false;
      const waiters = this.#waiters;
      this.#waiters = [];
      try {
        await this.#options.poll();
      } finally {
        for (const resolve of waiters) resolve();
      }
    } while (this.#isRequestedAgain && !this.#isClosed && (await this.#pause()));
  }

  #pause(): Promise<true> {
    return new Promise((resolve) => void setTimeout(resolve, pauseMs, true));
  }
}
