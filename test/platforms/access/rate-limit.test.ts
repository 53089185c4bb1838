import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, rawRows } from '../../../src/infrastructure/database/client.ts';
import { RateLimited } from '../../../src/kernel/errors.ts';
import { findByCode } from '../../../src/platforms/access/guess-limit.ts';
import {
  addAttempt,
  lockCounter,
  takeAttempt,
  takeRequest,
} from '../../../src/platforms/access/rate-limit.ts';
import { embeddedDatabase, onPostgres, postgresDatabase, untilLocked } from '../../support/database.ts';

const at = (ms: number) => new Date(Date.UTC(2025, 6, 21) + ms);
const windows = [
  { attempts: 3, seconds: 60 },
  { attempts: 10, seconds: 3_600 },
];

describe('a limit of attempts', () => {
  test.each([
    ['the third attempt in a minute is accepted', [0, 1], 2, undefined],
    ['the fourth attempt is rejected', [0, 1, 2], 3, 60],
    ['an attempt a millisecond before the end of the window is rejected', [0, 1, 2], 59_999, 1],
    ['an attempt after 60 seconds is accepted', [0, 1, 2], 60_000, undefined],
  ])('%s', (_, before, now, retryAfterSeconds) => {
    const taken = addAttempt(windows, before, now);
    expect(taken instanceof RateLimited ? taken.retryAfterSeconds : undefined).toBe(retryAfterSeconds);
  });

  test('applies to every window of time', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(30_000), { maxLength: 60 }), (gaps) => {
        const accepted: number[] = [];
        let stored: readonly number[] = [];
        let now = 0;
        for (const gap of gaps) {
          now += gap;
          const taken = addAttempt(windows, stored, now);
          if (taken instanceof RateLimited) continue;
          stored = taken.attempts;
          accepted.push(now);
        }
        for (const { attempts, seconds } of windows) {
          for (const [index, first] of accepted.entries()) {
            const last = accepted[index + attempts];
            expect(last === undefined || last - first >= seconds * 1000).toBe(true);
          }
        }
      }),
    );
  });
});

describe('on a database', () => {
  let db: Database;
  beforeAll(async () => {
    db = (await postgresDatabase()) ?? (await embeddedDatabase());
  });
  afterAll(() => db?.close());

  test('ten of 30 concurrent attempts are accepted', async () => {
    const guessed = { limit: 'redeem', subject: '192.0.2.1' };
    const results = await Promise.all(
      Array.from({ length: 30 }, () => takeAttempt(db, guessed, [{ attempts: 10, seconds: 60 }], at(0))),
    );
    expect(results.filter((result) => result === true)).toHaveLength(10);
  });

  test('other addresses and other limits are counted separately', async () => {
    for (const limited of [
      { limit: 'redeem', subject: '192.0.2.2' },
      { limit: 'verify', subject: '192.0.2.1' },
    ]) {
      expect(await takeAttempt(db, limited, [{ attempts: 10, seconds: 60 }], at(0))).toBe(true);
    }
  });

  test('a rate accepts its burst, then its number of requests per second', async () => {
    const rate = { perSecond: 10, burst: 20 };
    const take = (ms: number) => takeRequest(db, { limit: 'api', subject: 'a' }, rate, at(ms));
    const burst = await Promise.all(Array.from({ length: 30 }, () => take(0)));
    expect(burst.filter((result) => result === true)).toHaveLength(20);
    expect(await take(99)).toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 1 });
    expect(await take(100)).toBe(true);
    expect(await take(100)).toBeInstanceOf(RateLimited);
    const later = await Promise.all(Array.from({ length: 15 }, () => take(1_100)));
    expect(later.filter((result) => result === true)).toHaveLength(10);
  });

  test.runIf(onPostgres)('an attempt locks no other counter while it waits for its own', async () => {
    const own = { limit: 'redeem', subject: 'own' };
    const expired = { limit: 'redeem', subject: 'expired' };
    const once = [{ attempts: 10, seconds: 1 }];
    expect(await takeAttempt(db, expired, once, at(0))).toBe(true);
    let waiting: Promise<unknown>[] = [];
    await db.orm.transaction(async (holder) => {
      for (const limit of ['redeem', 'redeem-address']) {
        await lockCounter(holder, { limit, subject: own.subject }, once, at(0));
      }
      waiting = [
        takeAttempt(db, own, once, at(10_000)),
        findByCode(db, 'redeem', { sourceAddress: 'own' }, at(10_000), async () => undefined),
      ];
      await untilLocked(db, 2);
      await holder.execute(sql`set local lock_timeout = '500ms'`);
      await lockCounter(holder, expired, once, at(10_000));
    });
    await Promise.all(waiting);
    const left = await rawRows<{ n: unknown }>(
      db.orm,
      sql`select count(*) as n from rate_limits where forgotten_at < ${at(10_000).toISOString()}::timestamptz`,
    );
    expect(Number(left[0]?.n)).toBe(0);
  });
});
