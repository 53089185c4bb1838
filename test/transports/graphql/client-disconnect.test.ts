/** A client that disconnects before its response starts leaves no subscription and no quota slot, and is logged. */
import { request } from 'node:http';
import { connect } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { transact } from '../../../src/infrastructure/database/transact.ts';
import { openSocket } from '../../support/raw-socket.ts';
import { basic, type Service, startService } from '../../support/service.ts';

let service: Service;
const lines: { msg: string; face: string; status: number; requestId: string; operation: string }[] = [];
beforeAll(async () => {
  service = await startService({
    server: true,
    env: { RATE_LIMITS: 'on' },
    logTo: { write: (line) => void lines.push(JSON.parse(line)) },
  });
});
afterAll(() => service.stop());

const query = 'subscription { transactionUpdated { cursor } }';
const path = `/graphql?query=${encodeURIComponent(query)}`;
const headers = () => ({ Accept: 'text/event-stream', authorization: basic(service.platform.token) });

const following = () => service.app.tail.bufferOf(service.platform.principal.platform.id).subscriberCount;
const requests = (face: string) => lines.filter((line) => line.msg === 'request' && line.face === face);

/** Locks a table, so that authentication or rate limiting waits until the returned function is called. */
async function lockTable(table: 'api_tokens' | 'rate_limits'): Promise<() => Promise<void>> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let held: () => void = () => undefined;
  const locked = new Promise<void>((resolve) => {
    held = resolve;
  });
  const done = transact(service.db, async (tx) => {
    await tx.execute(sql`lock table ${sql.identifier(table)} in access exclusive mode`);
    held();
    await released;
  });
  await locked;
  return async () => {
    release();
    await done;
  };
}

describe('a stream', () => {
  test.each([
    ['authenticated', 'api_tokens'],
    ['rate-limited', 'rate_limits'],
  ] as const)('leaves no subscription when its client disconnects while it is being %s', async (_, table) => {
    const before = requests('graphql').length;
    const results = () =>
      requests('graphql')
        .slice(before)
        .map(({ status }) => status);
    const startRequest = vi.spyOn(service.app.observability, 'startRequest');
    const release = await lockTable(table);
    const leaving = request(`${service.url}${path}`, { headers: headers() });
    leaving.on('error', () => undefined);
    leaving.end();
    await expect.poll(() => startRequest.mock.calls.length).toBe(1);
    startRequest.mockRestore();
    leaving.destroy();
    await expect.poll(results).toEqual([499]);
    await release();
    // The first request waited before this one, so its response comes first.
    await (await fetch(`${service.url}/graphql?query={__typename}`, { headers: headers() })).text();
    await expect.poll(results).toHaveLength(2);
    expect([following(), service.app.observability.metrics.open.subscriptions()]).toEqual([0, 0]);
  });

  test('ends with its connection, and what was pipelined behind it does not start', async () => {
    const { hostname, port } = new URL(service.url);
    const head = Object.entries({ Host: hostname, ...headers() }).map(([name, value]) => `${name}: ${value}`);
    const before = requests('graphql').length;
    const connection = connect(Number(port), hostname);
    connection.write(`GET ${path} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`.repeat(3));
    await expect.poll(following).toBe(1);
    connection.destroy();
    await expect.poll(following).toBe(0);
    await expect.poll(() => requests('graphql').length - before).toBe(1);
    expect(service.app.observability.metrics.open.subscriptions()).toBe(0);
  });
});

describe('an operation on a socket', () => {
  const wrong = '{ nothing }';
  const right = '{ __typename }';
  test.each([
    ['that is rejected', [['1', wrong]], [400]],
    ['that succeeds', [['1', right]], [200]],
    [
      'whose id is reused',
      [
        ['1', wrong],
        ['1', right],
      ],
      [200, 400],
    ],
  ] as const)(
    '%s ends although the client completed it before it started',
    async (_, operations, statuses) => {
      const before = requests('socket').length;
      const socket = await openSocket(service);
      await socket.until(({ type }) => type === 'connection_ack');
      const release = await lockTable('api_tokens');
      for (const [id, document] of operations) {
        socket.subscribe(id, document);
        socket.send({ type: 'complete', id });
      }
      socket.send({ type: 'ping' });
      await socket.until(({ type }) => type === 'pong');
      await release();
      const results = () =>
        requests('socket')
          .slice(before)
          .map(({ status }) => status)
          .sort();
      await expect.poll(results).toEqual(statuses);
      expect(socket.messages.filter(({ id }) => id)).toEqual([]);
      socket.close();
    },
  );

  test('over the limit ends too when its `complete` is received together with it', async () => {
    const socket = await openSocket(service);
    await socket.until(({ type }) => type === 'connection_ack');
    for (let nth = 0; nth < 100; nth += 1) socket.subscribe(`open ${nth}`, query);
    await expect.poll(following).toBe(100);
    const before = requests('socket').length;
    socket.sendTogether([
      { type: 'subscribe', id: 'over', payload: { query } },
      { type: 'complete', id: 'over' },
    ]);
    const results = () => requests('socket').slice(before);
    await expect.poll(results).toMatchObject([{ status: 400, code: 'SUBSCRIPTIONS_LIMIT_EXCEEDED' }]);
    socket.close();
    await expect.poll(following).toBe(0);
  });
});
