/** Behaviour of the NATS bus only: its messages, and outages of the broker. */
import { connect } from '@nats-io/transport-node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database, Executor } from '../../../src/infrastructure/database/client.ts';
import { transact } from '../../../src/infrastructure/database/transact.ts';
import { appendEvents, type LoggedEvent } from '../../../src/infrastructure/events/log.ts';
import { natsEventBus } from '../../../src/infrastructure/events/nats-bus.ts';
import { EventStream } from '../../../src/infrastructure/events/stream.ts';
import { type EventTail, startTail } from '../../../src/infrastructure/events/tail.ts';
import type { EventPage } from '../../../src/infrastructure/ports.ts';
import { newId, newUuid, uuidOf } from '../../../src/kernel/ids.ts';
import { busKey } from '../../support/buses.ts';
import { type TestDatabase, testDatabase } from '../../support/database.ts';
import { brokerUrl, natsTitle, onNats, startRelay } from '../../support/nats.ts';

const fail = (error: unknown): never => {
  throw error;
};

describe.runIf(onNats)(natsTitle, () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.drop());

  const logged: string[] = [];
  const busOf = (db: Database, uid: string, url = brokerUrl) => {
    const say = (...given: unknown[]) => void logged.push(String(given.at(-1)));
    const log = { info: say, warn: say };
    return natsEventBus({ url, db, dataKey: busKey, log, deploymentUid: async () => uid });
  };
  /** The same database in another process, without notifications of commits of this one. */
  const inAnotherProcess = (orm: Executor = database.db.orm): Database => {
    const other: Database = {
      ...database.db,
      orm,
      get origin() {
        return other;
      },
    };
    return other;
  };

  const platformId = newId('Platform');
  const write = (nth: number, count = 1, text = '') =>
    transact(database.db, (tx) =>
      appendEvents(
        tx,
        Array.from({ length: count }, (_, more) => ({
          platformId,
          topic: 'test' as const,
          type: undefined,
          resourceId: 'Test:one',
          data: { nth: nth + more, text },
          occurredAt: new Date(),
        })),
      ),
    );
  const follow = (db: Database, tail: EventTail) =>
    new EventStream(db, tail, {
      platformId,
      after: tail.position,
      toMessage: ({ data }) => data['nth'] as number,
    });
  const take = async (stream: EventStream<number>, count: number): Promise<number[]> => {
    const positions: number[] = [];
    while (positions.length < count) positions.push((await stream.next()).value);
    return positions;
  };
  /** Listens to the broker as any client that can connect to it. */
  async function eavesdrop(uid: string) {
    const connection = await connect({ servers: brokerUrl.replace('nats://', '') });
    const messages: Buffer[] = [];
    connection.subscribe(`payments.${uid}.>`, {
      callback: (_error, { data }) => void messages.push(Buffer.from(data)),
    });
    await connection.flush();
    return { connection, messages };
  }

  const page = (nth: number, text = ''): EventPage => ({
    previousUuid: undefined,
    events: [
      {
        uuid: newUuid(),
        position: nth,
        platformId,
        topic: 'test',
        type: undefined,
        resourceId: 'Test:one',
        sequence: undefined,
        data: { text },
        occurredAt: new Date(0),
      },
    ],
  });

  test('another process dispatches published events while its own database is unavailable', async () => {
    const uid = newUuid();
    let isUnavailable = false;
    const orm = new Proxy(database.db.orm, {
      get: (target, name) => {
        if (isUnavailable) throw new Error('The database is unavailable.');
        return Reflect.get(target, name) as unknown;
      },
    });
    const there = inAnotherProcess(orm);
    const failures: unknown[] = [];
    const here = await startTail({ db: database.db, eventBus: busOf(database.db, uid) }, fail);
    const tail = await startTail({ db: there, eventBus: busOf(there, uid) }, (error) => failures.push(error));
    const heard = follow(there, tail);
    // Before both are connected, the log is read.
    await expect
      .poll(async () => {
        const { reads } = tail;
        await write(1, 1);
        await take(heard, 1);
        return tail.reads - reads;
      })
      .toBe(0);
    isUnavailable = true;
    for (let nth = 0; nth < 20; nth += 1) {
      await write(100 + nth);
      expect(await take(heard, 1)).toEqual([100 + nth]);
    }
    isUnavailable = false;
    await heard.return();
    await Promise.all([here.close(), tail.close()]);
  });

  test('a broker that is unavailable at the start and again later loses no event, and each outage logs two lines', async () => {
    const uid = newUuid();
    const relay = await startRelay();
    await relay.cut();
    logged.splice(0);
    const there = inAnotherProcess();
    const here = await startTail({ db: database.db, eventBus: busOf(database.db, uid) }, fail);
    const tail = await startTail({ db: there, eventBus: busOf(there, uid, relay.url) }, fail);
    const heard = follow(there, tail);
    const positions: number[] = [];
    let nth = 0;
    const some = async () => {
      for (const count of [1, 3, 2]) {
        await write(nth, count);
        nth += count;
      }
      positions.push(...(await take(heard, 6)));
    };
    const lines = (text: string) => logged.filter((line) => line.includes(text)).length;
    for (const outage of [1, 2]) {
      await expect.poll(() => lines('unavailable')).toBe(outage);
      await some();
      await relay.mend();
      await expect.poll(() => lines('available again')).toBe(outage);
      await some();
      await relay.cut();
    }
    await expect.poll(() => lines('unavailable')).toBe(3);
    expect(lines('available again')).toBe(2);
    expect(positions).toEqual(Array.from({ length: 24 }, (_, each) => each));
    await heard.return();
    await Promise.all([here.close(), tail.close()]);
  });

  test('messages reveal nothing to other clients of the broker, and messages of other clients are rejected', async () => {
    const uid = newUuid();
    const { connection, messages } = await eavesdrop(uid);
    const taken: EventPage[] = [];
    const stop = await busOf(inAnotherProcess(), uid).subscribe({
      onNewEvents: () => undefined,
      onPage: (page) => taken.push(page),
    });
    const publisher = busOf(inAnotherProcess(), uid);
    const stopPublisher = await publisher.subscribe({
      onNewEvents: () => undefined,
      onPage: () => undefined,
    });
    const wanted = page(1, 'Ada Löve');
    logged.splice(0);
    await expect
      .poll(() => {
        publisher.publish(wanted);
        return taken.length;
      })
      .toBeGreaterThan(0);
    expect(taken[0]).toEqual(wanted);
    expect(messages.length).toBeGreaterThan(0);
    for (const message of messages) {
      for (const secret of ['Ada', uuidOf(platformId), 'Test:one', 'occurredAt']) {
        expect(message.includes(secret)).toBe(false);
      }
    }

    publisher.publish(page(7));
    const ofSeven = () => taken.filter(({ events }) => events[0]?.position === 7).length;
    await expect.poll(ofSeven).toBe(1);
    const sealed = messages.at(-1) ?? Buffer.alloc(0);
    const forged = Buffer.from(sealed);
    forged[forged.length - 20] = (forged[forged.length - 20] ?? 0) ^ 1;
    connection.publish(`payments.${uid}.events`, forged);
    connection.publish(`payments.${uid}.events`, JSON.stringify(wanted));
    // A repeated message can be opened. The reader has already dispatched its events and skips them.
    connection.publish(`payments.${uid}.events`, sealed);
    await expect.poll(ofSeven).toBe(2);
    // Once in each process.
    const line = 'a message on the event bus does not belong to this deployment and was ignored';
    await expect.poll(() => logged).toEqual([line, line]);
    await Promise.all([stop(), stopPublisher(), connection.close()]);
  });

  test('two deployments with one key on one broker do not read messages of each other', async () => {
    const [one, other] = [newUuid(), newUuid()];
    const listening = async (uid: string) => {
      const bus = busOf(inAnotherProcess(), uid);
      const taken: LoggedEvent[] = [];
      const stop = await bus.subscribe({
        onNewEvents: () => undefined,
        onPage: ({ events }) => taken.push(...events),
      });
      return { bus, taken, stop };
    };
    const [first, second] = await Promise.all([listening(one), listening(one)]);
    const [third, fourth] = await Promise.all([listening(other), listening(other)]);
    await expect
      .poll(() => {
        first.bus.publish(page(1));
        third.bus.publish(page(2));
        return second.taken.length > 2 && fourth.taken.length > 2;
      })
      .toBe(true);
    expect(new Set(second.taken.map(({ position }) => position))).toEqual(new Set([1]));
    expect(new Set(fourth.taken.map(({ position }) => position))).toEqual(new Set([2]));

    // Replayed to the other deployment, although it was sealed for the first one.
    const { connection, messages } = await eavesdrop(one);
    first.bus.publish(page(3));
    await expect.poll(() => second.taken.at(-1)?.position).toBe(3);
    await expect.poll(() => messages.length).toBeGreaterThan(0);
    await connection.flush();
    logged.splice(0);
    connection.publish(`payments.${other}.events`, messages.at(-1) as Buffer);
    await expect.poll(() => logged.length).toBeGreaterThan(0);
    expect(fourth.taken.some(({ position }) => position === 3)).toBe(false);
    await Promise.all([...[first, second, third, fourth].map(({ stop }) => stop()), connection.close()]);
  });

  test('events that are too large for a message are read from the log, in order', async () => {
    const uid = newUuid();
    const there = inAnotherProcess();
    const here = await startTail({ db: database.db, eventBus: busOf(database.db, uid) }, fail);
    const tail = await startTail({ db: there, eventBus: busOf(there, uid) }, fail);
    const heard = follow(there, tail);
    const large = 'x'.repeat(2 * 1024 * 1024);
    await write(0, 1);
    await write(1, 1, large);
    await write(2, 1);
    await write(3, 4, 'y'.repeat(200 * 1024));
    expect(await take(heard, 7)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    await heard.return();
    await Promise.all([here.close(), tail.close()]);
  });
});
