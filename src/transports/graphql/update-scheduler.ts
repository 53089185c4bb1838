/**
 * Schedules the executions that subscriptions need for each event, so that one platform's subscriptions do not delay
 * other platforms: neither their updates nor their requests.
 *
 * Decision: two executions of one platform run at once; its others wait, and its credentials take turns. Each execution
 * starts in its own turn of the event loop. There is no limit over all platforms, because slow executions of some would
 * use it up. A platform over its budget of values (as the cost of a document counts them) runs one execution at a time,
 * and each waits for a moment while another platform uses the database. After it, the platform
 * pauses as long as the execution took, if another used the database in the last second. So a platform is not slowed down
 * while others are idle, and its updates use the capacity that others leave.
 */
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import { type Database, pauseForOthers } from '../../infrastructure/database/client.ts';
import { FairSemaphore, type Partition } from '../../infrastructure/database/fair-queue.ts';

const pollMs = 2;

interface UpdateScheduling {
  readonly perPlatform: number;
  /** Values that a platform may use at once, and per second, before it yields to others. */
  readonly burst: number;
  readonly perSecond: number;
  /** The maximum time that an execution over the budget waits. */
  readonly maxYieldMs: number;
}

const defaultScheduling: UpdateScheduling = {
  perPlatform: 2,
  burst: 5_000,
  perSecond: 50_000,
  maxYieldMs: 50,
};

/** A leaky bucket per platform. */
export class UsageBudget {
  readonly #used = new Map<string, { level: number; at: number }>();
  readonly #burst: number;
  readonly #perMs: number;

  constructor({ burst, perSecond }: Pick<UpdateScheduling, 'burst' | 'perSecond'>) {
    this.#burst = burst;
    this.#perMs = perSecond / 1_000;
  }

  /** @returns whether the platform was within its budget before this use. */
  use(key: string, values: number, nowMs: number): boolean {
    const before = this.#used.get(key);
    const level = before ? Math.max(0, before.level - (nowMs - before.at) * this.#perMs) : 0;
    // Ordered by last use, so that drained entries are at the start.
    this.#used.delete(key);
    this.#used.set(key, { level: level + values, at: nowMs });
    for (const [other, { level: left, at }] of this.#used) {
      if (left > (nowMs - at) * this.#perMs) break;
      this.#used.delete(other);
    }
    return level < this.#burst;
  }

  /** The number of platforms whose bucket is not empty. */
  get size(): number {
    return this.#used.size;
  }
}

interface UpdateScheduler {
  /**
   * Runs one execution in its turn.
   *
   * @param cost of the document, in values.
   */
  run<T>(
    {
      partition,
      cost,
      db,
    }: { partition: Partition; cost: number; db: Pick<Database, 'isServingOtherTenants' | 'otherTenantsAt'> },
    execute: () => Promise<T>,
  ): Promise<T>;
}

export function createUpdateScheduler(scheduling: UpdateScheduling = defaultScheduling): UpdateScheduler {
  const gate = new FairSemaphore({
    maxRunning: Number.POSITIVE_INFINITY,
    maxRunningPerKey: scheduling.perPlatform,
  });
  const overBudget = new FairSemaphore({ maxRunning: Number.POSITIVE_INFINITY, maxRunningPerKey: 1 });
  const budget = new UsageBudget(scheduling);
  return {
    run: ({ partition, cost, db }, execute) =>
      gate.run(partition, async () => {
        const { key } = partition;
        const isWithinBudget = budget.use(key, cost, performance.now());
        await nextTurn();
        if (isWithinBudget) return execute();
        let startedAt = 0;
        return overBudget.run(
          partition,
          async () => {
            const until = performance.now() + scheduling.maxYieldMs;
            while (performance.now() < until && db.isServingOtherTenants(key)) await delay(pollMs);
            startedAt = performance.now();
            return execute();
          },
          () => pauseForOthers(db, key, performance.now() - startedAt),
        );
      }),
  };
}
