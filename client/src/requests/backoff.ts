/** Waiting between attempts. */
import { reasonOf } from './linked.ts';

export interface RetryOptions {
  /** Attempts of one request, the first included. Default 6. Subscriptions reconnect without a limit. */
  readonly maxAttempts?: number;
  /** The longest wait after the first attempt, in milliseconds. It doubles with each attempt. Default 200. */
  readonly baseDelayMs?: number;
  /** The longest wait, in milliseconds, unless the server asks for a longer one. Default 10,000. */
  readonly maxDelayMs?: number;
}

/**
 * Full jitter: a random time up to a limit that doubles, so that clients which failed together do not return together.
 *
 * @param attempt 1 after the first attempt.
 * @param retryAfterMs the time that the server asks for. It is added to the random time.
 */
export function delayAfter(
  attempt: number,
  { baseDelayMs = 200, maxDelayMs = 10_000 }: RetryOptions,
  retryAfterMs = 0,
): number {
  const limit = Math.min(maxDelayMs, baseDelayMs * 2 ** Math.min(attempt - 1, 30));
  return retryAfterMs + Math.random() * limit;
}

/** Waits, or throws the reason of the signal at once. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      if (signal) reject(reasonOf(signal));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}
