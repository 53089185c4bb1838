/** Polls the rate feed periodically. Several processes may run a poller; the lease of the feed lets one of them poll. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Ports } from '../../payments/ports.ts';
import { type PollOptions, pollRates } from './poll-rates.ts';
import type { RateFeed } from './settings.ts';

/** How often a process looks whether the feed is due. */
const everyMs = 10_000;

interface RatePoller {
  /** Waits for the running poll. */
  stop(): Promise<void>;
}

export function startRatePoller(
  ports: Pick<Ports, 'db' | 'clock' | 'fetch'>,
  feed: RateFeed,
  {
    onPublication,
    onError,
    ...options
  }: PollOptions & { onPublication: () => Promise<void>; onError: (error: unknown) => void },
): RatePoller {
  const stopped = new AbortController();
  const { signal } = stopped;
  /** Returns whether the poller continues. */
  const pause = (ms: number): Promise<boolean> => delay(ms, true, { signal, ref: false }).catch(() => false);

  const poll = async () => {
    if ((await pollRates(ports, feed, options)) === 'stored') await onPublication();
  };
  const run = async () => {
    for (let waitMs = 0; await pause(waitMs); waitMs = everyMs) await poll().catch(onError);
  };
  const running = run();
  return {
    async stop() {
      stopped.abort();
      await running;
    },
  };
}
