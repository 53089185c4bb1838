/** Totals are priced by what they cost, end in time, and take few connections. */
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Context } from '../../../schema/core/context.ts';
import { counted } from '../../../schema/core/counts.ts';
import { countCustomers } from '../../../src/customers/store.ts';
import { type Executor, rawRows } from '../../../src/infrastructure/database/client.ts';
import { CountTooLong, countWithin } from '../../../src/infrastructure/database/counting.ts';
import { uuidOf } from '../../../src/kernel/ids.ts';
import { ask } from '../../support/asking.ts';
import { insertManyTransactions } from '../../support/many-transactions.ts';
import { basic, type Service, startService } from '../../support/service.ts';

const contextOf = (countSeconds: number) =>
  ({ loaders: new Map(), ports: { db: { kind: 'embedded' }, countSeconds } }) as unknown as Context;

describe('the counts of one request', () => {
  test('run two at a time, however many they are', async () => {
    const context = contextOf(1);
    let running = 0;
    let most = 0;
    const totals = await Promise.all(
      Array.from({ length: 30 }, (_, nth) =>
        counted(context, async () => {
          running += 1;
          most = Math.max(most, running);
          await delay(1);
          running -= 1;
          return nth;
        }),
      ),
    );
    expect(most).toBe(2);
    expect(totals).toEqual(Array.from({ length: 30 }, (_, nth) => nth));
  });

  test('let the next one run where one fails', async () => {
    const context = contextOf(1);
    const results = await Promise.allSettled(
      Array.from({ length: 5 }, (_, nth) =>
        counted(context, async () => {
          if (nth < 2) throw new Error('defect');
          return nth;
        }),
      ),
    );
    expect(results.map(({ status }) => status)).toEqual([
      'rejected',
      'rejected',
      'fulfilled',
      'fulfilled',
      'fulfilled',
    ]);
  });

  test('are not begun when nobody waits for the response any more', async () => {
    const context = contextOf(1);
    context.isOver = true;
    let begun = 0;
    await expect(
      counted(context, async () => {
        begun += 1;
      }),
    ).rejects.toThrow();
    expect(begun).toBe(0);
  });
});

// The embedded database stops no statement.
describe.skipIf(!process.env['TEST_DATABASE_URL'])('a count that takes too long', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({ server: true, ports: { countSeconds: 0.001 } });
    const platformUuid = uuidOf(service.platform.principal.platform.id);
    await insertManyTransactions(service.db.orm, platformUuid, 100_000, { ledger: false });
  });
  afterAll(() => service.stop());

  test('is stopped by the server, and the next statement of the connection has its own time', async () => {
    const { db } = service;
    const sleeping = (orm: Executor) => orm.execute(sql`select pg_sleep(60)`);
    const begun = performance.now();
    expect(await countWithin(db, 0.1, sleeping)).toEqual(new CountTooLong(0.1));
    expect(performance.now() - begun).toBeLessThan(30_000);
    for (let nth = 0; nth < 20; nth += 1) await db.orm.execute(sql`select pg_sleep(0.02)`);
  });

  test('another error is thrown as it is', async () => {
    const failing = (orm: Executor) => orm.execute(sql`select 1 / 0`);
    await expect(countWithin(service.db, 1, failing)).rejects.toThrow();
    const { id: platformId } = service.platform.principal.platform;
    expect(await countWithin(service.db, 60, (orm) => countCustomers(orm, { platformId }, {}))).toBe(20);
  });

  test.each([
    ['at the root', '{ transactions(first: 1) { totalCount } }', ['transactions', 'totalCount']],
    [
      'of a customer, also once the query comes often',
      '{ customers(first: 1) { nodes { transactions(first: 1) { totalCount } } } }',
      ['customers', 'nodes', 0, 'transactions', 'totalCount'],
    ],
  ])('ends the query with an error that says so: %s', async (_name, query, path) => {
    for (let time = 0; time < 4; time += 1) {
      const { status, body } = await ask(service, query);
      expect(status).toBe(200);
      expect(body.data).toBeNull();
      expect(body.errors).toEqual([
        expect.objectContaining({
          path,
          message: expect.stringContaining('too many records to count'),
          extensions: { code: 'COUNT_LIMIT_EXCEEDED', httpStatus: 503, limit: 0.001 },
        }),
      ]);
    }
  });

  test('leaves the connections to others: 30 of one request take two', async () => {
    const { db } = service;
    const context = { loaders: new Map(), ports: { db, countSeconds: 60 } } as unknown as Context;
    const slow = (orm: Executor) => orm.execute(sql`select pg_sleep(0.05) as counting`);
    const counts = Promise.all(Array.from({ length: 30 }, () => counted(context, slow)));
    let isOver = false;
    void counts.finally(() => {
      isOver = true;
    });
    let most = 0;
    while (!isOver) {
      const [row] = await rawRows<{ n: number }>(
        db.orm,
        sql`select count(*)::int as n from pg_stat_activity
            where datname = current_database() and pid <> pg_backend_pid() and state = 'active'
              and query like '%as counting%'`,
      );
      most = Math.max(most, row?.n ?? 0);
    }
    await counts;
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(2);
  });

  test('over REST the page comes without its total', async () => {
    const response = await fetch(`${service.url}/2025-10-13/transactions?limit=2`, {
      headers: { authorization: basic(service.platform.token) },
    });
    expect(response.status).toBe(200);
    const body = (await response.json()) as Record<string, unknown>;
    expect(body).toMatchObject({ hasMore: true });
    expect(body['data']).toHaveLength(2);
    expect(body).not.toHaveProperty('totalCount');
  });
});
