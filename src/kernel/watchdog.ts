/** The parts that a wait is counted in. */
const looks = 5;

/**
 * Calls `late` after the time, unless what this answers is called first. Counts looks and not time, so that a process
 * that stood still itself reads what came meanwhile before it gives anything up.
 */
export function startWatchdog(afterMs: number, late: () => void): () => void {
  let left = looks;
  const timer = setInterval(() => {
    left -= 1;
    if (left > 0) return;
    clearInterval(timer);
    late();
  }, afterMs / looks);
  return () => clearInterval(timer);
}
