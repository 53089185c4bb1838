/** Searches, and lists whose filter has no index, have a timeout of their own and few connections. */
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Executor } from '../../../src/infrastructure/database/client.ts';
import { isStatementTimeout } from '../../../src/infrastructure/database/transact.ts';
import { ReadTooLong, readList } from '../../../src/infrastructure/database/wide-reads.ts';
import { uuidOf } from '../../../src/kernel/ids.ts';
import { onPostgres } from '../../support/database.ts';
import { sendQuery } from '../../support/graphql-client.ts';
import { insertManyTransactions } from '../../support/many-transactions.ts';
import { basic, type Service, startService } from '../../support/service.ts';

// The embedded database cannot cancel a statement.
describe.runIf(onPostgres)('a search that takes too long', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({ server: true, ports: { searchSeconds: 0.1, countSeconds: 60 } });
    const platformUuid = uuidOf(service.platform.principal.platform.id);
    await insertManyTransactions(service.db.orm, platformUuid, 100, { ledger: false });
  });
  afterAll(() => service.stop());

  const tooLong = 'The search took longer than the limit of 0.1 seconds, and was stopped.';

  /** Runs the work while no statement can read the transactions and the words. A statement waits until its timeout. */
  const whileTablesAreLocked = <T>(work: () => Promise<T>) =>
    service.db.orm.transaction(async (tx) => {
      await tx.execute(sql`lock table transactions, search_words, events, agents, agent_actions, webhook_deliveries
        in access exclusive mode`);
      return work();
    });

  test.each([
    ['transactions by words', 'transactions', 'query: "nowhere"'],
    ['transactions by amount', 'transactions', 'currency: "JPY", minAmount: 1'],
    ['transactions by the name of a counterparty', 'transactions', 'counterparty: "nobody"'],
    ['customers by words', 'customers', 'query: "nobody"'],
    ['events of a frequent kind', 'events', 'kinds: [INCOMING_PAYMENT_COMPLETED]'],
    ['events of a resource', 'events', 'resourceId: "Customer:00000000-0000-7000-8000-000000000000"'],
    ['agents by a property', 'agents', 'isPaused: true'],
    ['decided actions', 'agentActions', 'status: [REJECTED]'],
    ['actions by date', 'agentActions', 'createdAfter: "2025-01-01T00:00:00Z"'],
    ['deliveries by status', 'webhookDeliveries', 'status: FAILED'],
  ])('for %s is stopped with TIME_LIMIT_EXCEEDED', async (_name, list, filter) => {
    const { status, body } = await whileTablesAreLocked(() =>
      sendQuery(service, `{ ${list}(first: 1, filter: { ${filter} }) { nodes { id } } }`),
    );
    expect(status).toBe(200);
    expect(body.data).toBeNull();
    expect(body.errors).toEqual([
      expect.objectContaining({
        message: expect.stringContaining(tooLong),
        extensions: { code: 'TIME_LIMIT_EXCEEDED', httpStatus: 503, limit: 0.1 },
      }),
    ]);
  });

  test('in the transactions of each customer is stopped too', async () => {
    const { body } = await whileTablesAreLocked(() =>
      sendQuery(
        service,
        '{ customers(first: 2) { nodes { transactions(first: 1, filter: { query: "x" }) { nodes { id } } } } }',
      ),
    );
    expect(body.errors?.[0]?.extensions).toMatchObject({ code: 'TIME_LIMIT_EXCEEDED', limit: 0.1 });
  });

  test.each([
    'transactions?limit=1&currency=JPY',
    'customers?limit=1&query=nobody',
    'agents?limit=1&isPaused=true',
  ])('over REST is stopped with 503: %s', async (path) => {
    const response = await whileTablesAreLocked(() =>
      fetch(`${service.url}/2025-10-13/${path}`, {
        headers: { authorization: basic(service.platform.token) },
      }),
    );
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({
      code: 'TIME_LIMIT_EXCEEDED',
      message: expect.stringContaining(tooLong),
    });
  });

  test('does not stop lists whose filter has an index: they have the time of an operation', async () => {
    const filter = '{ status: [COMPLETED], createdAfter: "2020-01-01T00:00:00Z" }';
    let answered: ReturnType<typeof sendQuery> | undefined;
    await whileTablesAreLocked(async () => {
      answered = sendQuery(service, `{ transactions(first: 1, filter: ${filter}) { nodes { id } } }`);
      await delay(500);
    });
    expect((await answered)?.body.data).toEqual({ transactions: { nodes: [{ id: expect.any(String) }] } });
  });

  test('is not sent when it has waited for ten seconds for its turn', async () => {
    const ports = { db: service.db, searchSeconds: 60 };
    vi.useFakeTimers({ toFake: ['performance'] });
    try {
      let release = () => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      const running = Array.from({ length: 10 }, () => readList(ports, true, () => released));
      const sent: string[] = [];
      const waiting = ['late', 'later'].map((name) => readList(ports, true, async () => sent.push(name)));
      vi.advanceTimersByTime(10_001);
      const inTime = readList(ports, true, async () => sent.push('in time'));
      release();
      // Those that ran are not late, however long they take.
      await Promise.allSettled(running);
      for (const one of waiting) await expect(one).rejects.toBeInstanceOf(ReadTooLong);
      await inTime;
      expect(sent).toEqual(['in time']);
    } finally {
      vi.useRealTimers();
    }
  });

  test('throws an error that is also a statement timeout', async () => {
    const sleep = (db: Executor) => db.execute(sql`select pg_sleep(60)`);
    const error = await readList({ db: service.db, searchSeconds: 0.1 }, true, sleep).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(ReadTooLong);
    expect(isStatementTimeout(error)).toBe(true);
  });
});
