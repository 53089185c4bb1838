/**
 * The live end of the event log: one reader for each process. It wakes when something was committed anywhere, and
 * once a second by itself, reads what is new in one statement, and hands each event to the subscriptions of its
 * platform. Nobody's slowness is anybody else's: a subscription has a bounded buffer of its own and is closed alone.
 */
import type { Database } from '../database/client.ts';
import { onWake } from '../database/transact.ts';
import { type LoggedEvent, logHead, readEvents, sequenceEvents } from './log.ts';

const pageSize = 500;
const pollMs = 1_000;

/** Takes events in order. Must not throw and must not wait. */
export type EventListener = (event: LoggedEvent) => void;

export interface EventTail {
  /** The position up to which events were handed out. */
  readonly position: number;
  /** From now on, every event of the platform after `position`. Answers how to stop. */
  follow(platformUuid: string, listener: EventListener): () => void;
  /** Every event of every platform. */
  followAll(listener: EventListener): () => void;
  /** How many statements have read the log, for the test that says one for each wake-up. */
  readonly reads: number;
  close(): Promise<void>;
}

export async function startTail(db: Database, onError: (error: unknown) => void): Promise<EventTail> {
  const byPlatform = new Map<string, Set<EventListener>>();
  const everything = new Set<EventListener>();
  let { head: position } = await logHead(db.orm);
  let reads = 0;
  let closed = false;
  let running: Promise<void> | undefined;
  let again = false;

  const handOut = (event: LoggedEvent) => {
    position = event.position;
    for (const listener of everything) listener(event);
    const listeners = byPlatform.get(event.platformUuid);
    if (listeners) for (const listener of listeners) listener(event);
  };

  const catchUp = async () => {
    do {
      again = false;
      let { head, waiting } = await logHead(db.orm);
      while (waiting && !closed) {
        waiting = (await sequenceEvents(db)) > 0 && (await logHead(db.orm)).waiting;
        head = Number.POSITIVE_INFINITY;
      }
      while (head > position && !closed) {
        reads += 1;
        const page = await readEvents(db.orm, position, pageSize);
        for (const event of page) handOut(event);
        if (page.length < pageSize) break;
      }
    } while (again && !closed);
  };

  const wake = () => {
    if (closed) return;
    if (running) {
      again = true;
      return;
    }
    running = catchUp()
      .catch(onError)
      .finally(() => {
        running = undefined;
        if (again) wake();
      });
  };

  const stopListening = await onWake(db, wake);
  const timer = setInterval(wake, pollMs);
  timer.unref();

  return {
    get position() {
      return position;
    },
    get reads() {
      return reads;
    },
    follow(platformUuid, listener) {
      const listeners = byPlatform.get(platformUuid) ?? new Set();
      byPlatform.set(platformUuid, listeners.add(listener));
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0 && byPlatform.get(platformUuid) === listeners)
          byPlatform.delete(platformUuid);
      };
    },
    followAll(listener) {
      everything.add(listener);
      return () => void everything.delete(listener);
    },
    async close() {
      closed = true;
      clearInterval(timer);
      await stopListening();
      await running;
    },
  };
}
