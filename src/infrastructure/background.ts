/**
 * Work that no request waits for, for example because its duration would reveal something. It is not durable: a process that
 * stops waits for it for a short time, and then abandons it.
 */
export interface Background {
  /** Starts the work. Returns false, and does not start it, if too much work is waiting. */
  run(work: () => Promise<void>): boolean;
  /** Resolves when all work has ended. */
  idle(): Promise<void>;
}

/** @param max the maximum number of pieces of work at one time. */
export function createBackground(max: number, onError: (error: unknown) => void): Background {
  const running = new Set<Promise<void>>();
  return {
    run(work) {
      if (running.size >= max) return false;
      const ended: Promise<void> = work()
        .catch(onError)
        .finally(() => running.delete(ended));
      running.add(ended);
      return true;
    },
    async idle() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
