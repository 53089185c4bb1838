/** Events of a replay by their time. Those of one instant stay in the order in which they were added. */
interface Timed<T> {
  readonly at: number;
  readonly event: T;
}

export class EventQueue<T> {
  /** Sorted. Those before `#head` are taken. */
  #events: Timed<T>[] = [];
  #head = 0;

  add(at: Date, event: T): void {
    const time = at.getTime();
    let [low, high] = [this.#head, this.#events.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#events[middle] as Timed<T>).at <= time) low = middle + 1;
      else high = middle;
    }
    this.#events.splice(low, 0, { at: time, event });
  }

  /** Takes the first event that is not after `now`. */
  next(now: Date): T | undefined {
    const first = this.#events[this.#head];
    if (!first || first.at > now.getTime()) return undefined;
    this.#head += 1;
    if (this.#head > 1_000) {
      this.#events = this.#events.slice(this.#head);
      this.#head = 0;
    }
    return first.event;
  }
}
