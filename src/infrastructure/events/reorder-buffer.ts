/**
 * Pages that came over the event bus, until it is their turn. A broker may bring them late, twice, in any order or not
 * at all: what is handed out goes on exactly where the reader is, and in the reader's own log. The positions alone
 * would not tell the log of a copy of the database, which has events of its own at the same positions.
 */
import type { EventPage } from '../ports.ts';
import type { LoggedEvent } from './log.ts';

/** Where a reader of the log is. */
export interface LogPosition {
  readonly position: number;
  /** Of the event at that position; absent at the beginning, and where it is not known. */
  readonly uuid: string | undefined;
}

/** Events held in all. More than this ahead of its turn is better read from the log. */
const heldAtMost = 2_000;

export class ReorderBuffer {
  #pages: EventPage[] = [];

  /** Whether something came that is ahead of its turn: what is before it may have been lost. */
  get hasGap(): boolean {
    return this.#pages.length > 0;
  }

  add(page: EventPage): void {
    this.#pages.push(page);
    const held = this.#pages.reduce((sum, { events }) => sum + events.length, 0);
    if (held > heldAtMost && this.#pages.length > 1) this.#pages = [page];
  }

  /**
   * What goes on right after a place, once; 'other-log' where a page has the next position and does not follow what is
   * there, or cannot be known to: then the log says what does.
   */
  after({ position, uuid }: LogPosition): readonly LoggedEvent[] | 'other-log' | undefined {
    this.#pages = this.#pages.filter(({ events }) => (events.at(-1)?.position ?? 0) > position);
    const next = this.#pages.find(({ events }) => (events[0]?.position ?? 0) <= position + 1);
    if (!next) return undefined;
    this.#pages = this.#pages.filter((page) => page !== next);
    const known = position + 1 - (next.events[0]?.position ?? 0);
    const before = known === 0 ? next.previousUuid : next.events[known - 1]?.uuid;
    return before === uuid ? next.events.slice(known) : 'other-log';
  }
}
