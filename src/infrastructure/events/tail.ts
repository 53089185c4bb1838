/**
 * The live end of the event log: one reader for each process. It wakes when something was committed anywhere, and
 * once a second by itself, reads what is new in one statement, and keeps the newest events of each platform that
 * somebody follows. Streams walk along that shared line by themselves, so that a thousand of them hold no more memory
 * than one, and nobody's slowness is anybody else's.
 */
import type { EventPage, Ports } from '../ports.ts';
import { type LoggedEvent, readEvents, readLogHead, sequenceEvents } from './log.ts';
import { ReorderBuffer } from './reorder-buffer.ts';

const pageSize = 500;
const pollMs = 1_000;
/** Small beside what a reader notices, large beside a commit. */
const restMs = 20;
/** How long what came ahead of its turn waits for what is before it, until that is read from the log. */
const holeMs = 50;
/** Events kept in all, about 25 MB of them; a stream that is further behind than its platform's share reads the log itself. */
const keptEvents = 10_000;
const leastKept = 200;

/** The newest events of one platform, in order, and how those who wait for more are woken. */
export class EventBuffer {
  readonly #followers = new Set<() => void>();
  #events: LoggedEvent[] = [];
  #dropped = 0;
  /** Everything after this position is in the line. */
  #begin: number;
  readonly #most: () => number;

  /** @param most how many events it may keep, as the lines share the process's memory now. */
  constructor(begin: number, most: () => number) {
    this.#begin = begin;
    this.#most = most;
  }

  /** How many streams walk along it. */
  get subscriberCount(): number {
    return this.#followers.size;
  }

  push(event: LoggedEvent): void {
    this.#events.push(event);
    const most = this.#most();
    if (this.#events.length <= most) return;
    // An eighth at once: moving the rest costs each event a few pointers, and what is held stays about the same.
    const dropped = this.#events.splice(0, this.#events.length - Math.floor((most * 7) / 8));
    this.#dropped += dropped.length;
    this.#begin = dropped.at(-1)?.position ?? this.#begin;
  }

  /** The place in the line after a position, or `undefined` when the line begins later. */
  indexAfter(position: number): number | undefined {
    if (position < this.#begin) return undefined;
    let low = 0;
    let high = this.#events.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#events[middle]?.position ?? 0) <= position) low = middle + 1;
      else high = middle;
    }
    return this.#dropped + low;
  }

  /** The event at a place: `undefined` when it has not happened yet, 'gone' when it is no longer kept. */
  at(place: number): LoggedEvent | undefined | 'gone' {
    return place < this.#dropped ? 'gone' : this.#events[place - this.#dropped];
  }

  subscribe(wake: () => void): () => void {
    this.#followers.add(wake);
    return () => void this.#followers.delete(wake);
  }

  wake(): void {
    for (const wake of this.#followers) wake();
  }
}

/** Takes each event as it is handed out. Must not throw and must not wait. */
export type EventListener = (event: LoggedEvent) => void;

export interface EventTail {
  /** The position up to which events were handed out. */
  readonly position: number;
  /** The line of a platform, kept while somebody follows it. */
  bufferOf(platformUuid: string): EventBuffer;
  /** Waits until everything that is committed by now has been handed out. Where the log cannot be read, it does not wait. */
  caughtUp(): Promise<void>;
  /** Every event of every platform, for the service's own readers. Answers how to stop. */
  listen(listener: EventListener): () => void;
  /** How many statements have read the log, for the test that says one for each wake-up. */
  readonly reads: number;
  close(): Promise<void>;
}

export async function startTail(
  ports: Pick<Ports, 'db' | 'eventBus'>,
  onError: (error: unknown) => void,
): Promise<EventTail> {
  const { db, eventBus } = ports;
  const lines = new Map<string, EventBuffer>();
  const listeners = new Set<EventListener>();
  const arrivals = new ReorderBuffer();
  let { head: position } = await readLogHead(db.orm);
  /** Of the last event that was handed out. */
  let lastUuid: string | undefined;
  let reads = 0;
  let closed = false;
  let running: Promise<void> | undefined;
  let again = false;
  /** Those who wait for the end of a look that begins after they asked. */
  let askers: (() => void)[] = [];

  const share = () => Math.max(leastKept, Math.floor(keptEvents / Math.max(1, lines.size)));

  const handOut = (page: readonly LoggedEvent[]) => {
    const reached = new Set<EventBuffer>();
    for (const event of page) {
      // It came over the bus while the log was read.
      if (event.position <= position) continue;
      position = event.position;
      lastUuid = event.uuid;
      for (const listener of listeners) listener(event);
      const line = lines.get(event.platformUuid);
      if (line && line.subscriberCount === 0) lines.delete(event.platformUuid);
      else if (line) {
        line.push(event);
        reached.add(line);
      }
    }
    for (const line of reached) line.wake();
  };

  const look = async () => {
    const { head, waiting } = await readLogHead(db.orm);
    let more = waiting;
    while (more && !closed) more = (await sequenceEvents(ports)) > 0 && (await readLogHead(db.orm)).waiting;
    if (!waiting && head <= position) return;
    for (let full = true; full && !closed; ) {
      reads += 1;
      const page = await readEvents(db.orm, position, pageSize);
      handOut(page);
      full = page.length === pageSize;
    }
  };

  const catchUp = async () => {
    do {
      again = false;
      const served = askers;
      askers = [];
      try {
        await look();
      } finally {
        for (const resolve of served) resolve();
      }
    } while (again && !closed && (await rested()));
  };

  /** Between two looks that follow at once, so that under load one look takes what many commits have told. */
  const rested = () => new Promise<true>((resolve) => void setTimeout(resolve, restMs, true));

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
        handOutArrived();
      });
  };

  let hole: NodeJS.Timeout | undefined;
  /** Hands out what the bus brought and is next. Where something is missing before it, the log has that. */
  const handOutArrived = () => {
    for (let next = arrivals.after({ position, uuid: lastUuid }); next && !closed; ) {
      if (next === 'other-log') wake();
      else handOut(next);
      next = arrivals.after({ position, uuid: lastUuid });
    }
    if (!arrivals.hasGap || closed) {
      clearTimeout(hole);
      hole = undefined;
    } else {
      hole ??= setTimeout(() => {
        hole = undefined;
        wake();
      }, holeMs).unref();
    }
  };
  const page = (arrived: EventPage) => {
    arrivals.add(arrived);
    handOutArrived();
  };

  const stopListening = await eventBus.subscribe({ onNewEvents: wake, onPage: page });
  const timer = setInterval(wake, pollMs);
  timer.unref();
  // What a process that died had committed waits for its position.
  wake();

  return {
    get position() {
      return position;
    },
    get reads() {
      return reads;
    },
    bufferOf(platformUuid) {
      let line = lines.get(platformUuid);
      if (!line) {
        line = new EventBuffer(position, share);
        lines.set(platformUuid, line);
      }
      return line;
    },
    caughtUp() {
      if (closed) return Promise.resolve();
      return new Promise((resolve) => {
        askers.push(resolve);
        wake();
      });
    },
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async close() {
      closed = true;
      clearInterval(timer);
      clearTimeout(hole);
      await stopListening().catch(() => undefined);
      await running;
      for (const resolve of askers.splice(0)) resolve();
    },
  };
}
