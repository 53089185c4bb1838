/** The service is not affected by the defects of the driver that the `README.md` of the source folder lists. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, rawRows } from '../../../../src/infrastructure/database/client.ts';
import { openPostgres } from '../../../../src/infrastructure/database/postgres.ts';
import { send, sqlState, transact } from '../../../../src/infrastructure/database/transact.ts';
import { emptyDatabase, onPostgres, type TestDatabase } from '../../../support/database.ts';

describe.runIf(onPostgres)('on one connection', () => {
  let database: TestDatabase;
  let db: Database;
  beforeAll(async () => {
    database = await emptyDatabase();
    db = await openPostgres(database.url ?? '', { connections: 1 });
  });
  afterAll(async () => {
    await db.close();
    await database.drop();
  });

  const pid = async () =>
    (await rawRows<{ pid: number }>(db.orm, sql`select pg_backend_pid() as pid`))[0]?.pid;

  test('a statement that fails after some of its rows leaves no gap in the next result', async () => {
    const failing = rawRows(db.orm, sql`select 1 / (5 - n) as share from generate_series(1, 9) n`);
    await expect(failing).rejects.toSatisfy((error) => sqlState(error) === '22012');
    expect(await rawRows(db.orm, sql`select n from generate_series(1, 2) n`)).toEqual([{ n: 1 }, { n: 2 }]);
    expect(await rawRows(db.orm, sql`select n from generate_series(1, 2) n`)).toHaveLength(2);
  });

  test('a statement that fails leaves no stack trace in the driver', async () => {
    const { set } = Map.prototype;
    const stored: unknown[] = [];
    Map.prototype.set = function (key, value) {
      if (Array.isArray(key)) stored.push(key);
      return set.call(this, key, value);
    };
    await rawRows(db.orm, sql`select 1 / 0 as never`).catch(() => undefined);
    Map.prototype.set = set;
    expect(stored).toEqual([]);
  });

  test.each<[string, SQL, SQL | undefined]>([
    ['undefined', sql`select ${sql.param(undefined)}::text`, undefined],
    ['a date without an encoder', sql`select ${new Date(0)}::timestamptz`, undefined],
    ['a function', sql`select ${sql.param(() => 1)}::text`, undefined],
    ['a list with undefined', sql`select ${sql.param(['a', undefined])}::text[]`, undefined],
    [
      '65,534 parameters',
      sql`select ${sql.join(
        Array.from({ length: 65_534 }, (_, nth) => sql`${nth}`),
        sql` + `,
      )}`,
      undefined,
    ],
    [
      'a truth value for JSON, again',
      sql`select ${sql.param(true)}::jsonb`,
      sql`select ${sql.param('true')}::jsonb`,
    ],
  ])(
    'a value that the driver cannot encode (%s) fails its transaction while another statement is pending',
    async (_, bad, good) => {
      // A repeated text is prepared, so the server has it.
      for (let times = 0; good && times < 3; times += 1) await rawRows(db.orm, good);
      const failing = transact(db, async (tx) => {
        await send(tx, sql`select pg_sleep(0.1)`);
        return rawRows(tx, bad);
      });
      await expect(failing).rejects.toThrow();
      expect(await rawRows(db.orm, sql`select 1 as one`)).toEqual([{ one: 1 }]);
    },
  );

  test('a number is sent for a parameter of every type', async () => {
    for (let times = 0; times < 3; times += 1) {
      expect(
        await rawRows(
          db.orm,
          sql`select ${5}::jsonb as json, ${5}::text as text, ${5.5}::float8 as float, ${sql.param([1, 2])}::int[] as list`,
        ),
      ).toEqual([{ json: 5, text: '5', float: 5.5, list: [1, 2] }]);
    }
  });

  test('a prepared statement that the server has lost is not sent again behind the commit, but its transaction is done again', async () => {
    await db.orm.execute(sql`create table lost (nth int)`);
    const insert = (nth: number) => sql`insert into lost values (${nth})`;
    let attempts = 0;
    const write = (nth: number) =>
      transact(db, async (tx) => {
        attempts += 1;
        await send(tx, sql`select set_config('lock_timeout', '0', true)`);
        await send(tx, insert(nth));
        return nth;
      });
    for (const nth of [1, 2, 3]) await write(nth);
    await db.orm.execute(sql.raw('deallocate all'));
    attempts = 0;
    expect(await write(4)).toBe(4);
    expect(attempts).toBeGreaterThan(1);
    expect(await write(5)).toBe(5);
    const stored = await rawRows<{ nth: number }>(db.orm, sql`select nth from lost order by nth`);
    expect(stored.map(({ nth }) => nth)).toEqual([1, 2, 3, 4, 5]);
  });

  test('a prepared statement that the server has lost is sent again with its values, outside of a transaction', async () => {
    const bytes = Buffer.from([0, 1, 254]);
    const read = () => rawRows(db.orm, sql`select ${true}::boolean as truth, ${bytes}::bytea as bytes`);
    for (let times = 0; times < 3; times += 1) await read();
    await db.orm.execute(sql.raw('deallocate all'));
    expect(await read()).toEqual([{ truth: true, bytes }]);
  });

  test('the server ends a statement that takes too long and a transaction that sends nothing, and a statement uses one processor', async () => {
    const bounded = await openPostgres(database.url ?? '', { statementSeconds: 10 });
    const [limits] = await rawRows(
      bounded.orm,
      sql`select current_setting('statement_timeout') as statement,
        current_setting('idle_in_transaction_session_timeout') as idle,
        current_setting('max_parallel_workers_per_gather') as helpers, current_setting('jit') as jit`,
    );
    expect(limits).toEqual({ statement: '10s', idle: '1min', helpers: '0', jit: 'off' });
    await bounded.close();
  });

  test('a connection that holds too many prepared statements is replaced', async () => {
    const first = await pid();
    for (let nth = 0; nth < 1_010; nth += 1) {
      for (let times = 0; times < 2; times += 1) await rawRows(db.orm, sql.raw(`select ${nth}`));
    }
    expect(await pid()).not.toBe(first);
  });
});

describe.runIf(onPostgres)('with several hosts', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await emptyDatabase();
  });
  afterAll(() => database.drop());

  /** A port that neither accepts nor rejects connections, because its queue is full. */
  async function unresponsivePort(): Promise<{ port: number; close: () => Promise<void> }> {
    const worker = new Worker(
      `const { parentPort } = require('node:worker_threads');
       const server = require('node:net').createServer();
       server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
         parentPort.postMessage(server.address().port);
         Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
       });`,
      { eval: true },
    );
    const [port] = (await once(worker, 'message')) as [number];
    const queue: Socket[] = Array.from({ length: 4 }, () =>
      connect(port, '127.0.0.1').on('error', () => undefined),
    );
    await once(queue[0] as Socket, 'connect');
    return {
      port,
      close: async () => {
        for (const socket of queue) socket.destroy();
        await worker.terminate();
      },
    };
  }

  test('a host without a response leaves time for the next one and leaks no connection', async () => {
    const unresponsive = await unresponsivePort();
    const url = new URL(database.url ?? '');
    const urlWithUnresponsiveHost = url.href.replace(url.host, `127.0.0.1:${unresponsive.port},${url.host}`);
    const db = await openPostgres(urlWithUnresponsiveHost, {
      timeouts: { stallMs: 5_000, connectTimeoutMs: 6_000 },
    });
    const [row] = await rawRows<{ count: string }>(
      db.orm,
      sql`select count(*) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
          and application_name = 'payments-platform' and backend_start > now() - interval '1 minute'`,
    );
    expect(Number(row?.count)).toBe(0);
    await db.close();
    await unresponsive.close();
  });
});
