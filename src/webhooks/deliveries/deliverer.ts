/**
 * Brings events to endpoints: queues what is new in the log, and calls whom something is due for, many at once. Any
 * number of processes may run one. A slow or dead endpoint has its own few calls under way and no more, so that nobody
 * else waits for it.
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
import type { Ports } from '../../payments/ports.ts';
import { type AttemptPorts, attemptDelivery } from './attempt.ts';
import { defaultLeaseMs, type LeasedDelivery, leaseDue } from './lease.ts';
import { queueNextPage } from './queue.ts';

const pollMs = 500;
/** Between two looks: under load, what many commits wrote is queued at once. */
const pauseMs = 25;
const defaultPatienceMs = 5_000;

export interface Deliverer {
  /** Begins no call, and finishes those under way. One that takes long is made again by whoever it falls to next. */
  stop(): Promise<void>;
}

export interface DelivererOptions {
  /** Told of every call. */
  readonly observe?: WorkObserver;
  /** How long a call is this process's alone; longer than any call takes. */
  readonly leaseMs?: number;
  /** How long calls under way are waited for at the end. */
  readonly patienceMs?: number;
}

export async function startDeliverer(
  ports: AttemptPorts & Pick<Ports, 'eventBus' | 'funding'>,
  onError: (error: unknown) => void,
  { leaseMs = defaultLeaseMs, patienceMs = defaultPatienceMs, observe = ignoreWork }: DelivererOptions = {},
): Promise<Deliverer> {
  const { db, clock } = ports;
  const most = db.kind === 'embedded' ? 64 : 256;
  const calls = new Set<Promise<void>>();
  let stopped = false;
  let again = false;
  /** The log has more than one page that is not queued. */
  let isBehind = false;
  let running: Promise<void> | undefined;

  const call = (leased: LeasedDelivery) => {
    const work = observeWork(db, 'webhook', observe, platformPartition(leased.platformId));
    // What goes wrong here (the database is away) leaves the lease to run out, and the call is made again.
    const done: Promise<void> = attemptDelivery({ ...ports, db: work.db }, leased)
      .then(
        () => {
          work.end(leased.type, false);
          return goOn(leased, work.db);
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
   * What is next at the endpoint of a call that is done has its place at once, without a look at all of them. Not where
   * places are becoming few: some endpoints could keep them all to themselves.
   *
   * @param ofPlatform the view of the call: many calls of one platform that end at once wait in its own queue.
   */
  const goOn = async ({ endpointId, type }: LeasedDelivery, ofPlatform: Ports['db']) => {
    if (stopped) return;
    if (calls.size > most / 2) return wake();
    const [next] = await leaseDue(ofPlatform, clock.real(), {
      most: 1,
      leaseMs,
      asks: type === approvalEventType,
      endpointId,
    });
    if (next) call(next);
    else wake();
  };

  const pump = async () => {
    again = false;
    // What is queued already is sent also where something new cannot be: nobody's decision or retry waits for that.
    const queued = await queueNextPage(ports, onError).catch(onError);
    if (queued === 'more') again = true;
    isBehind = queued === 'more';
    const free = most - calls.size;
    if (free <= 0 || stopped) return;
    // First who waits for a decision. Both have places of their own at an endpoint.
    for (const asks of [true, false]) {
      for (const leased of await leaseDue(db, clock.real(), { most: free, leaseMs, asks })) call(leased);
    }
  };

  const wake = () => {
    if (stopped) return;
    if (running) {
      again = true;
      return;
    }
    running = pump()
      .catch(onError)
      .then(() => (again && !stopped && !isBehind ? delay(pauseMs) : undefined))
      .finally(() => {
        running = undefined;
        if (again) wake();
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
      await Promise.race([Promise.all(calls), delay(patienceMs, undefined, { ref: false })]);
    },
  };
}
