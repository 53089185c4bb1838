/**
 * Holds pages from the event bus until it is their turn. A broker may deliver pages late, twice, out of order or not at
 * all. A page is dispatched only if it continues the reader's own log. Positions alone do not show that: a copy of the
 * database has other events at the same positions.
 */
import type { EventPage } from '../ports.ts';
import type { LoggedEvent } from './log.ts';

/** A reader's place in the log. */
interface LogPosition {
  readonly position: number;
  /** The id of the event at that position; absent at the start of the log, and where it is not known. */
  readonly uuid: string | undefined;
}

/** Events held in all. A reader that is further behind reads the log instead. */
const maxEvents = 2_000;

export class ReorderBuffer {
  #pages: EventPage[] = [];

  /** Whether a page was received before its turn, so that events before it may be lost. */
  get hasGap(): boolean {
    return this.#pages.length > 0;
  }

  add(page: EventPage): void {
    this.#pages.push(page);
    const total = this.#pages.reduce((sum, { events }) => sum + events.length, 0);
    if (total > maxEvents && this.#pages.length > 1) this.#pages = [page];
  }

  /**
   * Removes and returns the events right after a position. Returns 'other-log' when a page has the next position but does
   * not continue the event at this one, or when that is unknown: the caller then reads the log.
   */
  after({ position, uuid }: LogPosition): readonly LoggedEvent[] | 'other-log' | undefined {
    this.#pages = this.#pages.filter(({ events }) => (events.at(-1)?.position ?? 0) > position);
    const next = this.#pages.find(({ events }) => (events[0]?.position ?? 0) <= position + 1);
    if (!next) return undefined;
    this.#pages = this.#pages.filter((page) => page !== next);
    const alreadyRead = position + 1 - (next.events[0]?.position ?? 0);
    const previousUuid = alreadyRead === 0 ? next.previousUuid : next.events[alreadyRead - 1]?.uuid;
    return previousUuid === uuid ? next.events.slice(alreadyRead) : 'other-log';
  }
}
