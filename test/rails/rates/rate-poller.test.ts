import { expect, test } from 'vitest';
import { createSafeFetch } from '../../../src/infrastructure/http-client/safe-fetch.ts';
import { startRateCache } from '../../../src/rails/rates/rate-cache.ts';
import { startRatePoller } from '../../../src/rails/rates/rate-poller.ts';
import type { RateFeed } from '../../../src/rails/rates/settings.ts';
import { testDatabase } from '../../support/database.ts';
import { ecbXml, startFeedServer } from '../../support/rate-feed.ts';
import { ManualClock } from '../../support/service.ts';

test('a process polls at its start, and uses what was published at once', async () => {
  const [{ db, drop }, server] = await Promise.all([testDatabase(), startFeedServer()]);
  server.publish(ecbXml('2026-11-02', { USD: '1.25' }));
  const feed: RateFeed = {
    location: { kind: 'url', at: server.url },
    source: 'feed.example',
    mapping: { base: 'base', time: 'date', rates: 'rates' },
    pollMs: 3_600_000,
  };
  const errors: unknown[] = [];
  const cache = await startRateCache(db, feed.source, (error) => errors.push(error));
  expect(cache.newest).toBeUndefined();
  const poller = startRatePoller(
    { db, clock: new ManualClock(), fetch: createSafeFetch({ allowsPrivateTargets: true }) },
    feed,
    {
      hasBitcoin: true,
      onFailure: (problem) => errors.push(problem),
      onPublication: () => cache.refresh(),
      onError: (error) => errors.push(error),
    },
  );
  await expect.poll(() => cache.newest?.source, { interval: 10 }).toBe('feed.example');
  const { newest } = cache;
  await cache.refresh();
  expect(cache.newest).toBe(newest);
  await poller.stop();
  expect(server.requests).toBe(1);
  await cache.close();
  await server.stop();
  await drop();
  expect(errors).toEqual([]);
});
