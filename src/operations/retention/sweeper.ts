/** Sweeps by itself, now and then. Every process with a worker may: of several at once, one does it. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Ports } from '../../sandbox/ports.ts';
import { sweep } from './sweep.ts';
import { sweepFiles } from './sweep-files.ts';

const firstAfterMs = 60_000;
const everyMs = 10 * 60_000;
/** Every file is looked at. */
const filesEveryMs = 24 * 60 * 60_000;
/** Between two batches, for those who wait for the database: the embedded one has a single connection. */
const pauseMs = 50;

export interface Sweeper {
  /** Finishes the batch under way. */
  stop(): Promise<void>;
}

export function startSweeper(
  { db, clock, files }: Pick<Ports, 'db' | 'clock' | 'files'>,
  onError: (error: unknown) => void,
): Sweeper {
  const stopped = new AbortController();
  const { signal } = stopped;
  /** Answers whether to go on. */
  const pause = (ms: number): Promise<boolean> => delay(ms, true, { signal, ref: false }).catch(() => false);

  const run = async () => {
    const goesOn = () => pause(pauseMs);
    let filesDueAt = 0;
    for (let waitMs = firstAfterMs; await pause(waitMs); waitMs = everyMs) {
      const now = clock.real();
      await sweep(db, now, { goesOn }).catch(onError);
      if (now.getTime() < filesDueAt) continue;
      filesDueAt = now.getTime() + filesEveryMs;
      await sweepFiles({ db, files }, now, { goesOn }).catch(onError);
    }
  };
  const running = run();
  return {
    async stop() {
      stopped.abort();
      await running;
    },
  };
}
