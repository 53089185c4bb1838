import { setTimeout as delay } from 'node:timers/promises';

/** Waits until the work has ended or failed, but no longer than the given time. The work itself goes on. */
export async function waitAtMost(ms: number, work: Promise<unknown>): Promise<void> {
  const ended = work.then(
    () => undefined,
    () => undefined,
  );
  const limit = new AbortController();
  await Promise.race([ended, delay(ms, undefined, { signal: limit.signal }).catch(() => undefined)]);
  limit.abort();
}
