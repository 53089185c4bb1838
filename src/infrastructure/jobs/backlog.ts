/**
 * Slows callers down that make jobs faster than workers do them, so that the backlog of a platform does not grow without
 * bound. The longer the backlog, the longer the interval between two admissions of the platform in this process: the rate of
 * admission falls to that of the workers.
 *
 * The backlog is read after every hundred admissions, and four times a second while callers are slowed down. A platform
 * with few payments costs nothing.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { RateLimited } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/ids.ts';
import type { Database } from '../database/client.ts';
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

const maxPlatforms = 10_000;

/** The milliseconds between two admissions. */
export const intervalFor = (dueJobs: number, limit: number): number =>
  Math.max(0, ((dueJobs - limit) / limit) * intervalPerLimit);

class PlatformBacklog {
  #dueJobs = 0;
  #sampledAt = Number.NEGATIVE_INFINITY;
  #admissions = 0;
  /** When the next caller is admitted, by `performance.now()`. */
  #nextAt = 0;
  #sampling: Promise<void> | undefined;

  async admit(limit: number, count: () => Promise<number>): Promise<true | RateLimited> {
    await this.#sampleIfDue(limit, count);
    if (this.#dueJobs >= maxBacklog * limit) return new RateLimited(retrySeconds);
    this.#admissions += 1;
    const interval = intervalFor(this.#dueJobs, limit);
    if (interval === 0) return true;
    const now = performance.now();
    const at = Math.max(now, this.#nextAt + interval);
    if (at - now > maxWaitMs) return new RateLimited(retrySeconds);
    this.#nextAt = at;
    if (at > now) await delay(at - now);
    return true;
  }

  async #sampleIfDue(limit: number, count: () => Promise<number>): Promise<void> {
    if (this.#admissions < admissionsPerSample && this.#dueJobs <= limit) return;
    if (performance.now() - this.#sampledAt < sampleMs) return;
    this.#sampling ??= count()
      .then((dueJobs) => {
        this.#dueJobs = dueJobs;
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
export const admit = (
  { db, clock, maxDueJobs }: Pick<Ports, 'db' | 'clock' | 'maxDueJobs'>,
  platformId: Id<'Platform'>,
): Promise<true | RateLimited> =>
  backlogOf(db, platformId).admit(maxDueJobs, () =>
    countDueJobs(db.orm, platformId, clock.real(), maxBacklog * maxDueJobs),
  );
