/** Runs the sweeps periodically, and makes and closes partitions. Several processes may run a sweeper; a lock lets one of them sweep. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Ports } from '../../sandbox/ports.ts';
import { closePartitions } from '../partitions/close-partitions.ts';
import { createPartitions } from '../partitions/create-partitions.ts';
import { sweep } from './sweep.ts';
import { sweepFiles } from './sweep-files.ts';

const firstAfterMs = 60_000;
const everyMs = 10 * 60_000;
/** A sweep of files lists every file. */
const filesEveryMs = 24 * 60 * 60_000;
/** The pause between two batches. The embedded database has one connection, which others need too. */
const pauseMs = 50;

interface Sweeper {
  /** Waits for the current batch. */
  stop(): Promise<void>;
}

export function startSweeper(
  { db, clock, files }: Pick<Ports, 'db' | 'clock' | 'files'>,
  onError: (error: unknown) => void,
): Sweeper {
  const stopped = new AbortController();
  const { signal } = stopped;
  /** Returns whether the sweeper continues. */
  const pause = (ms: number): Promise<boolean> => delay(ms, true, { signal, ref: false }).catch(() => false);

  const run = async () => {
    const canContinue = () => pause(pauseMs);
    let filesDueAt = 0;
    for (let waitMs = firstAfterMs; await pause(waitMs); waitMs = everyMs) {
      const now = clock.real();
      await sweep(db, now, { canContinue }).catch(onError);
      await createPartitions(db, now).catch(onError);
      await closePartitions(db, now, { canContinue }).catch(onError);
      if (now.getTime() < filesDueAt) continue;
      filesDueAt = now.getTime() + filesEveryMs;
      await sweepFiles({ db, files }, now, { canContinue }).catch(onError);
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
