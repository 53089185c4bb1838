/** The log with transactions that commit out of order, roll back or stay open, read by two processes over each bus. */
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, type Executor, rawRows } from '../../../src/infrastructure/database/client.ts';
import { openPostgres } from '../../../src/infrastructure/database/postgres.ts';
import { transact } from '../../../src/infrastructure/database/transact.ts';
import { EventBuffer } from '../../../src/infrastructure/events/event-buffer.ts';
import { readLogHead, readOpenEvents } from '../../../src/infrastructure/events/event-store.ts';
import { appendEvents, type LoggedEvent, sequenceEvents } from '../../../src/infrastructure/events/log.ts';
import { postgresEventBus } from '../../../src/infrastructure/events/postgres-bus.ts';
import { EventStream } from '../../../src/infrastructure/events/stream.ts';
import { type EventTail, startTail } from '../../../src/infrastructure/events/tail.ts';
import { type Id, newId, uuidOf } from '../../../src/kernel/ids.ts';
import { busAdapters } from '../../support/buses.ts';
import { onPostgres, postgresDatabase, type TestDatabase, testDatabase } from '../../support/database.ts';

const fail = (error: unknown): never => {
  throw error;
};

const eventOf = (platformId: Id<'Platform'>, resourceId: string, nth: number) => ({
  platformId,
  topic: 'test' as const,
  type: undefined,
  resourceId,
  data: { nth },
  occurredAt: new Date(),
});

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const write = (platformId: Id<'Platform'>, from: number, count: number) =>
  transact(database.db, (tx) =>
    appendEvents(
      tx,
      Array.from({ length: count }, (_, nth) => eventOf(platformId, 'Test:one', from + nth)),
    ),
  );

async function take(stream: EventStream<number>, count: number): Promise<number[]> {
  const received: number[] = [];
  while (received.length < count) {
    const { value, done } = await stream.next();
    if (done) break;
    received.push(value);
  }
  return received;
}

const nthOf = (event: LoggedEvent): number => event.data['nth'] as number;
const upTo = (count: number, from = 0) => Array.from({ length: count }, (_, nth) => from + nth);

describe('a stream', () => {
  let tail: EventTail;
  beforeAll(async () => {
    tail = await startTail({ db: database.db, eventBus: postgresEventBus(database.db) }, fail);
  });
  afterAll(() => tail.close());

  test('delivers missed events over several pages, and new events meanwhile', async () => {
    const platformId = newId('Platform');
    const { head } = await readLogHead(database.db.orm);
    await write(platformId, 0, 700);
    const stream = new EventStream(database.db, tail, { platformId, after: head, toMessage: nthOf });
    const first = await take(stream, 3);
    await write(platformId, 700, 50);
    expect([...first, ...(await take(stream, 747))]).toEqual(upTo(750));
    await stream.return();
  });

  test('with a cursor of a process that was ahead does not repeat events of that process', async () => {
    const platformId = newId('Platform');
    const stream = new EventStream(database.db, tail, {
      platformId,
      after: tail.position + 2,
      toMessage: nthOf,
    });
    await write(platformId, 0, 4);
    expect(await take(stream, 2)).toEqual([2, 3]);
    await stream.return();
  });

  test('that is returned while it waits ends and unsubscribes', async () => {
    const platformId = newId('Platform');
    const buffer = tail.bufferOf(platformId);
    const stream = new EventStream(database.db, tail, {
      platformId,
      after: tail.position,
      toMessage: nthOf,
    });
    const waiting = stream.next();
    expect(buffer.subscriberCount).toBe(1);
    await stream.return();
    expect(await waiting).toEqual({ value: undefined, done: true });
    expect(buffer.subscriberCount).toBe(0);
  });

  test('reads the log once for each commit, for any number of streams', async () => {
    const platformId = newId('Platform');
    const streams = upTo(200).map(
      () => new EventStream(database.db, tail, { platformId, after: tail.position, toMessage: nthOf }),
    );
    const { reads } = tail;
    await write(platformId, 0, 20);
    for (const received of await Promise.all(streams.map((stream) => take(stream, 20)))) {
      expect(received).toEqual(upTo(20));
    }
    expect(tail.reads - reads).toBe(1);
    await Promise.all(streams.map((stream) => stream.return()));
  });
});

test('a buffer holds no more than its capacity, and reports which positions it has', () => {
  const buffer = new EventBuffer(0, () => 10);
  const events = upTo(100, 1).map((position) => ({ position }) as LoggedEvent);
  for (const event of events) buffer.push(event);
  expect(buffer.indexAfter(0)).toBeUndefined();
  const index = buffer.indexAfter(97);
  expect(index !== undefined && [buffer.at(index), buffer.at(index + 3)]).toEqual([events[97], undefined]);
  expect(buffer.at(0)).toBe('dropped');
});

const adapters = busAdapters.filter(({ responses }) => responses);
describe.runIf(onPostgres).each(adapters)(
  'two processes read concurrent writes, over $name',
  ({ deploy }) => {
    const writers = 12;
    const records = 6;
    const rounds = 25;
    let others: Database[];
    let tails: EventTail[];
    beforeAll(async () => {
      others = await Promise.all([openPostgres(database.url ?? ''), openPostgres(database.url ?? '')]);
      const busOf = deploy();
      tails = await Promise.all(others.map((db) => startTail({ db, eventBus: busOf(db) }, fail)));
    });
    afterAll(async () => {
      for (const tail of tails) await tail.close();
      for (const db of others) await db.close();
    });

    /** Reads from a cursor, disconnects at random, and resumes from its last cursor on either process. */
    async function readAll(
      platformId: Id<'Platform'>,
      seed: number,
      until: Promise<number>,
    ): Promise<LoggedEvent[]> {
      const received: LoggedEvent[] = [];
      let { head: after } = await readLogHead(database.db.orm);
      let total = Number.POSITIVE_INFINITY;
      let stream: EventStream<LoggedEvent> | undefined;
      void until.then(async (count) => {
        total = count;
        if (received.length >= total) await stream?.return();
      });
      for (let part = seed; received.length < total; part += 1) {
        const at = part % 2;
        stream = new EventStream(others[at] as Database, tails[at] as EventTail, {
          platformId,
          after,
          toMessage: (event) => event,
        });
        for (let left = 1 + ((part * 7) % 23); left > 0 && received.length < total; left -= 1) {
          const { value, done } = await stream.next();
          if (done) break;
          received.push(value);
          after = value.position;
        }
        await stream.return();
      }
      return received;
    }

    test('each committed event once, in the order of its record, at dense positions', async () => {
      const platformId = newId('Platform');
      const committed: string[] = [];
      const { head } = await readLogHead(database.db.orm);

      // A transaction that wrote an event stays open.
      let closeForgotten = () => {};
      const forgotten = openPostgres(database.url ?? '', { connections: 1 });
      const open = (await forgotten).orm
        .transaction(async (tx) => {
          await appendEvents(tx as unknown as Executor, [eventOf(platformId, 'Test:forgotten', 0)]);
          await new Promise<void>((resolve) => {
            closeForgotten = resolve;
          });
          throw new Error('rolled back at last');
        })
        .catch(() => undefined);

      let finish = (_count: number) => {};
      const until = new Promise<number>((resolve) => {
        finish = resolve;
      });
      const readers = upTo(6).map((seed) => readAll(platformId, seed, until));

      const writer = async (nth: number) => {
        for (let round = 0; round < rounds; round += 1) {
          const record = `Test:${(nth + round) % records}`;
          const rollsBack = (nth * 5 + round) % 4 === 0;
          const keys: string[] = [];
          await transact(others[nth % 2] as Database, async (tx) => {
            // Random waits, so that a transaction that starts early often commits late.
            await tx.execute(sql`select pg_sleep(${((nth * 13 + round * 7) % 10) / 1000})`);
            await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${record}))`);
            const [row] = await rawRows<{ n: string }>(
              tx,
              sql`select count(*) as n from events where platform_id = ${uuidOf(platformId)} and resource_id = ${record}`,
            );
            const from = Number(row?.n);
            const count = 1 + (round % 3);
            await appendEvents(
              tx,
              upTo(count, from).map((n) => eventOf(platformId, record, n)),
            );
            keys.push(...upTo(count, from).map((n) => `${record} ${n}`));
            await tx.execute(sql`select pg_sleep(${((nth * 3 + round * 11) % 8) / 1000})`);
            if (rollsBack) throw new Error('rolled back');
          }).catch((error: Error) => {
            if (error.message !== 'rolled back') throw error;
            keys.length = 0;
          });
          committed.push(...keys);
        }
      };
      await Promise.all(upTo(writers).map(writer));
      // Events get their positions within a moment, although one transaction is still open.
      await pause(100);
      finish(committed.length);

      for (const received of await Promise.all(readers)) {
        expect(received.map(({ resourceId, data }) => `${resourceId} ${data['nth']}`).sort()).toEqual(
          [...committed].sort(),
        );
        expect(received.map(({ position }) => position)).toEqual(upTo(committed.length, head + 1));
        for (let record = 0; record < records; record += 1) {
          const ofRecord = received.filter(({ resourceId }) => resourceId === `Test:${record}`).map(nthOf);
          expect(ofRecord).toEqual(upTo(ofRecord.length));
        }
      }
      closeForgotten();
      await open;
      await (await forgotten).close();
    });
  },
);

test.runIf(onPostgres)(
  'before a partition has statistics, numbering and reading a page take as many index entries in a long log as in a short one',
  async () => {
    const platformId = newId('Platform');
    const db = await postgresDatabase(1);
    if (!db) throw new Error('the test runs on PostgreSQL only');
    const ports = { db, eventBus: postgresEventBus(db) };
    const page = 50;
    const writePage = (count: number) =>
      transact(db, (tx) =>
        appendEvents(
          tx,
          // As large as the event of a payment: the number of pages decides whether the planner reads a second index.
          Array.from({ length: count }, (_, nth) => ({
            ...eventOf(platformId, 'Test:one', nth),
            data: { record: randomBytes(500).toString('hex') },
          })),
        ),
      );
    /** The entries of the index of ids that the connection has read. */
    const idsRead = async (): Promise<number> => {
      await db.orm.execute(sql`select pg_stat_force_next_flush()`);
      const [row] = await rawRows<{ n: string }>(
        db.orm,
        sql`select sum(idx_tup_read) as n from pg_stat_user_indexes where relname ~ '^events_' and indexrelname ~ 'pkey'`,
      );
      return Number(row?.n);
    };
    const costOfPage = async (): Promise<number> => {
      await writePage(page);
      const { head } = await readLogHead(db.orm);
      const before = await idsRead();
      await sequenceEvents(ports);
      expect(await readOpenEvents(db.orm, head, page)).toHaveLength(page);
      return (await idsRead()) - before;
    };
    await writePage(page);
    await sequenceEvents(ports);
    const short = await costOfPage();
    for (let nth = 0; nth < 5; nth += 1) {
      await writePage(2_000);
      await sequenceEvents(ports);
    }
    expect(await costOfPage()).toBeLessThanOrEqual(short);
    await db.close();
  },
);
