/** The ticks of one timeout. */
const ticks = 5;

/**
 * Calls `onTimeout` after a time, unless the returned function is called first. It counts ticks and not time, so that a
 * process that was paused reads the data that it received meanwhile before a timeout.
 */
export function startWatchdog(afterMs: number, onTimeout: () => void): () => void {
  let left = ticks;
  const timer = setInterval(() => {
    left -= 1;
    if (left > 0) return;
    clearInterval(timer);
    onTimeout();
  }, afterMs / ticks);
  return () => clearInterval(timer);
}
