/** Events of past months move to files and back. What reads them has the same result, or a typed error. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rawRows } from '../../../src/infrastructure/database/client.ts';
import { readLogHead } from '../../../src/infrastructure/events/event-store.ts';
import { eventCursor, sequenceEvents } from '../../../src/infrastructure/events/log.ts';
import { EventStream } from '../../../src/infrastructure/events/stream.ts';
import { newId, uuidOf } from '../../../src/kernel/ids.ts';
import { archiveEvents } from '../../../src/operations/archive/archive-events.ts';
import { restoreEvents } from '../../../src/operations/archive/restore-events.ts';
import { verifyLedger } from '../../../src/operations/audit/verify-ledger.ts';
import { closePartitions } from '../../../src/operations/partitions/close-partitions.ts';
import { createPartitions } from '../../../src/operations/partitions/create-partitions.ts';
import { partitionsOf } from '../../../src/operations/partitions/partition-store.ts';
import { startOfPeriod } from '../../../src/operations/partitions/period.ts';
import { queueNextPage } from '../../../src/webhooks/deliveries/queue.ts';
import { redeliverWebhooks } from '../../../src/webhooks/deliveries/redeliver.ts';
import { sendQuery } from '../../support/graphql-client.ts';
import { aBankAccount, aPayer, type Payer } from '../../support/parties.ts';
import { closeAtOnce, moveEventsBack } from '../../support/past-events.ts';
import { basic, type Service, startService } from '../../support/service.ts';
import { openSocket } from '../../support/subscription-client.ts';

const now = new Date();
const thisMonth = startOfPeriod('events', now);
const folder = mkdtempSync(join(tmpdir(), 'archives-'));
let service: Service;
let payer: Payer;
let transactionId: string;
let lastPast: number;

// biome-ignore lint/suspicious/noExplicitAny: the type depends on the selection of the test.
async function read(query: string): Promise<any> {
  const { body } = await sendQuery(service, query, {});
  return body;
}
const timeline = async () =>
  (await read(`{ transaction(id: "${transactionId}") { timeline { status refundStatus occurredAt } } }`)).data
    .transaction.timeline;
const failedChecks = async () => (await verifyLedger(service.db)).checks.filter(({ wrong }) => wrong > 0);
const positions = async () =>
  (
    await rawRows<{ position: string | number }>(
      service.db.orm,
      sql`select position from events order by position`,
    )
  ).map(({ position }) => Number(position));
const sequence = () => sequenceEvents(service.ports);
const upTo = (count: number, from = 1) => Array.from({ length: count }, (_, nth) => from + nth);
const queueAll = async () => {
  while ((await queueNextPage(service.ports, () => undefined)) === 'more');
};
const archive = (before = thisMonth) => archiveEvents(service.db, { before, folder });

async function pay(): Promise<string> {
  const bank = await aBankAccount(service, payer.customerId);
  const { data } = await read(
    `mutation { transferOut(input: { source: "${payer.accountId}", destination: "${bank}", amount: 500 }) { ... on Transaction { id } } }`,
  );
  return data.transferOut.id;
}

beforeAll(async () => {
  service = await startService({ server: true, standing: true });
  payer = await aPayer(service, 10_000);
  transactionId = await pay();
  // So far that the events, which are moved back below, are not earlier than this clock allows.
  for (const days of [30, 30])
    await read(`mutation { sandboxAdvanceClock(seconds: ${days * 86_400}) { __typename } }`);
  await service.settle();
  await sequence();
  lastPast = (await readLogHead(service.db.orm)).head;
  await moveEventsBack(service.db, 40, lastPast);
  await createPartitions(service.db, startOfPeriod('events', now, -1));
  await createPartitions(service.db, now);
  await queueAll();
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true });
});

test('the payment was settled', async () => {
  expect((await timeline()).map((step: { status: string }) => step.status)).toEqual([
    'PENDING',
    'PROCESSING',
    'COMPLETED',
  ]);
  expect(lastPast).toBeGreaterThan(5);
});

describe('a partition is not archived', () => {
  test('before it is closed, nor minutes after', async () => {
    expect(await archive()).toEqual([]);
    await closePartitions(service.db, now);
    expect(await archive()).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('was closed a few minutes ago'),
    });
    await service.db.orm.execute(
      sql`update closed_partitions set counted_at = counted_at - interval '1 hour'`,
    );
    await closeAtOnce(service.db, now);
  });

  test.each([
    [
      'whose events are not in the queues of webhooks',
      'in the queues',
      sql`update webhook_cursor set position = 1`,
      sql`update webhook_cursor set position = 1000`,
    ],
    [
      'of an open payment',
      'not final',
      sql`update transactions set refund_status = 'PENDING'`,
      sql`update transactions set refund_status = null`,
    ],
    [
      'of a payment with a hold',
      'with a hold',
      sql`update holds set status = 'PLACED'`,
      sql`update holds set status = 'CAPTURED'`,
    ],
    [
      'of a pending webhook delivery',
      'deliveries of its events are pending',
      sql`insert into webhook_deliveries (id, platform_id, endpoint_id, event_id, type, position, body, status, created_at)
          select id, platform_id, id, id, 'TEST', 1, '', 'PENDING', now() from events where position = 1`,
      sql`delete from webhook_deliveries`,
    ],
  ])('%s', async (_, message, use, unused) => {
    await service.db.orm.execute(use);
    expect(await archive()).toMatchObject({ code: 'CONFLICT', message: expect.stringContaining(message) });
    await service.db.orm.execute(unused);
    expect(readdirSync(folder)).toEqual([]);
    expect(await positions()).toEqual(upTo(lastPast));
  });
});

describe('archived events', () => {
  let before: unknown;
  let files: readonly { partition: string; file: string; events: number }[];
  beforeAll(async () => {
    before = await timeline();
    const archived = await archive();
    if ('code' in archived) throw archived;
    files = archived;
  });

  test('are in files, and only there', async () => {
    expect(files.reduce((sum, { events }) => sum + events, 0)).toBe(lastPast);
    expect(await positions()).toEqual([]);
    expect(await readLogHead(service.db.orm)).toMatchObject({ head: lastPast, waiting: false });
    const names = (await partitionsOf(service.db.orm, 'events')).map(({ name }) => name);
    for (const { partition } of files) expect(names).not.toContain(partition);
  });

  test('are lines of JSON between a header and a trailer', () => {
    const { file, partition } = files.find(({ events }) => events > 0) ?? { file: '', partition: '' };
    const lines = gunzipSync(readFileSync(file))
      .toString('utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines[0]).toMatchObject({ format: 'payments-platform-events', version: 1, partition });
    expect(lines.at(-1)).toEqual({ rows: lines.length - 2, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(lines[1]).toMatchObject({ position: 1, sequence: 1, topic: 'customer' });
  });

  test('leave timelines and the audit complete', async () => {
    expect(await timeline()).toEqual(before);
    expect(await failedChecks()).toEqual([]);
  });

  test('are followed by events with the next positions and numbers', async () => {
    const next = await pay();
    await sequence();
    const read = await rawRows<{ position: string | number; sequence: number; resource_id: string }>(
      service.db.orm,
      sql`select position, sequence, resource_id from events where resource_id <> ${next} order by position`,
    );
    expect((await positions())[0]).toBe(lastPast + 1);
    const balance = read.find(({ resource_id }) => resource_id === payer.accountId);
    if (balance) expect(balance.sequence).toBeGreaterThan(1);
    expect(await failedChecks()).toEqual([]);
  });

  test('are missed by the audit when a file was not made by the command', async () => {
    await service.db.orm.execute(
      sql`update closed_partitions set row_count = row_count - 1 where row_count > 0`,
    );
    expect((await failedChecks()).map(({ name }) => name)).toEqual([
      'the event log has every position once, from 1',
    ]);
    await service.db.orm.execute(
      sql`update closed_partitions set row_count = row_count + 1 where last_position = ${lastPast} and row_count >= 0`,
    );
  });

  describe('make an earlier cursor expire', () => {
    const expired = () => eventCursor(lastPast - 1);
    test('in the list of events', async () => {
      for (const args of [
        `first: 5, after: "${expired()}"`,
        `last: 5, before: "${expired()}"`,
        `first: 5, order: NEWEST_FIRST, after: "${expired()}"`,
      ]) {
        const { errors } = await read(`{ events(${args}) { nodes { id } } }`);
        expect(errors[0].extensions).toMatchObject({ code: 'CURSOR_EXPIRED' });
      }
      expect(
        (await read(`{ events(first: 5, after: "${eventCursor(lastPast)}") { nodes { id } } }`)).errors,
      ).toBeUndefined();
    });

    test('in subscriptions', async () => {
      const socket = openSocket(service.url, basic(service.platform.token));
      const subscription = (position: number) => ({
        query: 'subscription ($after: String) { transactionUpdated(after: $after) { cursor } }',
        variables: { after: eventCursor(position) },
      });
      const rejected = socket.client.iterate(subscription(lastPast - 1));
      const code = { code: 'CURSOR_EXPIRED' };
      expect((await rejected.next()).value).toMatchObject({ errors: [{ extensions: code }] });
      const { value } = await socket.client.iterate(subscription(lastPast)).next();
      expect(value).toMatchObject({ data: { transactionUpdated: { cursor: expect.any(String) } } });
      socket.dispose();
    });

    test('in a subscription that has not read them yet', async () => {
      const stream = new EventStream(service.db, service.app.tail, {
        platformId: service.platform.principal.platform.id,
        after: lastPast - 1,
        toMessage: ({ position }) => position,
      });
      await expect(stream.next()).rejects.toMatchObject({ code: 'CURSOR_EXPIRED' });
      await stream.return();
    });

    test('in redeliveries of webhooks', async () => {
      await service.db.orm.execute(sql`insert into webhook_endpoints (id, platform_id, url, is_paused, place, created_at, updated_at)
        values (${uuidOf(newId('WebhookEndpoint'))}, ${uuidOf(service.platform.principal.platform.id)}, 'https://hooks.example', true, 0, now(), now())`);
      const redeliver = (position: number) =>
        redeliverWebhooks(service.ports, service.platform.principal, {
          after: position,
          endpointId: undefined,
        });
      expect(await redeliver(lastPast - 1)).toMatchObject({
        code: 'CURSOR_EXPIRED',
        fields: [{ path: 'after' }],
      });
      expect(await redeliver(lastPast)).not.toHaveProperty('code');
      await service.db.orm.execute(sql`delete from webhook_redeliveries`);
      await service.db.orm.execute(sql`delete from webhook_endpoints`);
    });
  });

  describe('are not restored', () => {
    test('from a damaged, truncated or foreign file, or out of order', async () => {
      const { file } = files.at(-1) ?? { file: '' };
      const content = readFileSync(file);
      const lines = gunzipSync(content).toString('utf8').split('\n');
      const changed = (change: (lines: string[]) => string[]) => gzipSync(change([...lines]).join('\n'));
      const header = JSON.parse(lines[0] ?? '');
      const damages: readonly [Buffer, string][] = [
        [content.subarray(0, content.length - 40), 'is not a complete archive'],
        [changed((all) => all.slice(0, -2)), 'is not a complete archive'],
        [changed((all) => [...all.slice(0, 1), '{}', ...all.slice(1)]), 'is not a complete archive'],
        [
          changed((all) => [JSON.stringify({ ...header, deployment: 'other' }), ...all.slice(1)]),
          'another deployment',
        ],
        [
          changed((all) => [JSON.stringify({ ...header, partition: 'events; drop' }), ...all.slice(1)]),
          'is not archived',
        ],
        [gzipSync('no archive\n'), 'is not a complete archive'],
        [Buffer.from('no archive'), 'is not a complete archive'],
      ];
      for (const [nth, [bytes, message]] of damages.entries()) {
        const copy = join(folder, `damaged-${nth}`);
        writeFileSync(copy, bytes);
        await expect(restoreEvents(service.db, copy)).rejects.toThrow(message);
      }
      if (files.length > 1) {
        await expect(restoreEvents(service.db, files[0]?.file ?? '')).rejects.toThrow('restore events_');
      }
      expect((await positions())[0]).toBe(lastPast + 1);
      expect(await failedChecks()).toEqual([]);
    });
  });

  test('are readable again after they are restored', async () => {
    for (const { file, events } of [...files].reverse()) {
      expect(await restoreEvents(service.db, file)).toMatchObject({ events });
    }
    expect((await positions()).slice(0, lastPast)).toEqual(upTo(lastPast));
    expect(await timeline()).toEqual(before);
    expect(await failedChecks()).toEqual([]);
    const { data } = await read(
      `{ events(first: 2, after: "${eventCursor(0)}") { nodes { sequence kind } } }`,
    );
    expect(data.events.nodes).toHaveLength(2);
    await expect(restoreEvents(service.db, files[0]?.file ?? '')).rejects.toThrow('is not archived');
  });
});
