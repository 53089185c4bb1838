/** Processes whose clocks differ agree on the time, because they follow the clock of the database. */
import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createApp } from '../../../src/app.ts';
import { readConfig } from '../../../src/config.ts';
import type { Database } from '../../../src/infrastructure/database/client.ts';
import { startDatabaseClock } from '../../../src/infrastructure/database/clock.ts';
import { openPostgres } from '../../../src/infrastructure/database/postgres.ts';
import { enqueue } from '../../../src/infrastructure/jobs/jobs.ts';
import { RateLimited } from '../../../src/kernel/errors.ts';
import { createPlatform } from '../../../src/operations/platforms/create-platform.ts';
import { takeAttempt, takeRequest } from '../../../src/platforms/access/rate-limit.ts';
import type { Ports } from '../../../src/sandbox/ports.ts';
import { onPostgres, postgresDatabase } from '../../support/database.ts';
import { performDueJob } from '../../support/jobs.ts';

const tenMinutesMs = 600_000;

const ActualDate = Date;
/** Sets the clock of this process ahead until `vi.useRealTimers`. */
const skew = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: ActualDate.now() + ms });
afterEach(() => void vi.useRealTimers());

describe('the clock', () => {
  /** A database with a scripted time, and a timer that advances during each query. */
  const scripted = () => {
    const state = { databaseMs: 5_000_000, timerMs: 0, roundTripMs: 2 };
    const db = {
      orm: {
        _: {
          session: {
            prepareQuery: () => ({
              execute: async () => {
                state.timerMs += state.roundTripMs;
                return [[state.databaseMs + state.timerMs - state.roundTripMs / 2]];
              },
            }),
          },
        },
      },
    } as unknown as Database;
    return { state, start: () => startDatabaseClock(db, () => state.timerMs) };
  };

  test('advances with the timer between readings', async () => {
    const { state, start } = scripted();
    const clock = await start();
    const first = clock.now().getTime();
    expect(first).toBe(5_000_002);
    state.timerMs += 1_500;
    expect(clock.now().getTime()).toBe(first + 1_500);
    clock.close();
  });

  test('does not jump within the uncertainty of a slow response', async () => {
    const { state, start } = scripted();
    const clock = await start();
    Object.assign(state, { roundTripMs: 400, databaseMs: state.databaseMs + 150 });
    await clock.synchronize();
    expect(clock.now().getTime()).toBe(5_000_000 + state.timerMs);
    clock.close();
  });

  test('follows a database with another time', async () => {
    const { state, start } = scripted();
    const clock = await start();
    state.databaseMs += tenMinutesMs;
    await clock.synchronize();
    expect(clock.now().getTime()).toBe(5_000_000 + tenMinutesMs + state.timerMs);
    clock.close();
  });

  test('becomes more accurate with a faster response', async () => {
    const { state, start } = scripted();
    state.roundTripMs = 100;
    const clock = await start();
    Object.assign(state, { roundTripMs: 2, databaseMs: state.databaseMs + 3 });
    await clock.synchronize();
    expect(clock.now().getTime()).toBe(5_000_003 + state.timerMs);
    clock.close();
  });
});

describe.runIf(onPostgres)('of two processes with one database, one ten minutes ahead', () => {
  let db: Database & { readonly url: string };
  /** Ports of each process. */
  let ahead: Ports;
  let right: Ports;
  const closing: (() => Promise<void>)[] = [];

  const process = async (skewMs: number): Promise<Ports> => {
    skew(skewMs);
    const own = await openPostgres(db.url, { connections: 2 });
    const config = readConfig({ DATABASE_URL: db.url, MASTER_KEY: Buffer.alloc(32, 7).toString('base64') });
    const app = await createApp(config, own, pino({ level: 'silent' }));
    closing.push(() => app.close());
    vi.useRealTimers();
    return app.ports;
  };
  /** The current time of each process, read while the clock of this process is wrong by its offset. */
  const nowOf = ({ clock }: Ports): Date => {
    skew(clock === ahead.clock ? tenMinutesMs : 0);
    try {
      return clock.real();
    } finally {
      vi.useRealTimers();
    }
  };

  beforeAll(async () => {
    db = (await postgresDatabase()) as typeof db;
    ahead = await process(tenMinutesMs);
    right = await process(0);
  });
  afterAll(async () => {
    for (const close of closing) await close();
    await db.close();
  });

  test('both have the time of the database', () => {
    for (const ports of [ahead, right]) {
      expect(Math.abs(nowOf(ports).getTime() - ActualDate.now())).toBeLessThan(60_000);
    }
    expect(ahead.clock.now({ clockOffsetMs: 3_600_000 }).getTime()).toBeGreaterThan(
      ActualDate.now() + 3_000_000,
    );
  });

  test('a rate limit bucket that one process emptied refills for the other', async () => {
    const rate = { perSecond: 50, burst: 5 };
    const take = (ports: Ports) =>
      takeRequest(ports.db, { limit: 'api', subject: 'skewed' }, rate, nowOf(ports));
    while ((await take(ahead)) === true);
    await vi.waitFor(async () => expect(await take(right)).toBe(true), { timeout: 20_000, interval: 50 });
  });

  test('an attempt that one process counted expires for the other', async () => {
    const take = (ports: Ports) =>
      takeAttempt(
        ports.db,
        { limit: 'verify', subject: 'skewed' },
        [{ attempts: 1, seconds: 1 }],
        nowOf(ports),
      );
    expect(await take(ahead)).toBe(true);
    const rejected = await take(right);
    if (rejected instanceof RateLimited) expect(rejected.retryAfterSeconds).toBeLessThanOrEqual(1);
    await vi.waitFor(async () => expect(await take(right)).toBe(true), { timeout: 20_000, interval: 50 });
  });

  test('a job does not run before it is due', async () => {
    const { platform } = await createPlatform(right, {
      name: 'skewed',
      mode: 'SANDBOX',
      sandboxUmaDomain: 'x.example',
    });
    const dueAt = new Date(nowOf(right).getTime() + tenMinutesMs / 2);
    const kind = 'of-the-test';
    await db.orm.transaction((tx) => enqueue(tx, { kind, platformId: platform.id, payload: {}, dueAt }));
    const done: string[] = [];
    const handlers = new Map([[kind, async () => void done.push(kind)]]);
    const perform = (now: () => Date) =>
      performDueJob(ahead.db, handlers, now, (error) => {
        throw error;
      });
    while ((await perform(() => nowOf(ahead))) !== 'nothing-due');
    expect(done).toEqual([]);
    await perform(() => dueAt);
    expect(done).toEqual([kind]);
  });
});
