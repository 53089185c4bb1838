/** Waits until a record has changed as expected, for a bounded time. Between two reads it holds no connection. */
import type { z } from 'zod';
import { integer, optional } from '../../kernel/parse.ts';
import type { ChangeFeed } from './change-feed.ts';

export const maxWaitSeconds = 60;
/** Below the time after which the SDK's client gives a request up by default: 60 seconds. */
const defaultWaitSeconds = 45;
/** A progress notification at least this often, so that clients that reset their timeout on progress keep waiting. */
const heartbeatMs = 10_000;

export const timeoutSeconds = optional(
  integer(1, maxWaitSeconds, `must be an integer from 1 to ${maxWaitSeconds}`),
)
  .transform((given) => given ?? defaultWaitSeconds)
  .meta({
    description: `How long to wait, 1 to ${maxWaitSeconds}. Default: ${defaultWaitSeconds}.`,
  }) as z.ZodType<number, unknown>;

interface Wait<T> {
  readonly recordId: string;
  readonly read: () => Promise<T>;
  readonly isOver: (value: T) => boolean;
  /** Called with each value that was read, and every few seconds with the last one. */
  readonly onProgress: (value: T) => void;
  readonly seconds: number;
  readonly signal: AbortSignal;
}

/** Resolves after the time, at once when the signal is aborted, or when `wake` is called. */
function pause(
  ms: number,
  signal: AbortSignal,
): { readonly ended: Promise<void>; readonly wake: () => void } {
  let wake = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    timer.unref();
    wake = () => {
      clearTimeout(timer);
      resolve();
    };
  });
  const onAbort = () => wake();
  signal.addEventListener('abort', onAbort, { once: true });
  void ended.then(() => signal.removeEventListener('abort', onAbort));
  if (signal.aborted) wake();
  return { ended, wake };
}

/** Returns the last value, whether it is what was waited for or the time is over. */
export async function waitFor<T>(
  changes: Pick<ChangeFeed, 'watch'>,
  { recordId, read, isOver, onProgress, seconds, signal }: Wait<T>,
): Promise<T> {
  const deadline = performance.now() + seconds * 1_000;
  let hasChanged = false;
  let wake = (): void => undefined;
  // Before the first read, so that no change between a read and the wait is missed.
  const stop = changes.watch(recordId, () => {
    hasChanged = true;
    wake();
  });
  try {
    for (;;) {
      hasChanged = false;
      const value = await read();
      onProgress(value);
      if (isOver(value)) return value;
      while (!hasChanged) {
        const leftMs = deadline - performance.now();
        if (leftMs <= 0 || signal.aborted) return value;
        const paused = pause(Math.min(leftMs, heartbeatMs), signal);
        wake = paused.wake;
        await paused.ended;
        if (!hasChanged) onProgress(value);
      }
    }
  } finally {
    stop();
  }
}
