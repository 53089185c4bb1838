/**
 * Reads the sanctions lists again every hour, and starts the screening of all customers when they have changed. Each process has its
 * own lists; one of them starts the screening.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { startRescreening } from '../../customers/rescreening/rescreen.ts';
import type { Ports } from '../../sandbox/ports.ts';

const everyMs = 60 * 60_000;

interface ScreeningSchedule {
  /** Waits for the current work. */
  stop(): Promise<void>;
}

/**
 * @param refresh reads the lists again if they have changed.
 * @param rescreens whether this process starts screenings. A process without a worker only reads its lists.
 */
export function startScreeningSchedule(
  ports: Pick<Ports, 'db' | 'clock' | 'screening'>,
  { refresh, rescreens }: { readonly refresh: () => Promise<void>; readonly rescreens: boolean },
  onError: (error: unknown) => void,
): ScreeningSchedule {
  const stopped = new AbortController();
  const { signal } = stopped;
  const run = async () => {
    do {
      await refresh().catch(onError);
      if (rescreens) await startRescreening(ports).catch(onError);
    } while (await delay(everyMs, true, { signal, ref: false }).catch(() => false));
  };
  const running = run();
  return {
    async stop() {
      stopped.abort();
      await running;
    },
  };
}
