/**
 * Slows callers down that make jobs faster than workers do them, so that the backlog of a platform does not grow without
 * bound. The longer the backlog, the longer the interval between two admissions of the platform in this process: the rate of
 * admission falls to that of the workers.
 *
 * Decision: the credentials of a platform take turns, as they do for connections. Otherwise one agent with many payments would
 * make those of all others wait, and then be rejected.
 *
 * The backlog is read after every hundred admissions, and four times a second while callers are slowed down. A platform
 * with few payments costs nothing.
 */
import { LRUCache } from 'lru-cache';
import { RateLimited } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/ids.ts';
import type { Database } from '../database/client.ts';
import { FairQueue } from '../database/fair-queue.ts';
import type { Ports } from '../ports.ts';
import { countDueJobs } from './job-store.ts';

const sampleMs = 250;
const admissionsPerSample = 100;
/** The interval between admissions while the backlog is twice the limit, in milliseconds. */
const intervalPerLimit = 2;
/** Callers that would wait longer are rejected. */
const maxWaitMs = 5_000;
/** Above this multiple of the limit no caller is admitted. */
const maxBacklog = 20;
/** The time after which a rejected caller may try again, in seconds. */
const retrySeconds = 5;

/** Callers of one platform that wait at once in this process. Each has an open request. The waiting credentials share them. */
const maxWaiting = 1_000;

const maxPlatforms = 10_000;

/** The milliseconds between two admissions. */
export const intervalFor = (dueJobs: number, limit: number): number =>
  Math.max(0, ((dueJobs - limit) / limit) * intervalPerLimit);

interface Waiter {
  readonly since: number;
  admit(result: true | RateLimited): void;
}

class PlatformBacklog {
  #dueJobs = 0;
  #sampledAt = Number.NEGATIVE_INFINITY;
  #admissions = 0;
  #interval = 0;
  /** When the next caller is admitted, by `performance.now()`. */
  #nextAt = 0;
  #sampling: Promise<void> | undefined;
  /** Keyed by credential. */
  readonly #queue = new FairQueue<Waiter>();
  readonly #waiting = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;

  async admit(member: string, limit: number, count: () => Promise<number>): Promise<true | RateLimited> {
    await this.#sampleIfDue(limit, count);
    if (this.#dueJobs >= maxBacklog * limit) return new RateLimited(retrySeconds);
    this.#admissions += 1;
    const now = performance.now();
    if (this.#queue.size === 0 && now >= this.#nextAt) {
      this.#nextAt = now + this.#interval;
      return true;
    }
    if (!this.#hasRoom(member, now)) return new RateLimited(retrySeconds);
    return new Promise((admit) => {
      this.#queue.push({ key: member, member: '' }, { since: now, admit });
      this.#count(member, 1);
      this.#wait(() => this.#sampleIfDue(limit, count));
    });
  }

  /** Whether the caller's turn comes in time, if all credentials that wait now go on waiting. */
  #hasRoom(member: string, now: number): boolean {
    const own = this.#waiting.get(member) ?? 0;
    const members = this.#waiting.size + (own === 0 ? 1 : 0);
    const turnAt = this.#nextAt + own * members * this.#interval;
    return turnAt - now <= maxWaitMs && own < maxWaiting / members;
  }

  #count(member: string, change: 1 | -1): void {
    const waiting = (this.#waiting.get(member) ?? 0) + change;
    if (waiting > 0) this.#waiting.set(member, waiting);
    else this.#waiting.delete(member);
  }

  /** @param sample reads the backlog, so that callers do not wait for jobs that are done. */
  #wait(sample: () => Promise<void>): void {
    if (this.#timer || this.#queue.size === 0) return;
    this.#timer = setTimeout(
      async () => {
        // Without the database, the interval stays as it is.
        await sample().catch(() => undefined);
        this.#admitDue();
        this.#timer = undefined;
        this.#wait(sample);
      },
      Math.max(0, Math.ceil(this.#nextAt - performance.now())),
    );
  }

  /** Admits the callers whose turn has come. A timer can be late, so there may be several. */
  #admitDue(): void {
    const now = performance.now();
    while (now >= this.#nextAt) {
      const next = this.#queue.take(() => 0);
      if (!next) return;
      this.#count(next.key, -1);
      // Other credentials may have come since, and delayed this caller.
      const isLate = now - next.item.since > maxWaitMs;
      next.item.admit(isLate ? new RateLimited(retrySeconds) : true);
      if (!isLate) this.#nextAt += this.#interval;
    }
  }

  async #sampleIfDue(limit: number, count: () => Promise<number>): Promise<void> {
    if (this.#admissions < admissionsPerSample && this.#dueJobs <= limit) return;
    if (performance.now() - this.#sampledAt < sampleMs) return;
    this.#sampling ??= count()
      .then((dueJobs) => {
        this.#dueJobs = dueJobs;
        this.#interval = intervalFor(dueJobs, limit);
        this.#admissions = 0;
        this.#sampledAt = performance.now();
      })
      .finally(() => {
        this.#sampling = undefined;
      });
    await this.#sampling;
  }
}

const backlogs = new WeakMap<Database, LRUCache<string, PlatformBacklog>>();

function backlogOf({ origin }: Database, platformId: Id<'Platform'>): PlatformBacklog {
  let ofPlatforms = backlogs.get(origin);
  if (!ofPlatforms) {
    ofPlatforms = new LRUCache({ max: maxPlatforms });
    backlogs.set(origin, ofPlatforms);
  }
  let backlog = ofPlatforms.get(platformId);
  if (!backlog) {
    backlog = new PlatformBacklog();
    ofPlatforms.set(platformId, backlog);
  }
  return backlog;
}

/**
 * Call before an operation that makes jobs, outside of its transaction. Returns after a pause while many jobs of the
 * platform are due.
 *
 * @returns `RateLimited` when the pause would be longer than five seconds.
 */
export const admitPayment = (
  { db, clock, maxDueJobs }: Pick<Ports, 'db' | 'clock' | 'maxDueJobs'>,
  platformId: Id<'Platform'>,
): Promise<true | RateLimited> =>
  backlogOf(db, platformId).admit(db.partitionOf().member, maxDueJobs, () =>
    countDueJobs(db.orm, platformId, clock.real(), maxBacklog * maxDueJobs),
  );
