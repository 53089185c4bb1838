/** The newest events of each platform that has subscriptions, shared by all of them. */
import type { Id } from '../../kernel/ids.ts';
import type { LoggedEvent } from './log.ts';

/** Events of all platforms together, about 25 MB. A stream that falls behind its platform's buffer reads the log. */
const maxEvents = 10_000;
const minEventsPerPlatform = 200;

/** The newest events of one platform, in order. Each subscription keeps its own index into it. */
export class EventBuffer {
  readonly #subscribers = new Set<() => void>();
  readonly #capacity: () => number;
  #events: LoggedEvent[] = [];
  #droppedCount = 0;
  /** The buffer has every event after this position. */
  #startPosition: number;

  /** @param capacity the number of events it may hold now. It changes with the number of buffers. */
  constructor(startPosition: number, capacity: () => number) {
    this.#startPosition = startPosition;
    this.#capacity = capacity;
  }

  get subscriberCount(): number {
    return this.#subscribers.size;
  }

  push(event: LoggedEvent): void {
    this.#events.push(event);
    const capacity = this.#capacity();
    if (this.#events.length <= capacity) return;
    // Dropping an eighth at a time makes moving the rest cheap for each event.
    const dropped = this.#events.splice(0, this.#events.length - Math.floor((capacity * 7) / 8));
    this.#droppedCount += dropped.length;
    this.#startPosition = dropped.at(-1)?.position ?? this.#startPosition;
  }

  /** The index of the first event after a position; `undefined` when events after it were dropped. */
  indexAfter(position: number): number | undefined {
    if (position < this.#startPosition) return undefined;
    let low = 0;
    let high = this.#events.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#events[middle]?.position ?? 0) <= position) low = middle + 1;
      else high = middle;
    }
    return this.#droppedCount + low;
  }

  /** The event at an index: `undefined` before it has happened, 'dropped' when it is no longer in the buffer. */
  at(index: number): LoggedEvent | undefined | 'dropped' {
    return index < this.#droppedCount ? 'dropped' : this.#events[index - this.#droppedCount];
  }

  /** Calls `wake` after new events until the returned function is called. */
  subscribe(wake: () => void): () => void {
    this.#subscribers.add(wake);
    return () => void this.#subscribers.delete(wake);
  }

  wake(): void {
    for (const wake of this.#subscribers) wake();
  }
}

/** The buffers of all platforms that have subscriptions. */
export class EventBuffers {
  readonly #byPlatform = new Map<string, EventBuffer>();
  /** Buffers with events whose subscribers were not woken yet. */
  readonly #changed = new Set<EventBuffer>();

  /** The buffer of a platform; a new one holds the events after `position`. */
  get(platformId: Id<'Platform'>, position: number): EventBuffer {
    let buffer = this.#byPlatform.get(platformId);
    if (!buffer) {
      buffer = new EventBuffer(position, () => this.#capacityPerPlatform());
      this.#byPlatform.set(platformId, buffer);
    }
    return buffer;
  }

  /** Stores an event, if its platform has subscriptions. A buffer without any is removed. */
  push(event: LoggedEvent): void {
    const buffer = this.#byPlatform.get(event.platformId);
    if (!buffer) return;
    if (buffer.subscriberCount === 0) {
      this.#byPlatform.delete(event.platformId);
      return;
    }
    buffer.push(event);
    this.#changed.add(buffer);
  }

  /** Wakes the subscribers of every buffer that has new events. */
  wake(): void {
    const changed = [...this.#changed];
    this.#changed.clear();
    for (const buffer of changed) buffer.wake();
  }

  #capacityPerPlatform(): number {
    return Math.max(minEventsPerPlatform, Math.floor(maxEvents / Math.max(1, this.#byPlatform.size)));
  }
}
