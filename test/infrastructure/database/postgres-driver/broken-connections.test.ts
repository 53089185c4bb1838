/** A transaction whose connection breaks is committed as a whole or not at all, and never on another connection. */
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Executor } from '../../../../src/infrastructure/database/client.ts';
import { openPostgres } from '../../../../src/infrastructure/database/postgres.ts';
import { transact } from '../../../../src/infrastructure/database/transact.ts';
import { unavailability } from '../../../../src/infrastructure/database/unavailable.ts';
import { onPostgres, serverUrl, type TestDatabase, testDatabase } from '../../../support/database.ts';
import { startTcpProxy, type TcpProxy } from '../../../support/tcp-proxy.ts';

describe.runIf(onPostgres)('a connection that breaks', () => {
  let database: TestDatabase;
  let proxy: TcpProxy;
  let admin: postgres.Sql;
  beforeAll(async () => {
    database = await testDatabase({
      through: async (url) => {
        proxy = await startTcpProxy(url);
        return proxy.url;
      },
    });
    admin = postgres(database.url ?? '', { max: 2, onnotice: () => undefined });
    await admin`create table written (step int)`;
  });
  afterAll(async () => {
    await proxy.allow();
    await admin.end();
    await database.drop();
    await proxy.close();
  });
  beforeEach(async () => {
    await proxy.allow();
    await admin`truncate written`;
  });

  const write = (tx: Executor, step: number) => tx.execute(sql`insert into written values (${step})`);
  const written = async () => (await admin`select step from written order by step`).map(({ step }) => step);
  const pidOf = async (tx: Executor) => {
    const [row] = (await tx.execute(sql`select pg_backend_pid() as pid`)) as unknown as { pid: number }[];
    return row?.pid ?? 0;
  };
  /** Runs more statements than the pool has connections, so that every connection is used again. */
  const useAll = () =>
    Promise.all(Array.from({ length: 20 }, () => database.db.orm.execute(sql`select pg_sleep(0.01)`)));
  const breaks: Record<string, (pid: number) => Promise<unknown>> = {
    'that the server ends': (pid) => admin`select pg_terminate_backend(${pid})`,
    'that the network cuts': async () => proxy.cut(),
  };

  test.each(Object.entries(breaks))(
    '%s between two statements: later statements do not run outside of the transaction',
    async (_, end) => {
      let attempts = 0;
      const done = transact(database.db, async (tx) => {
        attempts += 1;
        await write(tx, attempts * 10);
        if (attempts > 1) return 'done';
        await end(await pidOf(tx));
        await useAll();
        await write(tx, 11);
        return 'not reached';
      });
      expect(await done).toBe('done');
      expect(await written()).toEqual([20]);
    },
  );

  test.each(Object.entries(breaks))(
    '%s during a statement: the transaction is done again',
    async (_, end) => {
      let attempts = 0;
      const done = transact(database.db, async (tx) => {
        attempts += 1;
        await write(tx, attempts);
        if (attempts > 1) return 'done';
        const pid = await pidOf(tx);
        const response = tx.execute(sql`select pg_sleep(20)`);
        await Promise.all([response, end(pid)]);
        return 'not reached';
      });
      expect(await done).toBe('done');
      expect(await written()).toEqual([2]);
      await useAll();
    },
  );

  test('during the commit causes an error that does not claim that nothing was committed', async () => {
    // A trigger that waits makes the commit last as long as the test needs.
    await admin.unsafe(`create function wait_at_commit() returns trigger language plpgsql as
      'begin perform pg_advisory_lock_shared(777); return null; end'`);
    await admin.unsafe(`create constraint trigger waits after insert on written deferrable initially deferred
      for each row execute function wait_at_commit()`);
    const holder = await admin.reserve();
    await holder`select pg_advisory_lock(777)`;
    const outcome = transact(database.db, (tx) => write(tx, 1)).catch((error: unknown) => error);
    const isWaiting = async () =>
      (
        await admin`select from pg_locks where locktype = 'advisory' and not granted and database =
        (select oid from pg_database where datname = current_database())`
      ).length > 0;
    while (!(await isWaiting()));
    proxy.cut();
    expect(unavailability(await outcome)).toMatchObject({ outcomeUnknown: true });
    await holder`select pg_advisory_unlock(777)`;
    holder.release();
    await admin`drop trigger waits on written`;
  });

  test.each([
    ['a write, which may have been committed', sql`insert into written values (7)`, true, [7]],
    ['a read, which left nothing', sql`select count(*) from written`, false, []],
  ])(
    'before the response to a statement without a transaction: %s',
    async (_, statement, outcomeUnknown, left) => {
      await database.db.orm.execute(sql`select 1`);
      proxy.cutAt('written', 'response');
      const error = await database.db.orm.execute(statement).catch((why: unknown) => why);
      proxy.cutAt(undefined);
      expect(unavailability(error)).toMatchObject({ outcomeUnknown });
      expect(await written()).toEqual(left);
    },
  );

  test('because the server became a standby causes an error for a write that was not committed', async () => {
    const standby = await openPostgres(proxy.url, { connections: 1 });
    await standby.orm.execute(sql`set default_transaction_read_only = on`);
    const error = await write(standby.orm, 1).catch((why: unknown) => why);
    expect(unavailability(error)).toMatchObject({ outcomeUnknown: false, cause: { code: '25006' } });
    await standby.close();
  });

  test('while others are being opened does not fail the statements that wait for those', async () => {
    const db = await openPostgres(proxy.url, { connections: 3 });
    await db.orm.execute(sql`select 1`);
    const openBefore = proxy.connections;
    proxy.hold();
    const [sent, ...waiting] = Array.from({ length: 3 }, async () => db.orm.execute(sql`select 1 as one`));
    const rejected = sent?.catch((error: unknown) => error);
    await expect.poll(() => proxy.connections).toBe(openBefore + 2);
    proxy.cut();
    proxy.release();
    expect(unavailability(await rejected)).toBeDefined();
    expect(await Promise.all(waiting)).toEqual([[{ one: 1 }], [{ one: 1 }]]);
    await db.close();
  });

  test('while no server listens causes errors at once, and the pool recovers automatically', async () => {
    await proxy.reject();
    proxy.cut();
    const rejected = await database.db.orm.execute(sql`select 1`).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(unavailability(rejected)).toBeDefined();
    await proxy.allow();
    await expect
      .poll(() =>
        database.db.orm.execute(sql`select 1`).then(
          () => 'served',
          () => 'rejected',
        ),
      )
      .toBe('served');
  });

  test('because packets are dropped fails pending statements, and the pool recovers', async () => {
    const impatient = await openPostgres(proxy.url, { timeouts: { stallMs: 500, connectTimeoutMs: 3_000 } });
    await impatient.orm.execute(sql`select 1`);
    proxy.hold();
    const rejected = await impatient.orm.execute(sql`select 1`).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(unavailability(rejected)).toBeDefined();
    proxy.release();
    await expect
      .poll(() =>
        impatient.orm.execute(sql`select 1`).then(
          () => 'served',
          () => 'rejected',
        ),
      )
      .toBe('served');
    await impatient.close();
  });

  test('of the notification listener is reopened', async () => {
    let heard = 0;
    const stop = await database.db.listen('broken_connections', () => {
      heard += 1;
    });
    const [{ pid } = { pid: 0 }] = await admin<{ pid: number }[]>`
      select pid from pg_stat_activity where query like 'listen%broken_connections%' and datname = current_database()`;
    const before = heard;
    await admin`select pg_terminate_backend(${pid})`;
    await expect.poll(() => heard).toBeGreaterThan(before);
    const again = heard;
    await admin`select pg_notify('broken_connections', '')`;
    await expect.poll(() => heard).toBeGreaterThan(again);
    await stop();
  });

  test('while it starts to listen is reopened once', async () => {
    const listener = await openPostgres(proxy.url);
    const stop = await listener.listen('broken_beginnings', () => undefined);
    const listening = () => admin<{ pid: number }[]>`
      select pid from pg_stat_activity where query like 'listen%broken_beginnings%' and datname = current_database()`;
    const breaks = proxy.cutAt('listen "broken_beginnings"');
    await admin`select pg_terminate_backend(${(await listening())[0]?.pid ?? 0})`;
    await expect.poll(() => breaks.times).toBeGreaterThanOrEqual(3);
    proxy.cutAt(undefined);
    await expect.poll(async () => (await listening()).length).toBeGreaterThan(0);
    // Further connections would have been opened by now.
    await delay(1_200);
    expect(await listening()).toHaveLength(1);
    await stop();
    await listener.close();
    await expect.poll(listening).toHaveLength(0);
  });

  test('and is closed before it is reopened leaves no timer or connection', async () => {
    const listener = await openPostgres(proxy.url);
    await listener.listen('broken_endings', () => undefined);
    const breaks = proxy.cutAt('listen "broken_endings"');
    proxy.cut();
    await expect.poll(() => breaks.times).toBeGreaterThanOrEqual(2);
    await listener.close();
    proxy.cutAt(undefined);
    const left = () => admin`
      select pid from pg_stat_activity where query like 'listen%broken_endings%' and datname = current_database()`;
    // A further attempt would have failed by now with an unhandled rejection.
    await delay(700);
    await expect.poll(left).toHaveLength(0);
  });

  test('of a server that cannot be found is reported with its cause', async () => {
    const url = new URL(serverUrl ?? '');
    url.port = '1';
    const nowhere = await openPostgres(url.href);
    const error = await nowhere.isCurrent().catch((why: unknown) => why);
    expect(unavailability(error)?.cause).toMatchObject({ code: 'ECONNREFUSED' });
    await nowhere.close();
  });

  test.each([
    ['swallows everything', () => proxy.hold()],
    [
      'drops packets while the pool reconnects',
      () => {
        proxy.cut();
        proxy.hold();
      },
    ],
  ])('over a network that %s does not prevent the close of the database', async (_, disturb) => {
    const db = await openPostgres(proxy.url, { connections: 3 });
    const stopListening = await db.listen('channel', () => undefined);
    await Promise.all(Array.from({ length: 3 }, () => db.orm.execute(sql`select pg_sleep(0.01)`)));
    disturb();
    const pending = db.orm.execute(sql`select pg_sleep(0.01)`).catch(() => 'failed');
    const startedAt = performance.now();
    await db.close();
    // The service ends the process at most nine seconds after SIGTERM, and has closed its server by then.
    expect(performance.now() - startedAt).toBeLessThan(2_500);
    expect(await pending).toBe('failed');
    proxy.release();
    await stopListening();
  });
});
