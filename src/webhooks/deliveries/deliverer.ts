/**
 * Delivers events to endpoints: queues new events of the log and sends due deliveries concurrently. Any number of processes
 * may run a deliverer. The number of concurrent calls per endpoint is limited, so a slow or dead endpoint does not delay
 * others.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { platformPartition } from '../../infrastructure/database/fair-queue.ts';
import { onWake } from '../../infrastructure/database/transact.ts';
import {
  ignoreWork,
  observeWork,
  type WorkObserver,
} from '../../infrastructure/observability/work-record.ts';
import { approvalEventType } from '../../payments/events.ts';
import type { Ports } from '../ports.ts';
import { type AttemptPorts, attemptDelivery } from './attempt.ts';
import { defaultLeaseMs, type LeasedDelivery, leaseDueDeliveries } from './lease-store.ts';
import { queueNextPage } from './queue.ts';

const pollMs = 500;
/** The pause between two polls. Under load one poll then queues the events of many commits. */
const pauseMs = 50;
const defaultGracePeriodMs = 5_000;

export interface Deliverer {
  /** Starts no new calls and waits for running ones. A call that exceeds the grace period is repeated by another process. */
  stop(): Promise<void>;
}

interface DelivererOptions {
  /** Called for every call. */
  readonly observe?: WorkObserver;
  /** How long this process owns a delivery. Longer than the request timeout. */
  readonly leaseMs?: number;
  /** How long `stop` waits for running calls. */
  readonly gracePeriodMs?: number;
  /** How many calls this process makes at the same time. */
  readonly maxCalls?: number;
}

const defaultMaxCalls = { embedded: 64, postgres: 256 } as const;

export async function startDeliverer(
  ports: AttemptPorts & Pick<Ports, 'eventBus' | 'funding'>,
  onError: (error: unknown) => void,
  {
    leaseMs = defaultLeaseMs,
    gracePeriodMs = defaultGracePeriodMs,
    observe = ignoreWork,
    maxCalls = defaultMaxCalls[ports.db.kind],
  }: DelivererOptions = {},
): Promise<Deliverer> {
  const { db, clock } = ports;
  const calls = new Set<Promise<void>>();
  let stopped = false;
  let isRequestedAgain = false;
  /** The log has more than one page of events that are not queued. */
  let isBehind = false;
  let running: Promise<void> | undefined;

  const call = (leased: LeasedDelivery) => {
    const work = observeWork(db, 'webhook', observe, platformPartition(leased.platformId));
    // After an error (for example, the database is unavailable) the lease expires and the call is repeated.
    const done: Promise<void> = attemptDelivery({ ...ports, db: work.db }, leased)
      .then(
        () => {
          work.end(leased.type, false);
          return callNext(leased, work.db);
        },
        (error: unknown) => {
          work.end(leased.type, true);
          throw error;
        },
      )
      .catch(onError)
      .finally(() => void calls.delete(done));
    calls.add(done);
  };

  /**
   * After a call, leases the next delivery of the same endpoint without a poll of all endpoints. When more than half of
   * the calls are in use, it polls all endpoints instead, so that a few endpoints do not occupy all calls.
   *
   * @param platformDb the database in the partition of the platform: its statements wait in the queue of that platform.
   */
  const callNext = async ({ endpointId, type }: LeasedDelivery, platformDb: Ports['db']) => {
    if (stopped) return;
    if (calls.size > maxCalls / 2) return wake();
    const [next] = await leaseDueDeliveries(platformDb, clock.real(), {
      limit: 1,
      leaseMs,
      approvals: type === approvalEventType,
      endpointId,
    });
    if (next) call(next);
    else wake();
  };

  const pollOnce = async () => {
    isRequestedAgain = false;
    // Queued deliveries are sent even if new events cannot be queued, so approvals and retries are not delayed.
    const queued = await queueNextPage(ports, onError).catch(onError);
    if (queued === 'more') isRequestedAgain = true;
    isBehind = queued === 'more';
    // Approval requests come first. They have their own limit of calls per endpoint.
    for (const approvals of [true, false]) {
      const free = maxCalls - calls.size;
      if (free <= 0 || stopped) return;
      for (const leased of await leaseDueDeliveries(db, clock.real(), { limit: free, leaseMs, approvals }))
        call(leased);
    }
  };

  const wake = () => {
    if (stopped) return;
    if (running) {
      isRequestedAgain = true;
      return;
    }
    running = pollOnce()
      .catch(onError)
      .then(() => (isRequestedAgain && !stopped && !isBehind ? delay(pauseMs) : undefined))
      .finally(() => {
        running = undefined;
        if (isRequestedAgain) wake();
      });
  };

  const stopListening = await onWake(db, wake);
  const timer = setInterval(wake, pollMs);
  timer.unref();
  wake();

  return {
    async stop() {
      stopped = true;
      clearInterval(timer);
      await stopListening();
      await running;
      await Promise.race([Promise.all(calls), delay(gracePeriodMs, undefined, { ref: false })]);
    },
  };
}
