/** Waiting between attempts. */
import { reasonOf } from './linked.ts';

export interface RetryOptions {
  /** Attempts of one request, the first included. Default 6. Subscriptions reconnect without a limit. */
  readonly maxAttempts?: number;
  /** The longest wait after the first attempt, in milliseconds. It doubles with each attempt. Default 200. */
  readonly baseDelayMs?: number;
  /** The longest wait, in milliseconds, unless the server asks for a longer one. Default 10,000. */
  readonly maxDelayMs?: number;
  /**
   * The longest wait that the server may ask for, in milliseconds. If it asks for a longer one, a request ends with the
   * error, whose `retryAfterMs` says when to repeat it, and a subscription reconnects after this time. Default 300,000.
   */
  readonly maxRetryAfterMs?: number;
}

/** The maximum of a timer. A longer time would end it at once. */
const maxTimerMs = 2_147_483_647;

/** Whether the server asks for a wait that is longer than the caller allows. */
export const isWaitTooLong = (
  retryAfterMs: number | undefined,
  { maxRetryAfterMs = 300_000 }: RetryOptions,
): boolean => retryAfterMs !== undefined && retryAfterMs > maxRetryAfterMs;

/**
 * Full jitter: a random time up to a limit that doubles, so that clients which failed together do not return together.
 *
 * @param attempt 1 after the first attempt.
 * @param retryAfterMs the time that the server asks for, up to `maxRetryAfterMs`. It is added to the random time.
 */
export function delayAfter(
  attempt: number,
  { baseDelayMs = 200, maxDelayMs = 10_000, maxRetryAfterMs = 300_000 }: RetryOptions,
  retryAfterMs = 0,
): number {
  const limit = Math.min(maxDelayMs, baseDelayMs * 2 ** Math.min(attempt - 1, 30));
  return Math.min(retryAfterMs, maxRetryAfterMs) + Math.random() * limit;
}

/** Waits, or throws the reason of the signal at once. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      if (signal) reject(reasonOf(signal));
    };
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', abort);
        resolve();
      },
      Math.min(ms, maxTimerMs),
    );
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}
