/** Sweeps by itself, now and then. Every process with a worker may: of several at once, one does it. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../database/client.ts';
import { sweep } from './sweep.ts';

const firstAfterMs = 60_000;
const everyMs = 10 * 60_000;
/** Between two batches, for those who wait for the database: the embedded one has a single connection. */
const pauseMs = 50;

export interface Sweeper {
  /** Finishes the batch under way. */
  stop(): Promise<void>;
}

export function startSweeper(db: Database, realNow: () => Date, onError: (error: unknown) => void): Sweeper {
  const stopped = new AbortController();
  const { signal } = stopped;
  /** Answers whether to go on. */
  const pause = (ms: number): Promise<boolean> => delay(ms, true, { signal, ref: false }).catch(() => false);

  const run = async () => {
    for (let waitMs = firstAfterMs; await pause(waitMs); waitMs = everyMs) {
      await sweep(db, realNow(), { goesOn: () => pause(pauseMs) }).catch(onError);
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
