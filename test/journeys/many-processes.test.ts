/**
 * Three servers and two workers on one PostgreSQL server, with NATS if a broker is available: they start together on an empty
 * database, share the work, lose one process, and are restarted one after the other under load.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rawRows } from '../../src/infrastructure/database/client.ts';
import { eventCursor } from '../../src/infrastructure/events/log.ts';
import { graphql } from '../graphql/index.ts';
import { audit, soundLedger } from '../support/audit.ts';
import { type Balancer, balancerOf } from '../support/balancer.ts';
import { emptyDatabase, onPostgres, type TestDatabase } from '../support/database.ts';
import { TransferOut } from '../support/documents.ts';
import { freePort } from '../support/free-port.ts';
import { brokerUrl, onNats } from '../support/nats.ts';
import { aBankAccount, aPayer, type Payer } from '../support/parties.ts';
import { subscribeAndResume } from '../support/resuming-subscriber.ts';
import { processToken, type ServerProcess, startProcess } from '../support/server-process.ts';
import {
  EventCursor,
  socketTo,
  subscribeOverSocket,
  subscribeOverSse,
} from '../support/transaction-updates.ts';
import { type Receiver, startReceiver } from '../support/webhook-service.ts';

const SetWebhook = graphql(`
  mutation SetWebhook($url: String!) {
    updatePlatformConfig(input: { webhookEndpoints: [{ url: $url }] }) {
      __typename
    }
  }
`);

const bus = onNats ? 'NATS' : 'PostgreSQL (without a NATS broker)';

describe.runIf(onPostgres)(`three servers and two workers over ${bus}`, () => {
  let database: TestDatabase;
  let receiver: Receiver;
  let servers: ServerProcess[];
  let workers: ServerProcess[];
  let payer: Payer;
  let destination: string;
  const ports: string[] = [];
  const env = () => ({
    DATABASE_URL: database.url ?? '',
    PRIVATE_TARGETS: 'allow',
    ...(onNats && { EVENT_BUS: brokerUrl }),
  });
  const startServerOn = (port: string) => startProcess({ ...env(), WORKER: 'off', PORT: port });

  beforeAll(async () => {
    database = await emptyDatabase();
    receiver = await startReceiver();
    for (let nth = 0; nth < 3; nth += 1) ports.push(await freePort());
    const starting = [...ports.map(startServerOn), ...[1, 2].map(() => startProcess(env()))];
    const started = await Promise.all(starting);
    [servers, workers] = [started.slice(0, 3), started.slice(3)];
  });
  afterAll(async () => {
    await Promise.all([...servers, ...workers].map((one) => one.stop()));
    await receiver.close();
    await database.drop();
  });

  const rows = <T>(query: ReturnType<typeof sql>) => rawRows<T>(database.db.orm, query);
  const countOf = async (query: ReturnType<typeof sql>): Promise<number> =>
    Number((await rows<{ n: string }>(query))[0]?.n);
  const unfinished = () =>
    countOf(sql`select count(*) as n from transactions where status not in ('COMPLETED', 'FAILED')`);
  /** Events that the sequencer has not numbered yet. */
  const withoutPosition = () => countOf(sql`select count(*) as n from events where position is null`);

  /** Requests one transfer, whose response must be successful. */
  const pay = async (balancer: Balancer): Promise<string> => {
    const input = { source: payer.accountId, destination, amount: 1 };
    const response = await balancer.send(TransferOut, { input, key: randomUUID() });
    const made = response.data?.transferOut;
    if (response.status !== 200 || made?.__typename !== 'Transaction')
      throw new Error(JSON.stringify(response));
    return made.id;
  };
  /** Requests several transfers, six concurrently. */
  const payMany = async (balancer: Balancer, count: number, made: string[] = []): Promise<string[]> => {
    let requested = 0;
    const client = async () => {
      while (requested < count) {
        requested += 1;
        made.push(await pay(balancer));
      }
    };
    await Promise.all([1, 2, 3, 4, 5, 6].map(client));
    return made;
  };
  const ready = (url: string) =>
    expect.poll(async () => (await fetch(`${url}/health/ready`)).status).toBe(200);
  const urls = (of: readonly ServerProcess[]) => of.map(({ url }) => url);

  test('start together on an empty database, which is migrated once and gets one platform', async () => {
    const names = await rows<{ hash: string }>(sql`select hash from drizzle.__drizzle_migrations`);
    expect(new Set(names.map(({ hash }) => hash)).size).toBe(names.length);
    expect(await countOf(sql`select count(*) as n from platforms`)).toBe(1);
    for (const { url } of [...servers, ...workers]) {
      await ready(url);
    }
    payer = await aPayer(servers[0] as ServerProcess, 1_000_000);
    destination = await aBankAccount(servers[1] as ServerProcess, payer.customerId);
  });

  test('do each job once and send each webhook once', async () => {
    const set = await servers[2]?.send(SetWebhook, { url: receiver.url });
    expect(set?.data.updatePlatformConfig.__typename).toBe('PlatformConfig');
    const balancer = balancerOf(urls(servers));
    const made = await payMany(balancer, 48);
    balancer.close();
    await expect.poll(unfinished).toBe(0);
    await expect.poll(withoutPosition).toBe(0);
    const open = () =>
      countOf(sql`select (select count(*) from webhook_deliveries where status <> 'DELIVERED')
        + (select count(*) from events where type is not null
            and position > (select position from webhook_cursor)) as n`);
    await expect.poll(open).toBe(0);

    const ofTransfers = receiver.received.filter(({ event }) => made.includes(event.data.id ?? ''));
    const stepsOf = (id: string) =>
      ofTransfers.filter(({ event }) => event.data.id === id).map(({ event }) => event.sequence);
    expect(made.filter((id) => stepsOf(id).join() !== '1,2,3')).toEqual([]);
    const ids = receiver.received.map(({ event }) => event.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(await countOf(sql`select count(*) as n from webhook_deliveries`));
    expect(await audit(database.db)).toEqual(soundLedger);
  });

  test('continue after a worker is killed: the other worker performs its jobs once', async () => {
    const balancer = balancerOf(urls(servers));
    const made: string[] = [];
    const paying = payMany(balancer, 48, made);
    // Some transfers are complete now, some are in progress, and some are not requested yet.
    await expect.poll(() => made.length, { interval: 1 }).toBeGreaterThan(10);
    await workers[0]?.kill();
    await paying;
    balancer.close();
    await expect.poll(unfinished).toBe(0);
    await expect.poll(withoutPosition).toBe(0);
    const steps = await rows<{ id: string; steps: string }>(
      sql`select resource_id as id, string_agg(data->>'status', ' ' order by position) as steps
          from events where topic = 'transaction' group by resource_id`,
    );
    const stepsOf = new Map(steps.map((row) => [row.id, row.steps]));
    expect(made.filter((id) => stepsOf.get(id) !== 'PENDING PROCESSING COMPLETED')).toEqual([]);
    expect(await audit(database.db)).toEqual(soundLedger);
  });

  test('are restarted in turn under load: no request fails, and subscribers receive each update once', async () => {
    const [one, other] = servers as [ServerProcess, ServerProcess, ServerProcess];
    const both = urls([one, other]);
    const after = (await one.send(EventCursor, {})).data.eventCursor;
    let turn = 0;
    const nextUrl = () => {
      turn += 1;
      return both[turn % 2] as string;
    };
    const overSocket = subscribeAndResume(
      async (cursor) => subscribeOverSocket(socketTo(nextUrl(), processToken), { after: cursor }),
      after,
    );
    const overStream = subscribeAndResume(
      (cursor) => subscribeOverSse(nextUrl(), processToken, { after: cursor }),
      after,
    );

    const balancer = balancerOf(both);
    const failures: unknown[] = [];
    const made: string[] = [];
    let over = false;
    const clients = Array.from({ length: 6 }, async () => {
      while (!over) {
        await pay(balancer).then(
          (id) => made.push(id),
          (error: unknown) => failures.push(error),
        );
        await pause(10);
      }
    });
    const untilResponses = async (more: number) => {
      const target = made.length + more;
      await expect.poll(() => made.length, { interval: 5 }).toBeGreaterThanOrEqual(target);
    };
    for (const nth of [0, 1]) {
      await untilResponses(40);
      expect(await servers[nth]?.stop()).toBe(0);
      await untilResponses(40);
      servers[nth] = await startServerOn(ports[nth] as string);
      await ready(servers[nth]?.url ?? '');
    }
    await untilResponses(40);
    over = true;
    await Promise.all(clients);
    balancer.close();
    expect(failures).toEqual([]);
    expect(balancer.rejected).toBeGreaterThan(0);

    await expect.poll(unfinished).toBe(0);
    const ids = new Set(made);
    expect(ids.size).toBe(made.length);
    for (const { updates, stop } of [overSocket, overStream]) {
      await expect.poll(() => updates.length).toBeGreaterThanOrEqual(made.length * 3);
      await stop();
    }
    const log = await rows<{ position: string; id: string }>(
      sql`select position, resource_id as id from events where topic = 'transaction' order by position`,
    );
    const expected = log.filter(({ id }) => ids.has(id)).map(({ position }) => eventCursor(Number(position)));
    expect(expected).toHaveLength(made.length * 3);
    for (const { updates, connectionEnds: ends } of [overSocket, overStream]) {
      expect(updates.map(({ cursor }) => cursor)).toEqual(expected);
      expect(ends.length).toBeGreaterThan(0);
    }
    expect(overSocket.connectionEnds).toContainEqual(expect.objectContaining({ code: 1012 }));
    expect(await audit(database.db)).toEqual(soundLedger);
  });
});
