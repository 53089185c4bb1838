/** Polls of a feed by several processes: the lease, what is stored, and what a wrong feed changes. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSafeFetch } from '../../../src/infrastructure/http-client/safe-fetch.ts';
import { exactText } from '../../../src/kernel/money/rate.ts';
import { claimPoll, countFailedPolls } from '../../../src/payments/rates/rate-feed-store.ts';
import { findNewestSnapshot } from '../../../src/payments/rates/rate-snapshot-store.ts';
import { pollRates } from '../../../src/rails/rates/poll-rates.ts';
import type { RateFeed } from '../../../src/rails/rates/settings.ts';
import { type TestDatabase, testDatabase } from '../../support/database.ts';
import { ecbXml, startFeedServer } from '../../support/rate-feed.ts';
import { ManualClock } from '../../support/service.ts';

type FeedServer = Awaited<ReturnType<typeof startFeedServer>>;

let database: TestDatabase;
let server: FeedServer;
let clock: ManualClock;
let feed: RateFeed;
let problems: string[];
let count = 0;

beforeAll(async () => {
  [database, server] = await Promise.all([testDatabase(), startFeedServer()]);
});
afterAll(async () => {
  await server.stop();
  await database.drop();
});
beforeEach(() => {
  clock = new ManualClock('2026-11-23T15:30:00.000Z');
  problems = [];
  count += 1;
  feed = {
    location: { kind: 'url', at: server.url },
    source: `feed-${count}.example`,
    mapping: { base: 'base', time: 'date', rates: 'rates' },
    pollMs: 60 * 60_000,
  };
});

const poll = (options: { hasBitcoin?: boolean; allowsPrivateTargets?: boolean } = {}) =>
  pollRates(
    {
      db: database.db,
      clock,
      fetch: createSafeFetch({ allowsPrivateTargets: options.allowsPrivateTargets ?? true }),
    },
    feed,
    { hasBitcoin: options.hasBitcoin ?? true, onFailure: (problem) => problems.push(problem) },
  );

const usdNow = async (): Promise<string | undefined> => {
  const rate = (await findNewestSnapshot(database.db.orm, feed.source))?.rates.get('USD');
  return rate && exactText(rate);
};

describe('a poll', () => {
  test('stores what the feed publishes, and is due again after the interval', async () => {
    server.publish(ecbXml('2026-11-23', { USD: '1.0823', INR: '91.05' }));
    expect(await poll()).toBe('stored');
    expect(await findNewestSnapshot(database.db.orm, feed.source)).toMatchObject({
      source: feed.source,
      base: 'EUR',
      isDay: true,
      publishedAt: new Date('2026-11-23T00:00:00Z'),
      fetchedAt: clock.real(),
    });
    clock.advance(3_599);
    expect(await poll()).toBe('not-due');
    clock.advance(1);
    expect(await poll()).toBe('unchanged');
  });

  test('is done by one of several processes', async () => {
    server.publish(ecbXml('2026-11-23', { USD: '1.0823' }));
    const before = server.requests;
    const outcomes = await Promise.all([poll(), poll(), poll(), poll()]);
    expect(outcomes.sort()).toEqual(['not-due', 'not-due', 'not-due', 'stored']);
    expect(server.requests - before).toBe(1);
  });

  test('of a process that died is repeated when its lease ends', async () => {
    server.publish(ecbXml('2026-11-23', { USD: '1.0823' }));
    expect(await claimPoll(database.db.orm, feed.source, clock.real(), 60_000)).toBe(true);
    clock.advance(59);
    expect(await poll()).toBe('not-due');
    clock.advance(1);
    expect(await poll()).toBe('stored');
  });

  test('stores a correction, and ignores an older publication', async () => {
    server.publish(ecbXml('2026-11-23', { USD: '1.0823' }));
    await poll();
    clock.advance(3_600);
    server.publish(ecbXml('2026-11-23', { USD: '1.0832' }));
    expect(await poll()).toBe('stored');
    expect(await usdNow()).toBe('1.0832');
    clock.advance(3_600);
    server.publish(ecbXml('2026-11-20', { USD: '1.07' }));
    expect(await poll()).toBe('unchanged');
    expect(await usdNow()).toBe('1.0832');
  });

  test('reads a file again each time', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'payments-feed-'));
    const at = join(folder, 'rates.json');
    feed = { ...feed, location: { kind: 'file', at } };
    try {
      writeFileSync(at, JSON.stringify({ base: 'USD', date: '2026-11-23', rates: { EUR: 0.9 } }));
      expect(await poll()).toBe('stored');
      clock.advance(3_600);
      writeFileSync(at, JSON.stringify({ base: 'EUR', date: '2026-11-23', rates: { USD: 1.2 } }));
      expect(await poll()).toBe('stored');
      expect(await usdNow()).toBe('1.2');
      clock.advance(3_600);
      writeFileSync(at, ' '.repeat(256 * 1024 + 1));
      expect(await poll()).toBe('failed');
      rmSync(at);
      clock.advance(300);
      expect(await poll()).toBe('failed');
      expect(problems).toEqual(['it has more than 262144 bytes', 'the file cannot be read']);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('a feed that is not as described keeps the last rates', () => {
  const good = ecbXml('2026-11-22', { USD: '1.05' });
  test.each<[what: string, problem: string, respond: () => void]>([
    ['a status other than 200', 'the status of the response is 503', () => server.publish('', 503)],
    ['a page', 'it has no Cube with a time', () => server.publish('<html></html>')],
    ['XML that is cut off', 'it is not well-formed XML', () => server.publish(good.slice(0, -9))],
    ['JSON without the mapped values', 'it has no object of rates at rates', () => server.publish('{}')],
    ['no body', 'it is not JSON', () => server.publish('')],
    [
      'a body that is too large',
      'the request failed: too-large',
      () => server.publish(`${good}${' '.repeat(256 * 1024)}`),
    ],
    [
      'a body that is no text',
      'it is not UTF-8',
      () => server.respond((response) => void response.end(Buffer.from([0xff, 0xfe]))),
    ],
    [
      'a redirect',
      'the status of the response is 302',
      () => server.respond((response) => void response.writeHead(302, { location: '/' }).end()),
    ],
    [
      'a connection that ends',
      'the request failed: network',
      () => server.respond((response) => void response.destroy()),
    ],
  ])('%s', async (_, problem, respond) => {
    server.publish(good);
    await poll();
    clock.advance(3_600);
    respond();
    expect(await poll()).toBe('failed');
    expect(problems).toEqual([problem]);
    expect(await usdNow()).toBe('1.05');
    expect(await countFailedPolls(database.db.orm, feed.source)).toBe(1);

    // The next poll is five minutes later.
    server.publish(ecbXml('2026-11-23', { USD: '1.06' }));
    clock.advance(299);
    expect(await poll()).toBe('not-due');
    clock.advance(1);
    expect(await poll()).toBe('stored');
  });

  test.each([
    ['BTC', true, ecbXml('2026-11-23', { USD: '1.05' }), 'stored'],
    ['BTC', false, ecbXml('2026-11-23', { USD: '1.05', BTC: '0.000009' }), 'stored'],
    ['BTC', false, ecbXml('2026-11-23', { USD: '1.05' }), 'failed'],
  ])('without a rate of %s in the file (%s) or in the feed', async (_, hasBitcoin, xml, outcome) => {
    server.publish(xml);
    expect(await poll({ hasBitcoin })).toBe(outcome);
    expect(problems.length).toBe(outcome === 'failed' ? 1 : 0);
  });

  test('an address that is not public', async () => {
    expect(await poll({ allowsPrivateTargets: false })).toBe('failed');
    expect(problems).toEqual(['the request failed: address-not-allowed']);
  });
});
