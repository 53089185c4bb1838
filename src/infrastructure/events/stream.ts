/**
 * One subscription's iteration over the log: first the events after its cursor, then new ones. It stores a position and no
 * events. It is not a generator, because a generator that waits cannot be returned: an idle subscription would stay open,
 * and one more event would be delivered after its end.
 */
import type { Id } from '../../kernel/ids.ts';
import type { Database } from '../database/client.ts';
import type { EventBuffer } from './event-buffer.ts';
import { readEvents } from './event-store.ts';
import { CursorExpired, isArchivedAfter, type LoggedEvent } from './log.ts';
import type { EventTail } from './tail.ts';

const pageSize = 500;

interface StreamRequest<T> {
  readonly platformId: Id<'Platform'>;
  /** The position after which the stream starts. */
  readonly after: number;
  /** The subscriber's value for an event; `undefined` when the event is not for this subscriber. */
  readonly toMessage: (event: LoggedEvent) => T | undefined;
}

export class EventStream<T> implements AsyncIterableIterator<T> {
  readonly #db: Database;
  readonly #request: StreamRequest<T>;
  readonly #buffer: EventBuffer;
  readonly #tail: EventTail;
  readonly #unsubscribe: () => void;
  #position: number;
  /** The index in the buffer; `undefined` while the stream reads the log itself. */
  #index: number | undefined;
  #page: LoggedEvent[] = [];
  #hasEnded = false;
  #wake: (() => void) | undefined;

  constructor(db: Database, tail: EventTail, request: StreamRequest<T>) {
    this.#db = db;
    this.#tail = tail;
    this.#request = request;
    this.#buffer = tail.bufferOf(request.platformId);
    this.#unsubscribe = this.#buffer.subscribe(() => this.#wake?.());
    this.#position = request.after;
    this.#index = this.#buffer.indexAfter(this.#position);
  }

  async next(): Promise<IteratorResult<T>> {
    while (!this.#hasEnded) {
      const event = this.#page.shift() ?? this.#nextInBuffer();
      if (event) {
        // The cursor may come from a process that was ahead of this one. Events up to it are not delivered again.
        if (event.position <= this.#position) continue;
        this.#position = event.position;
        const message = this.#request.toMessage(event);
        if (message !== undefined) return { value: message, done: false };
      } else if (this.#index === undefined) {
        await this.#readLog();
      } else {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
        this.#wake = undefined;
      }
    }
    return { value: undefined, done: true };
  }

  #nextInBuffer(): LoggedEvent | undefined {
    if (this.#index === undefined) return undefined;
    const event = this.#buffer.at(this.#index);
    if (event === 'dropped') {
      this.#index = undefined;
      return undefined;
    }
    if (event) this.#index += 1;
    return event;
  }

  /** Reads one page of events before the buffer, up to what the tail has dispatched. Later events come by the buffer. */
  async #readLog(): Promise<void> {
    const upTo = this.#tail.position;
    const page = await readEvents(this.#db.orm, this.#position, pageSize, this.#request.platformId);
    if (await isArchivedAfter(this.#db.orm, this.#position, this.#tail)) throw new CursorExpired('after');
    this.#page = page.filter((event) => event.position <= upTo);
    if (page.length < pageSize || this.#page.length < page.length) {
      const last = this.#page.at(-1)?.position ?? this.#position;
      this.#index = this.#buffer.indexAfter(Math.max(last, upTo));
    }
  }

  async return(): Promise<IteratorResult<T>> {
    this.#hasEnded = true;
    this.#unsubscribe();
    this.#wake?.();
    return { value: undefined, done: true };
  }

  async throw(error: unknown): Promise<IteratorResult<T>> {
    await this.return();
    throw error;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
