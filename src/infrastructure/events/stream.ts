/**
 * One subscription's walk along the log: first what was missed since its cursor, then what happens. It holds a place
 * and no events. Written as an iterator of its own, because a generator that waits cannot be returned: an idle
 * subscription would stay, and one more event would go out after its end.
 */
import type { Database } from '../database/client.ts';
import { type LoggedEvent, readEvents } from './log.ts';
import type { EventTail } from './tail.ts';

const pageSize = 500;

export interface StreamRequest<T> {
  readonly platformUuid: string;
  /** The position after which it begins. */
  readonly after: number;
  /** What a subscriber is told about an event, or `undefined` when it is not for them. */
  readonly toMessage: (event: LoggedEvent) => T | undefined;
}

export class EventStream<T> implements AsyncIterableIterator<T> {
  readonly #db: Database;
  readonly #request: StreamRequest<T>;
  readonly #line: ReturnType<EventTail['bufferOf']>;
  readonly #tail: EventTail;
  readonly #unfollow: () => void;
  #position: number;
  /** In the line; `undefined` while the stream reads the log itself. */
  #place: number | undefined;
  #page: LoggedEvent[] = [];
  #ended = false;
  #wake: (() => void) | undefined;

  constructor(db: Database, tail: EventTail, request: StreamRequest<T>) {
    this.#db = db;
    this.#tail = tail;
    this.#request = request;
    this.#line = tail.bufferOf(request.platformUuid);
    this.#unfollow = this.#line.subscribe(() => this.#wake?.());
    this.#position = request.after;
    this.#place = this.#line.indexAfter(this.#position);
  }

  async next(): Promise<IteratorResult<T>> {
    while (!this.#ended) {
      const event = this.#page.shift() ?? this.#fromLine();
      if (event) {
        // The cursor may be of a process that was ahead of this one: what it saw there does not come again here.
        if (event.position <= this.#position) continue;
        this.#position = event.position;
        const told = this.#request.toMessage(event);
        if (told !== undefined) return { value: told, done: false };
      } else if (this.#place === undefined) {
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

  #fromLine(): LoggedEvent | undefined {
    if (this.#place === undefined) return undefined;
    const event = this.#line.at(this.#place);
    if (event === 'gone') {
      this.#place = undefined;
      return undefined;
    }
    if (event) this.#place += 1;
    return event;
  }

  /** One page of what is behind the line, never past what the tail has handed out: that comes by the line. */
  async #readLog(): Promise<void> {
    const upTo = this.#tail.position;
    const page = await readEvents(this.#db.orm, this.#position, pageSize, this.#request.platformUuid);
    this.#page = page.filter((event) => event.position <= upTo);
    if (page.length < pageSize || this.#page.length < page.length) {
      const last = this.#page.at(-1)?.position ?? this.#position;
      this.#place = this.#line.indexAfter(Math.max(last, upTo));
    }
  }

  async return(): Promise<IteratorResult<T>> {
    this.#ended = true;
    this.#unfollow();
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
