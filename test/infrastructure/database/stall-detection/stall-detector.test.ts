/** Stalled connections are closed if the server does not serve them, and only then. */
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../../../src/infrastructure/database/client.ts';
import { openPostgres, type PostgresOptions } from '../../../../src/infrastructure/database/postgres.ts';
import { transact } from '../../../../src/infrastructure/database/transact.ts';
import { unavailability } from '../../../../src/infrastructure/database/unavailable.ts';
import { emptyDatabase, onPostgres, type TestDatabase } from '../../../support/database.ts';
import { startTcpProxy, type TcpProxy } from '../../../support/tcp-proxy.ts';

/** A short stall timeout, and a long one for new connections, which succeed in every test. */
const timeouts = { stallMs: 500, connectTimeoutMs: 30_000 };

describe.runIf(onPostgres)('a stalled connection', () => {
  const role = `limited_${randomBytes(6).toString('hex')}`;
  let database: TestDatabase;
  let proxy: TcpProxy;
  let admin: postgres.Sql;
  let db: Database;
  beforeAll(async () => {
    database = await emptyDatabase();
    admin = postgres(database.url ?? '', { max: 2, onnotice: () => undefined });
    await admin.unsafe(`create role ${role} login password '${role}'`);
    await admin.unsafe(`create table locked_rows (nth int primary key)`);
    await admin.unsafe(`insert into locked_rows values (1)`);
    await admin.unsafe(`grant all on locked_rows to ${role}`);
  });
  afterAll(async () => {
    await admin.unsafe(`drop owned by ${role}`);
    await admin.unsafe(`drop role ${role}`);
    await admin.end();
    await database.drop();
  });
  beforeEach(async () => {
    proxy = await startTcpProxy(database.url ?? '');
  });
  afterEach(async () => {
    proxy.cut();
    await db.close();
    await proxy.close();
  });

  const pidOf = async () => {
    const [row] = (await db.orm.execute(sql`select pg_backend_pid() as pid`)) as unknown as { pid: number }[];
    return row?.pid ?? 0;
  };
  const open = (options: PostgresOptions = {}, url = proxy.url) =>
    openPostgres(url, { connections: 1, timeouts, ...options });
  /** Opens with a role whose number of connections the server limits. */
  const openLimited = async (limit: number, options: PostgresOptions = {}) => {
    // The server counts the connections of the previous test for a moment after they close.
    const counted = () => admin`select pid from pg_stat_activity where usename = ${role}`;
    await expect.poll(counted).toHaveLength(0);
    await admin.unsafe(`alter role ${role} connection limit ${limit}`);
    const url = new URL(proxy.url);
    url.username = role;
    url.password = role;
    return open({ connections: 5, ...options }, url.href);
  };
  const failure = (running: PromiseLike<unknown>) =>
    Promise.resolve(running).then(
      () => undefined,
      (error: unknown) => unavailability(error) ?? error,
    );
  const served = () => expect.poll(() => failure(db.orm.execute(sql`select 1`)));

  test('is closed when the server does not know it', async () => {
    db = await open();
    const pid = await pidOf();
    proxy.strand();
    await admin`select pg_terminate_backend(${pid})`;
    expect(await failure(db.orm.execute(sql`select 1`))).toMatchObject({
      cause: { code: 'CONNECTION_VANISHED' },
    });
    await served().toBeUndefined();
  });

  test('is closed when the server waits for a statement on it', async () => {
    db = await open();
    const pid = await pidOf();
    proxy.strand();
    expect(await failure(db.orm.execute(sql`select 1`))).toMatchObject({
      cause: { code: 'CONNECTION_VANISHED' },
    });
    expect(await pidOf()).not.toBe(pid);
  });

  test('is closed together with idle ones that the server does not know either', async () => {
    db = await open({ connections: 3 });
    const sleeps = await Promise.all(
      [1, 2, 3].map(() => db.orm.execute(sql`select pg_backend_pid(), pg_sleep(0.1)`)),
    );
    expect(sleeps).toHaveLength(3);
    proxy.strand();
    await admin`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'payments-platform'`;
    await failure(db.orm.execute(sql`select 1`));
    expect(await failure(Promise.all([1, 2, 3].map(() => db.orm.execute(sql`select 1`))))).toBeUndefined();
  });

  test('stays open while the server runs its statement', async () => {
    db = await open();
    const pid = await pidOf();
    expect(await failure(db.orm.execute(sql`select pg_sleep(3)`))).toBeUndefined();
    expect(await pidOf()).toBe(pid);
  });

  test('stays open while it waits for a lock and the server accepts no further connection', async () => {
    db = await openLimited(2);
    let unlock: () => void = () => undefined;
    const locked = new Promise<void>((resolve) => {
      const released = new Promise<void>((release) => {
        unlock = release;
      });
      void transact(db, async (tx) => {
        await tx.execute(sql`update locked_rows set nth = nth`);
        resolve();
        await released;
      });
    });
    await locked;
    let attempts = 0;
    const waiting = transact(db, async (tx) => {
      attempts += 1;
      await tx.execute(sql`update locked_rows set nth = nth`);
    });
    await delay(3_000);
    unlock();
    await waiting;
    expect(attempts).toBe(1);
  });

  test('is closed after the statement timeout, when the server accepts no further connection', async () => {
    db = await openLimited(1, { statementSeconds: 1, connections: 1 });
    await pidOf();
    proxy.strand();
    expect(await failure(db.orm.execute(sql`select 1`))).toMatchObject({
      cause: { code: 'CONNECTION_VANISHED' },
    });
    proxy.cut();
    await served().toBeUndefined();
  });

  test('causes no errors while connections exist and the server accepts no more', async () => {
    db = await openLimited(2);
    const outages: unknown[] = [];
    if (db.pool) db.pool.onOutage = (outage) => void outages.push(outage);
    await pidOf();
    const many = Promise.all([1, 2, 3, 4, 5, 6].map(() => db.orm.execute(sql`select pg_sleep(0.1)`)));
    expect(await failure(many)).toBeUndefined();
    expect(outages).toEqual([]);
  });
});
