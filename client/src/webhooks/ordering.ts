/**
 * Which events wait for an earlier event of their object.
 *
 * Decision: the wait ends after a time. An earlier event may never come: the endpoint does not subscribe to its kind, or was added
 * after the event.
 */
import type { EventPosition } from './event.ts';

/** The maximum number of waiting events. The oldest are forgotten: they wait again for the full time. */
const maxWaiting = 10_000;

/**
 * @param timeoutMs how long an event waits at most. 0: no event waits.
 * @returns whether the event must be delivered again later.
 */
export function eventOrder(
  timeoutMs: number,
  now: () => number = Date.now,
): (event: EventPosition, latestSequence: number | undefined) => boolean {
  const waitingSince = new Map<string, number>();

  return ({ id, sequence }, latestSequence) => {
    const isNext = sequence === undefined || sequence <= (latestSequence ?? 0) + 1;
    const since = waitingSince.get(id) ?? now();
    if (isNext || now() - since >= timeoutMs) {
      waitingSince.delete(id);
      return false;
    }
    waitingSince.set(id, since);
    const [oldest] = waitingSince.keys();
    if (oldest !== undefined && waitingSince.size > maxWaiting) waitingSince.delete(oldest);
    return true;
  };
}
