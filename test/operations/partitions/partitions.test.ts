/** Partitions of the ledger and of the event log, on the embedded database or on PostgreSQL. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, rawRows } from '../../../src/infrastructure/database/client.ts';
import { sqlState, transact } from '../../../src/infrastructure/database/transact.ts';
import { readEvents, readLogHead, readOpenEvents } from '../../../src/infrastructure/events/event-store.ts';
import { appendEvents, sequenceEvents } from '../../../src/infrastructure/events/log.ts';
import { postgresEventBus } from '../../../src/infrastructure/events/postgres-bus.ts';
import { type Id, newId } from '../../../src/kernel/ids.ts';
import { partitionGauges } from '../../../src/operations/metrics/partition-gauges.ts';
import { closePartitions } from '../../../src/operations/partitions/close-partitions.ts';
import { createPartitions } from '../../../src/operations/partitions/create-partitions.ts';
import { partitionsOf } from '../../../src/operations/partitions/partition-store.ts';
import { type PartitionedTable, startOfPeriod } from '../../../src/operations/partitions/period.ts';
import { onPostgres, type TestDatabase, testDatabase } from '../../support/database.ts';
import { closeAtOnce, moveEventsBack } from '../../support/past-events.ts';

let database: TestDatabase;
let db: Database;
const now = new Date();
const platformId = newId('Platform');

beforeAll(async () => {
  database = await testDatabase();
  ({ db } = database);
});
afterAll(() => database.drop());

const namesOf = async (parent: PartitionedTable) =>
  (await partitionsOf(db.orm, parent)).map(({ name }) => name);
const month = (parent: PartitionedTable, offset: number) =>
  `${parent}_${startOfPeriod('events', now, offset)
    .toISOString()
    .slice(0, parent === 'events' ? 7 : 4)
    .replace('-', '_')}`;

const append = (resourceIds: readonly string[], of: Id<'Platform'> = platformId) =>
  transact(db, (tx) =>
    appendEvents(
      tx,
      resourceIds.map((resourceId) => ({
        platformId: of,
        topic: 'test',
        type: 'TEST',
        resourceId,
        data: {},
        occurredAt: now,
      })),
    ),
  );
const sequence = () => sequenceEvents({ db, eventBus: postgresEventBus(db) });
const countOf = async (table: string) => {
  const [row] = await rawRows<{ n: string | number }>(
    db.orm,
    sql`select count(*) as n from ${sql.identifier(table)}`,
  );
  return Number(row?.n);
};
const gauge = async (name: string, at = now) =>
  (
    await partitionGauges(db, () => at)
      .find((one) => one.name === name)
      ?.read()
  )?.[0]?.[1];

/** The partitions of events that a statement reads. */
async function partitionsIn(statement: ReturnType<typeof sql>): Promise<string[]> {
  const lines = await rawRows<{ 'QUERY PLAN': string }>(db.orm, sql`explain ${statement}`);
  const text = lines.map((line) => line['QUERY PLAN']).join('\n');
  return [...new Set([...text.matchAll(/ on (events_\w+)/g)].map(([, name]) => name ?? ''))].sort();
}

test('a new database has one partition of each table, without bounds', async () => {
  for (const parent of ['entries', 'postings', 'events'] as const) {
    expect(await partitionsOf(db.orm, parent)).toMatchObject([
      { name: `${parent}_future`, startsAt: undefined, endsAt: undefined },
    ]);
  }
  expect(await gauge('payments_partitions_missing')).toBe(3);
});

describe('partitions', () => {
  beforeAll(async () => {
    await append(['Customer:a', 'Customer:a', 'Customer:b']);
    await sequence();
    await moveEventsBack(db, 95, 3);
    // As a server that ran in these months.
    for (const months of [-3, -2, -1]) await createPartitions(db, startOfPeriod('events', now, months));
    await append(['Customer:a', 'Customer:c']);
    await sequence();
  });

  test('are made ahead of time, and once', async () => {
    await createPartitions(db, now);
    expect((await namesOf('events')).slice(-3)).toEqual([
      month('events', 0),
      month('events', 1),
      'events_future',
    ]);
    expect((await namesOf('postings')).at(-1)).toBe('postings_future');
    expect(await createPartitions(db, now)).toEqual({ created: [], skipped: {} });
    expect(await gauge('payments_partitions_missing')).toBe(0);
    expect(await gauge('payments_partitions_overflowing')).toBe(0);
    expect(await gauge('payments_event_partitions')).toBe((await namesOf('events')).length);
  });

  test('have every row, in the partition of its time', async () => {
    expect(await countOf('events')).toBe(5);
    expect(await countOf(month('events', 0))).toBe(2);
    expect(await countOf('events_future')).toBe(0);
    const read = await readEvents(db.orm, 0, 10);
    expect(read.map(({ position, sequence: nth }) => [position, nth])).toEqual([
      [1, 1],
      [2, 2],
      [3, 1],
      [4, 3],
      [5, 1],
    ]);
  });

  test('have the settings, indexes and triggers of the first one', async () => {
    const rows = await rawRows<{
      parent: string;
      settings: string | null;
      indexes: number;
      triggers: string | null;
    }>(
      db.orm,
      sql`select inhparent::regclass::text as parent, array_to_string(reloptions, ' ') as settings,
            (select count(*)::int from pg_index where indrelid = inhrelid) as indexes,
            (select string_agg(tgname, ' ' order by tgname) from pg_trigger where tgrelid = inhrelid and not tgisinternal) as triggers
          from pg_inherits join pg_class on oid = inhrelid where relkind = 'r'`,
    );
    for (const parent of ['entries', 'postings', 'events']) {
      const own = rows.filter((row) => row.parent === parent);
      expect(own.length).toBeGreaterThan(1);
      expect(new Set(own.map((row) => JSON.stringify(row))).size).toBe(1);
      expect(own[0]?.settings).toContain('autovacuum_analyze_scale_factor=0.02');
    }
    expect(Object.fromEntries(rows.map((row) => [row.parent, row.triggers]))).toEqual({
      entries: 'entries_never_change',
      postings: 'postings_must_balance postings_never_change',
      events: null,
    });
  });

  test('of the ledger reject changes, also directly', async () => {
    for (const parent of ['entries', 'postings'] as const) {
      for (const name of await namesOf(parent)) {
        const table = sql.identifier(name);
        for (const change of [sql`delete from ${table}`, sql`truncate ${table}`]) {
          expect(await db.orm.execute(change).catch(sqlState)).toBe('23001');
        }
      }
    }
  });

  test('are not made for a row with an id that is years ahead', async () => {
    await db.orm.execute(sql`insert into events (id, platform_id, topic, resource_id, data, occurred_at)
      values ('7fffffff-0000-7000-8000-000000000000', ${newId('Platform').slice(9)}, 'test', 'Test:far', '{}', now())`);
    const later = startOfPeriod('events', now, 1);
    expect((await createPartitions(db, later)).skipped).toEqual({ events: 'far-future' });
    expect(await gauge('payments_partitions_overflowing')).toBe(1);
    await db.orm.execute(sql`delete from events where resource_id = 'Test:far'`);
  });
});

describe('closed partitions', () => {
  test('are those of past months without events that wait for a position', async () => {
    await append(['Customer:d']);
    await db.orm.execute(sql`update events set position = null where position = 3`);
    expect(await closePartitions(db, now)).toEqual([]);
    await db.orm.execute(sql`update events set position = 3 where resource_id = 'Customer:b'`);
    await sequence();
    const closed = await closeAtOnce(db, now);
    expect(closed.length).toBeGreaterThanOrEqual(2);
    expect(await closePartitions(db, now)).toEqual([]);
    expect(await readLogHead(db.orm)).toEqual({ head: 6, waiting: false, lastClosed: 3 });
  });

  test('are not read by the statements of payments', async () => {
    const open = [month('events', 0), month('events', 1), 'events_future'].sort();
    const inOpen = sql`id >= first_open_event_id()`;
    const before = (await namesOf('events')).filter((name) => !open.includes(name));
    const read = await partitionsIn(sql`select max(position) from events where ${inOpen}`);
    expect(read.filter((name) => before.slice(0, -1).includes(name))).toEqual([]);
    expect(read).toEqual(expect.arrayContaining(open));
  });

  test('continue the numbers of their records, and the positions of the log', async () => {
    await append(['Customer:a', 'Customer:b', 'Customer:b', 'Customer:e']);
    await sequence();
    const { lastClosed } = await readLogHead(db.orm);
    const read = await readOpenEvents(db.orm, lastClosed, 10);
    expect(read.map(({ position, resourceId, sequence: nth }) => [position, resourceId, nth])).toEqual([
      [4, 'Customer:a', 3],
      [5, 'Customer:c', 1],
      [6, 'Customer:d', 1],
      [7, 'Customer:a', 4],
      [8, 'Customer:b', 2],
      [9, 'Customer:b', 3],
      [10, 'Customer:e', 1],
    ]);
  });

  test('reject further rows', async () => {
    const [first] = await partitionsOf(db.orm, 'events');
    const inserted =
      db.orm.execute(sql`insert into events (id, platform_id, topic, resource_id, data, occurred_at)
      values ('00000000-0001-7000-8000-000000000000', ${newId('Platform').slice(9)}, 'test', 'Test:late', '{}', now())`);
    expect(first?.startsAt).toBeUndefined();
    expect(await inserted.catch(sqlState)).toBe('23001');
  });
});

test('a large table is divided after its rows were read, while it can be written', async () => {
  const other = await testDatabase();
  const { orm } = other.db;
  try {
    await transact(other.db, (tx) =>
      appendEvents(tx, [
        { platformId, topic: 'test', type: undefined, resourceId: 'Test:one', data: {}, occurredAt: now },
      ]),
    );
    // The check of an interrupted command, which would reject the events of this month.
    await orm.execute(
      sql`alter table events_future add constraint before_next_partition check (id < '00000000-0001-0000-0000-000000000000') not valid`,
    );
    const options = { maxBytesAtOnce: -1 };
    expect((await createPartitions(other.db, now, options)).skipped).toEqual({
      entries: 'large',
      postings: 'large',
      events: 'large',
    });
    const made = await createPartitions(other.db, now, { ...options, large: true });
    expect(made.skipped).toEqual({});
    expect(made.created).toContain(month('events', 0));
    const checks = await rawRows(
      orm,
      sql`select 1 from pg_constraint where conname = 'before_next_partition'`,
    );
    expect(checks).toEqual([]);
    expect(
      await rawRows(orm, sql`select resource_id from ${sql.identifier(month('events', 0))}`),
    ).toHaveLength(1);
  } finally {
    await other.drop();
  }
});

test.runIf(onPostgres)(
  'a table in use is divided by a later attempt, and statements wait briefly',
  async () => {
    const other = await testDatabase();
    try {
      const result = await transact(other.db, async (tx) => {
        await tx.execute(sql`select count(*) from events`);
        return createPartitions(other.db, now);
      });
      expect(result.skipped).toEqual({ events: 'locked' });
      expect((await createPartitions(other.db, now)).skipped).toEqual({});
    } finally {
      await other.drop();
    }
  },
);
