/**
 * The live end of the event log: one reader for each process. It polls after each commit that it is notified of, and once
 * a second in any case. It reads new events in one statement, or receives them over the event bus, and dispatches each
 * event once, in order: to the service's own listeners and to the buffers of the subscriptions (`event-buffer.ts`).
 *
 * Each subscription keeps its own read position in the shared buffer. A thousand of them take no more memory than one, and
 * a slow one does not delay others.
 */
import type { Id } from '../../kernel/ids.ts';
import { waitAtMost } from '../../kernel/wait-at-most.ts';
import type { EventPage, Ports } from '../ports.ts';
import { type EventBuffer, EventBuffers } from './event-buffer.ts';
import { readEvents, readLogHead, readOpenEvents } from './event-store.ts';
import { type LoggedEvent, maxSequencedAtOnce, sequenceEvents } from './log.ts';
import { PollLoop } from './poll-loop.ts';
import { ReorderBuffer } from './reorder-buffer.ts';

const pageSize = 500;
const pollIntervalMs = 1_000;
/** How long closing waits for a poll, whose database may not respond. A process must end within seconds of SIGTERM. */
const closeTimeoutMs = 1_000;
/** How long received events wait for those before them. Then the gap is read from the log. */
const gapTimeoutMs = 50;

/** Called for each event in order. Must not throw and must not wait. */
type EventListener = (event: LoggedEvent) => void;

export interface EventTail {
  /** The position of the last event that was dispatched. */
  readonly position: number;
  /** The last position in closed partitions. Later events are not archived. */
  readonly lastClosed: number;
  /** The buffer of a platform, retained while it has subscribers. */
  bufferOf(platformId: Id<'Platform'>): EventBuffer;
  /** Waits until every event committed before this call has been dispatched. Resolves also when the log cannot be read. */
  caughtUp(): Promise<void>;
  /** Calls the listener for the events of all platforms until the returned function is called. */
  listen(listener: EventListener): () => void;
  /** How many statements have read the log. Tests read it. */
  readonly reads: number;
  close(): Promise<void>;
}

class LogTail implements EventTail {
  readonly #ports: Pick<Ports, 'db' | 'eventBus'>;
  readonly #buffers = new EventBuffers();
  readonly #listeners = new Set<EventListener>();
  readonly #received = new ReorderBuffer();
  readonly #polling: PollLoop;
  #position: number;
  #lastClosed: number;
  /** The id of the last event that was dispatched. */
  #lastUuid: string | undefined;
  #reads = 0;
  #pollTimer: NodeJS.Timeout | undefined;
  #gapTimer: NodeJS.Timeout | undefined;
  #unsubscribe: (() => Promise<void>) | undefined;

  constructor(
    ports: Pick<Ports, 'db' | 'eventBus'>,
    { head, lastClosed }: { readonly head: number; readonly lastClosed: number },
    onError: (error: unknown) => void,
  ) {
    this.#ports = ports;
    this.#position = head;
    this.#lastClosed = lastClosed;
    this.#polling = new PollLoop({
      poll: () => this.#poll(),
      onError,
      onIdle: () => this.#dispatchReceived(),
    });
  }

  async start(): Promise<void> {
    this.#unsubscribe = await this.#ports.eventBus.subscribe({
      onNewEvents: () => this.#polling.request(),
      onPage: (page) => this.#receive(page),
    });
    this.#pollTimer = setInterval(() => this.#polling.request(), pollIntervalMs);
    this.#pollTimer.unref();
    // A process that ended may have left committed events without positions.
    this.#polling.request();
  }

  get position(): number {
    return this.#position;
  }

  get lastClosed(): number {
    return this.#lastClosed;
  }

  get reads(): number {
    return this.#reads;
  }

  bufferOf(platformId: Id<'Platform'>): EventBuffer {
    return this.#buffers.get(platformId, this.#position);
  }

  caughtUp(): Promise<void> {
    return this.#polling.completed();
  }

  listen(listener: EventListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#polling.stop();
    clearInterval(this.#pollTimer);
    clearTimeout(this.#gapTimer);
    const unsubscribed = this.#unsubscribe?.();
    await waitAtMost(closeTimeoutMs, Promise.allSettled([unsubscribed, this.#polling.finished()]));
  }

  /** Gives positions to committed events, and dispatches those that are new in the log. */
  async #poll(): Promise<void> {
    const { db } = this.#ports;
    const { head, waiting, lastClosed } = await readLogHead(db.orm);
    this.#lastClosed = lastClosed;
    // What commits meanwhile requests the next poll.
    for (let isFull = waiting; isFull && !this.#polling.isClosed; )
      isFull = (await sequenceEvents(this.#ports)) === maxSequencedAtOnce;
    if (!waiting && head <= this.#position) return;
    for (let isFull = true; isFull && !this.#polling.isClosed; ) {
      this.#reads += 1;
      const read = this.#position >= lastClosed ? readOpenEvents : readEvents;
      const page = await read(db.orm, this.#position, pageSize);
      this.#dispatch(page);
      isFull = page.length === pageSize;
    }
  }

  #dispatch(events: readonly LoggedEvent[]): void {
    for (const event of events) {
      // The event bus may deliver an event while the log is being read.
      if (event.position <= this.#position) continue;
      this.#position = event.position;
      this.#lastUuid = event.uuid;
      for (const listener of this.#listeners) listener(event);
      this.#buffers.push(event);
    }
    this.#buffers.wake();
  }

  #receive(page: EventPage): void {
    this.#received.add(page);
    this.#dispatchReceived();
  }

  /** Dispatches received pages that are next. Events missing before them are read from the log after a timeout. */
  #dispatchReceived(): void {
    const next = () => this.#received.after({ position: this.#position, uuid: this.#lastUuid });
    for (let page = next(); page && !this.#polling.isClosed; page = next()) {
      if (page === 'other-log') this.#polling.request();
      else this.#dispatch(page);
    }
    if (!this.#received.hasGap || this.#polling.isClosed) {
      clearTimeout(this.#gapTimer);
      this.#gapTimer = undefined;
    } else {
      this.#gapTimer ??= setTimeout(() => {
        this.#gapTimer = undefined;
        this.#polling.request();
      }, gapTimeoutMs).unref();
    }
  }
}

/** Starts the tail at the current end of the log. */
export async function startTail(
  ports: Pick<Ports, 'db' | 'eventBus'>,
  onError: (error: unknown) => void,
): Promise<EventTail> {
  const tail = new LogTail(ports, await readLogHead(ports.db.orm), onError);
  await tail.start();
  return tail;
}
