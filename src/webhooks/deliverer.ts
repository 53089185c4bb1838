/**
 * Brings events to endpoints: queues what is new in the log, and calls whom something is due for, many at once. Any
 * number of processes may run one. A slow or dead endpoint has its own few calls under way and no more, so that nobody
 * else waits for it.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { onWake } from '../database/transact.ts';
import type { Ports } from '../ports.ts';
import { type AttemptPorts, attemptDelivery, leaseDue } from './attempt.ts';
import { queueNewEvents } from './queue.ts';

const pollMs = 500;
/** Between two looks: under load, what many commits wrote is queued at once. */
const pauseMs = 25;
const defaultLeaseMs = 30_000;

export interface Deliverer {
  /** Finishes the calls that are under way and begins none. */
  stop(): Promise<void>;
}

export async function startDeliverer(
  ports: AttemptPorts & Pick<Ports, 'funding'>,
  onError: (error: unknown) => void,
  { leaseMs = defaultLeaseMs }: { leaseMs?: number } = {},
): Promise<Deliverer> {
  const { db, clock } = ports;
  const most = db.kind === 'embedded' ? 64 : 256;
  const calls = new Set<Promise<void>>();
  let stopped = false;
  let again = false;
  let running: Promise<void> | undefined;

  const call = (leased: Parameters<typeof attemptDelivery>[1]) => {
    // What goes wrong here (the database is away) leaves the lease to run out, and the call is made again.
    const done: Promise<void> = attemptDelivery(ports, leased)
      .then(() => undefined)
      .catch(onError)
      .finally(() => {
        calls.delete(done);
        wake();
      });
    calls.add(done);
  };

  const pump = async () => {
    again = false;
    await queueNewEvents(ports);
    const free = most - calls.size;
    if (free <= 0 || stopped) return;
    for (const leased of await leaseDue(db, clock.real(), { most: free, leaseMs })) call(leased);
  };

  const wake = () => {
    if (stopped) return;
    if (running) {
      again = true;
      return;
    }
    running = pump()
      .catch(onError)
      .then(() => (again && !stopped ? delay(pauseMs) : undefined))
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
      await Promise.all(calls);
    },
  };
}
