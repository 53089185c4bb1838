/** Total counts have a cost and a timeout and use few database connections. */
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Context } from '../../../schema/core/context.ts';
import { counted } from '../../../schema/core/counts.ts';
import { countCustomers } from '../../../src/customers/store.ts';
import { type Executor, isShared, rawRows } from '../../../src/infrastructure/database/client.ts';
import { ReadTooLong, readWithin } from '../../../src/infrastructure/database/wide-reads.ts';
import { uuidOf } from '../../../src/kernel/ids.ts';
import { onPostgres } from '../../support/database.ts';
import { sendQuery } from '../../support/graphql-client.ts';
import { insertManyTransactions } from '../../support/many-transactions.ts';
import { basic, type Service, startService } from '../../support/service.ts';

const contextOf = (countSeconds: number) =>
  ({ loaders: new Map(), ports: { db: { kind: 'embedded' }, countSeconds } }) as unknown as Context;

describe('the counts of one request', () => {
  test('run at most two at a time', async () => {
    const context = contextOf(1);
    let running = 0;
    let maxRunning = 0;
    const totals = await Promise.all(
      Array.from({ length: 30 }, (_, nth) =>
        counted(context, async () => {
          running += 1;
          maxRunning = Math.max(maxRunning, running);
          await delay(1);
          running -= 1;
          return nth;
        }),
      ),
    );
    expect(maxRunning).toBe(2);
    expect(totals).toEqual(Array.from({ length: 30 }, (_, nth) => nth));
  });

  test('continue after one of them fails', async () => {
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

  test('are not started after the request is over', async () => {
    const context = contextOf(1);
    context.isOver = true;
    let started = 0;
    await expect(
      counted(context, async () => {
        started += 1;
      }),
    ).rejects.toThrow();
    expect(started).toBe(0);
  });
});

// The embedded database cannot cancel a statement.
describe.runIf(onPostgres)('a count that takes too long', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({ server: true, ports: { countSeconds: 0.001 } });
    const platformUuid = uuidOf(service.platform.principal.platform.id);
    await insertManyTransactions(service.db.orm, platformUuid, 300_000, { ledger: false });
  });
  afterAll(() => service.stop());

  test('is cancelled by the server, and the next statement of the connection has its own timeout', async () => {
    const { db } = service;
    const sleepStatement = (orm: Executor) => orm.execute(sql`select pg_sleep(60)`);
    const startedAt = performance.now();
    expect(await readWithin(db, 0.1, sleepStatement)).toMatchObject(new ReadTooLong(0.1));
    expect(performance.now() - startedAt).toBeLessThan(30_000);
    for (let nth = 0; nth < 20; nth += 1) await db.orm.execute(sql`select pg_sleep(0.02)`);
  });

  test('has a connection of its platform in turn, so that one platform does not occupy the server', async () => {
    const { db } = service;
    const runCounts = async (key: string, number: number) => {
      const view = db.observed(
        () => undefined,
        () => ({ key, member: '' }),
      );
      let running = 0;
      let most = 0;
      const count = async (orm: Executor) => {
        running += 1;
        most = Math.max(most, running);
        await orm.execute(sql`select pg_sleep(0.02)`);
        running -= 1;
      };
      await Promise.all(Array.from({ length: number }, () => readWithin(view, 60, count)));
      return most;
    };
    await vi.waitFor(() => expect(isShared(db, 'a')).toBe(false), { timeout: 10_000 });
    const connections = db.pool?.maxConnections ?? 0;
    expect(await runCounts('a', 20)).toBe(Math.max(1, Math.floor(connections / 5)));
    const [whileShared] = await Promise.all([runCounts('b', 20), runCounts('a', 20)]);
    expect(whileShared).toBe(Math.max(1, Math.floor(connections / 10)));
  });

  test('throws other errors unchanged', async () => {
    const failing = (orm: Executor) => orm.execute(sql`select 1 / 0`);
    await expect(readWithin(service.db, 1, failing)).rejects.toThrow();
    const { id: platformId } = service.platform.principal.platform;
    expect(await readWithin(service.db, 60, (orm) => countCustomers(orm, { platformId }, {}))).toBe(20);
  });

  test.each([
    ['at the root', '{ transactions(first: 1) { totalCount } }', ['transactions', 'totalCount']],
    [
      'of a customer, also after the query is planned',
      '{ customers(first: 1) { nodes { transactions(first: 1) { totalCount } } } }',
      ['customers', 'nodes', 0, 'transactions', 'totalCount'],
    ],
  ])('fails the query with COUNT_LIMIT_EXCEEDED: %s', async (_name, query, path) => {
    for (let time = 0; time < 4; time += 1) {
      const { status, body } = await sendQuery(service, query);
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

  test('leaves connections to other requests: 30 counts of one request use two', async () => {
    const { db } = service;
    const context = { loaders: new Map(), ports: { db, countSeconds: 60 } } as unknown as Context;
    const slow = (orm: Executor) => orm.execute(sql`select pg_sleep(0.05) as counting`);
    const counts = Promise.all(Array.from({ length: 30 }, () => counted(context, slow)));
    let isOver = false;
    void counts.finally(() => {
      isOver = true;
    });
    let maxRunning = 0;
    while (!isOver) {
      const [row] = await rawRows<{ n: number }>(
        db.orm,
        sql`select count(*)::int as n from pg_stat_activity
            where datname = current_database() and pid <> pg_backend_pid() and state = 'active'
              and query like '%as counting%'`,
      );
      maxRunning = Math.max(maxRunning, row?.n ?? 0);
    }
    await counts;
    expect(maxRunning).toBeGreaterThan(0);
    expect(maxRunning).toBeLessThanOrEqual(2);
  });

  test('over REST the page has no total', async () => {
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
