/**
 * The newest rates in this process. They are read at the start and every two seconds, so that all processes price with the same
 * publication soon after its commit, and a price waits for no other process.
 */
import type { Database } from '../../infrastructure/database/client.ts';
import type { RateSnapshot } from '../../payments/rates/rate-snapshot.ts';
import { findNewestSnapshot } from '../../payments/rates/rate-snapshot-store.ts';

const everyMs = 2_000;

export interface RateCache {
  readonly newest: RateSnapshot | undefined;
  /** Reads the newest publication now. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}

export async function startRateCache(
  db: Database,
  source: string,
  onError: (error: unknown) => void,
): Promise<RateCache> {
  let newest = await findNewestSnapshot(db.orm, source);
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;

  const refresh = async () => {
    const found = await findNewestSnapshot(db.orm, source);
    // The record stays the same object while nothing is published, so that what is derived from it is kept.
    if (found?.id !== newest?.id) newest = found;
  };
  const schedule = () => {
    if (isClosed) return;
    timer = setTimeout(() => {
      running = refresh().catch(onError).finally(schedule);
    }, everyMs).unref();
  };
  schedule();
  return {
    get newest() {
      return newest;
    },
    refresh,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await running;
    },
  };
}
