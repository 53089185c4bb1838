/**
 * Schedules the executions that subscriptions need for each event, so that one platform's subscriptions do not delay
 * other platforms: neither their updates nor their requests.
 *
 * Decision: of one platform two executions run at once, and its others wait in turn between its credentials. Each starts
 * in a turn of the event loop of its own. There is no bound over all platforms: slow executions of some would hold it. A platform that has used up its budget of values (as the cost of a document counts
 * them) has one execution at a time; and while another platform uses the database, each is put off for a moment. So a
 * platform alone is not held back by others that do nothing, and the many updates of one fill the gaps that others leave.
 */
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '../../infrastructure/database/client.ts';
import { FairGate, type Partition } from '../../infrastructure/database/fair-queue.ts';

const lookMs = 2;

export interface UpdateScheduling {
  readonly perPlatform: number;
  /** Values that a platform may use at once, and each second, before it gives way. */
  readonly burst: number;
  readonly perSecond: number;
  /** How long an execution gives way at most. */
  readonly giveWayMs: number;
}

export const defaultScheduling: UpdateScheduling = {
  perPlatform: 2,
  burst: 5_000,
  perSecond: 50_000,
  giveWayMs: 50,
};

/** What each platform has used lately: it drains evenly. */
export class UsageBudget {
  readonly #used = new Map<string, { level: number; at: number }>();
  readonly #burst: number;
  readonly #perMs: number;

  constructor({ burst, perSecond }: Pick<UpdateScheduling, 'burst' | 'perSecond'>) {
    this.#burst = burst;
    this.#perMs = perSecond / 1_000;
  }

  /** @returns whether the platform was within its budget before this. */
  use(key: string, values: number, nowMs: number): boolean {
    const before = this.#used.get(key);
    const level = before ? Math.max(0, before.level - (nowMs - before.at) * this.#perMs) : 0;
    // The newest last, so that what has drained is found at the beginning.
    this.#used.delete(key);
    this.#used.set(key, { level: level + values, at: nowMs });
    for (const [other, { level: left, at }] of this.#used) {
      if (left > (nowMs - at) * this.#perMs) break;
      this.#used.delete(other);
    }
    return level < this.#burst;
  }

  /** How many platforms are remembered. */
  get size(): number {
    return this.#used.size;
  }
}

export interface UpdateScheduler {
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
    }: { partition: Partition; cost: number; db: Pick<Database, 'isServingOtherTenants'> },
    execute: () => Promise<T>,
  ): Promise<T>;
}

export function createUpdateScheduler(scheduling: UpdateScheduling = defaultScheduling): UpdateScheduler {
  const gate = new FairGate({ atOnce: Number.POSITIVE_INFINITY, perKey: scheduling.perPlatform });
  const overBudget = new FairGate({ atOnce: Number.POSITIVE_INFINITY, perKey: 1 });
  const budget = new UsageBudget(scheduling);
  return {
    run: ({ partition, cost, db }, execute) =>
      gate.run(partition, async () => {
        const { key } = partition;
        const within = budget.use(key, cost, performance.now());
        await nextTurn();
        if (within) return execute();
        return overBudget.run(partition, async () => {
          const until = performance.now() + scheduling.giveWayMs;
          while (performance.now() < until && db.isServingOtherTenants(key)) await delay(lookMs);
          return execute();
        });
      }),
  };
}
