/**
 * Connections to a Postgres server. Each is used by one statement or one transaction at a time.
 *
 * Decision: while the server is away nobody waits for it. Who asks is refused at once, and the pool alone tries again,
 * four times a second, so that a server that comes back finds one caller at its door and is in use a moment later.
 *
 * Decision: where others are in use, a new connection that finds no place or takes too long is no absence. Whoever
 * waits has the next that is given back.
 *
 * Decision: connections are shared fairly between partition keys, normally platforms. A key that holds some may take
 * another only while it then holds at most `shareOfFree` times the connections that stay free: of ten, one key alone
 * has seven, two keys have four each, and one connection stays free for a key that holds none. A connection that is given
 * back goes to the waiting key that holds the fewest. A long statement cannot be interrupted, so a bound has to hold
 * before others need a connection, not after. The service's own work has no such bound: it bounds itself.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { FairQueue, Holdings, type Partition, servicePartition } from './fair-queue.ts';
import { Session, type SessionOptions } from './session.ts';
import { StallDetector, type StallTimeouts } from './stall-detector.ts';
import { DatabaseUnavailable, isConnectionLimit } from './unavailable.ts';

const trialEveryMs = 250;
const refuseAfterMs = 5;
/** Long enough to cost nothing, short enough that a server behind a name that moved is left in time. */
const lifetimeMs = 45 * 60_000;
/** Statements that the server remembers for one connection, of which each takes some of its memory. */
const rememberedAtMost = 1_000;
const shareOfFree = 3;

/** Away with the reason why; back; or only single connections broke, and new ones were made at once. */
export type Outage =
  | { readonly kind: 'away'; readonly cause: unknown }
  | { readonly kind: 'back'; readonly afterMs: number }
  | { readonly kind: 'reconnected'; readonly cause: unknown };

interface Waiter {
  readonly resolve: (session: Session) => void;
  readonly reject: (error: Error) => void;
}

export class Pool {
  readonly #options: Omit<SessionOptions, 'onLost'>;
  readonly #most: number;
  readonly #idle: Session[] = [];
  readonly #all = new Set<Session>();
  readonly #waiters = new FairQueue<Waiter>();
  /** The key that has leased each connection in use. */
  readonly #leases = new Map<Session, string>();
  readonly #held = new Holdings();
  readonly #watch: StallDetector;
  #opening = 0;
  /** While the server has no place for another connection it is not asked for one all the time. */
  #crowdedUntil = 0;
  /** Whether it had no place for the last one that was asked for: then there are only those that are open. */
  #isCrowded = false;
  #away: { readonly error: DatabaseUnavailable; readonly since: number } | undefined;
  #trial: Promise<void> | undefined;
  #closed = false;
  /** Told when the server goes away and comes back. */
  onOutage: ((outage: Outage) => void) | undefined;

  constructor(options: Omit<SessionOptions, 'onLost'>, most: number, patience: StallTimeouts) {
    this.#options = options;
    this.#most = most;
    const watched = {
      all: this.#all,
      idle: this.#idle,
      onAway: (error: DatabaseUnavailable) => this.#isAway(error),
    };
    this.#watch = new StallDetector(watched, options, patience);
  }

  get isAway(): boolean {
    return this.#away !== undefined;
  }

  /** How many connections there are, and how many of them are in use. */
  get size(): { readonly open: number; readonly busy: number; readonly waiting: number } {
    return {
      open: this.#all.size,
      busy: this.#all.size - this.#idle.length,
      waiting: this.#waiters.size,
    };
  }

  /** Whether another tenant than this one has a connection now. */
  servesOthersThan(key: string): boolean {
    return this.#held.byOthersThan(key) > 0;
  }

  /** A connection for oneself, until it is given back. Answers at once where one is idle and the key may have it. */
  lease(partition: Partition = servicePartition): Session | Promise<Session> {
    const { key } = partition;
    const mayTake = this.#mayTake(key);
    if (mayTake) {
      const idle = this.#idle.pop();
      if (idle) return this.#leased(idle, key);
    }
    if (this.#closed) return this.#refusal(new DatabaseUnavailable(new Error('the database was closed')));
    if (this.#away) return this.#refusal(this.#away.error);
    // Whether a server that had no place has one again is known only by asking it. One asks for all who wait.
    if (mayTake || (this.#isCrowded && this.#opening === 0)) this.#grow();
    return new Promise((resolve, reject) => {
      this.#waiters.push(partition, { resolve, reject });
    });
  }

  #leased(session: Session, key: string): Session {
    this.#leases.set(session, key);
    this.#held.add(key, 1);
    return session;
  }

  #mayTake(key: string): boolean {
    const held = this.#held.of(key);
    if (held === 0 || key === servicePartition.key) return true;
    const capacity = this.#isCrowded ? this.#all.size : this.#most;
    const free = capacity - this.#held.total - 1;
    return held + 1 <= shareOfFree * free;
  }

  /** Gives idle connections to those who wait and may have them. */
  #dispatch(): void {
    while (this.#idle.length > 0) {
      const next = this.#waiters.take((key) => (this.#mayTake(key) ? this.#held.of(key) : undefined));
      if (!next) return;
      next.item.resolve(this.#leased(this.#idle.pop() as Session, next.key));
    }
  }

  #grow(): void {
    if (this.#all.size + this.#opening >= this.#most) return;
    if (this.#all.size > 0 && performance.now() < this.#crowdedUntil) return;
    void this.#open();
  }

  /** Not in the same turn, so that whoever asks again and again lets others have theirs. */
  async #refusal(error: DatabaseUnavailable): Promise<never> {
    await delay(refuseAfterMs);
    throw error;
  }

  giveBack(session: Session): void {
    const key = this.#leases.get(session);
    if (key !== undefined) {
      this.#leases.delete(session);
      this.#held.add(key, -1);
    }
    if (!session.lost) this.#take(session);
    this.#dispatch();
  }

  #take(session: Session): void {
    const isWorn = performance.now() - session.openedAt > lifetimeMs || session.remembered > rememberedAtMost;
    if (isWorn || this.#all.size > this.#most) {
      this.#all.delete(session);
      void session.end();
      if (this.#waiters.size > 0) this.#grow();
      return;
    }
    this.#idle.push(session);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#refuseWaiters(new DatabaseUnavailable(new Error('the database was closed')));
    await Promise.all([...this.#all].map((session) => session.end()));
    await Promise.all([this.#trial, this.#watch.close()]);
  }

  /** @returns whether there is one more. */
  async #open(): Promise<boolean> {
    this.#opening += 1;
    try {
      const session = await Session.open({ ...this.#options, onLost: (lost) => this.#lost(lost) });
      if (this.#closed) {
        await session.end();
        return false;
      }
      this.#all.add(session);
      this.#isCrowded = false;
      this.#isBack();
      this.giveBack(session);
      return true;
    } catch (error) {
      const others = this.#all.size + this.#opening - 1;
      if (others > 0 && isConnectionLimit((error as DatabaseUnavailable).cause)) {
        this.#crowdedUntil = performance.now() + trialEveryMs;
        this.#isCrowded = true;
      } else {
        this.#isAway(error as DatabaseUnavailable);
      }
      return false;
    } finally {
      this.#opening -= 1;
    }
  }

  #lost(session: Session): void {
    const place = this.#idle.indexOf(session);
    if (place >= 0) this.#idle.splice(place, 1);
    // One that was never in the pool failed while it was opened, and whoever opened it knows.
    if (!this.#all.delete(session) || this.#closed || !session.lost) return;
    void this.#try(session.lost);
  }

  /** Makes a connection, again and again until there is one. One at a time does it. */
  #try(lost: DatabaseUnavailable): Promise<void> {
    const wasAway = this.#away !== undefined;
    this.#trial ??= (async () => {
      const isMade = await this.#open();
      if (isMade && !wasAway && !this.#closed) {
        this.onOutage?.({ kind: 'reconnected', cause: lost.cause });
      }
      while (this.#away && !this.#closed) {
        await new Promise<void>((resolve) => setTimeout(resolve, trialEveryMs).unref());
        if (!this.#closed) await this.#open();
      }
    })().finally(() => {
      this.#trial = undefined;
    });
    return this.#trial;
  }

  #isAway(error: DatabaseUnavailable): void {
    this.#refuseWaiters(error);
    if (this.#away || this.#closed) return;
    this.#away = { error, since: performance.now() };
    this.onOutage?.({ kind: 'away', cause: error.cause });
    void this.#try(error);
  }

  #isBack(): void {
    const away = this.#away;
    if (!away) return;
    this.#away = undefined;
    this.onOutage?.({ kind: 'back', afterMs: performance.now() - away.since });
  }

  #refuseWaiters(error: DatabaseUnavailable): void {
    for (const { reject } of this.#waiters.drain()) reject(error);
  }
}
