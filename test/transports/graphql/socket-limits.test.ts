/** Quotas on sockets and subscriptions, and rate limits on operations over sockets. */
import { once } from 'node:events';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createApp } from '../../../src/app.ts';
import type { Principal } from '../../../src/platforms/access/principal.ts';
import { type RunningServer, startServer } from '../../../src/server.ts';
import { createConnectionQuota } from '../../../src/transports/graphql/connection-quota.ts';
import { sendQuery } from '../../support/graphql-client.ts';
import { openSocket } from '../../support/raw-socket.ts';
import { basic, type Service, startService } from '../../support/service.ts';

describe('the connection quota', () => {
  const platform = { id: 'Platform:1' };
  const serverOf = (of: { id: string }) =>
    ({ kind: 'platform', platform: of, token: { id: 'Token:1' } }) as unknown as Principal;
  const server = serverOf(platform);
  const agent = (nth: number) =>
    ({ kind: 'agent', platform, agent: { id: `Agent:${nth}` } }) as unknown as Principal;

  test('counts slots per platform, and releases each once', () => {
    const places = createConnectionQuota(2);
    const first = places.take(server) as () => void;
    places.take(server);
    expect(places.take(server)).toBe(2);
    first();
    first();
    expect(places.take(server)).toBeTypeOf('function');
    expect(places.take(server)).toBe(2);
    expect(places.take(serverOf({ id: 'Platform:2' }))).toBeTypeOf('function');
  });

  test('gives one agent at most a tenth', () => {
    const places = createConnectionQuota(20);
    const mine = [places.take(agent(1)), places.take(agent(1))];
    expect(mine.map((one) => typeof one)).toEqual(['function', 'function']);
    expect(places.take(agent(1))).toBe(2);
    expect(places.take(agent(2))).toBeTypeOf('function');
    (mine[0] as () => void)();
    expect(places.take(agent(1))).toBeTypeOf('function');
  });
});

describe('on a running service', () => {
  let service: Service;
  let second: RunningServer;
  let stopSecond: () => Promise<void>;
  beforeAll(async () => {
    // The clock stands still, so rate limit buckets do not refill.
    service = await startService({
      server: true,
      standing: true,
      env: {
        RATE_LIMITS: 'on',
        LIMITS: 'openingSockets=4,sockets=3,subscriptions=4,platformSubscriptions=6',
      },
    });
    const app = await createApp(service.config, service.db, pino({ level: 'silent' }), {
      clock: service.clock,
    });
    second = await startServer(app);
    stopSecond = async () => {
      await second.close();
      await app.tail.close();
    };
  });
  afterAll(async () => {
    await stopSecond();
    await service.stop();
  });

  const subscription = 'subscription { transactionUpdated { cursor } }';
  const acknowledged = async () => {
    const socket = await openSocket(service);
    await socket.until(({ type }) => type === 'connection_ack');
    return socket;
  };

  test('limits the sockets of a platform, and a closed socket releases its slot', async () => {
    const sockets = [await acknowledged(), await acknowledged(), await acknowledged()];
    const fourth = await openSocket(service);
    expect(await fourth.closed).toBe(1013);
    sockets[0]?.close();
    await sockets[0]?.closed;
    const again = await acknowledged();
    for (const socket of [...sockets, again]) socket.close();
    await Promise.all([...sockets, again].map(({ closed }) => closed));
  });

  /** An unauthenticated socket, or the status that rejects it. */
  const openUnauthenticated = () =>
    new Promise<WebSocket | number | undefined>((resolve) => {
      const url = `${service.url.replace('http', 'ws')}/graphql`;
      const socket = new WebSocket(url, 'graphql-transport-ws');
      socket.on('open', () => resolve(socket));
      socket.on('unexpected-response', (_request, { statusCode }) => resolve(statusCode));
      socket.on('error', () => undefined);
    });

  test('limits the unauthenticated sockets of an address; authentication or closing releases a slot', async () => {
    const opened: WebSocket[] = [];
    const isFull = async () => {
      const next = await openUnauthenticated();
      if (next instanceof WebSocket) opened.push(next);
      return next;
    };
    await expect.poll(isFull).toBe(429);
    expect(opened).toHaveLength(4);
    const [first, second] = opened as [WebSocket, WebSocket];
    const authorization = basic(service.platform.token);
    first.send(JSON.stringify({ type: 'connection_init', payload: { authorization } }));
    await once(first, 'message');
    const fifth = (await openUnauthenticated()) as WebSocket;
    expect(fifth).toBeInstanceOf(WebSocket);
    expect(await openUnauthenticated()).toBe(429);
    second.terminate();
    await expect.poll(isFull).toBeInstanceOf(WebSocket);
    for (const socket of [first, fifth, ...opened.slice(2)]) socket.terminate();
    await expect.poll(() => service.app.observability.metrics.open.sockets()).toBe(0);
  });

  test('a large message closes an unauthenticated socket', async () => {
    const [small, large] = [
      (await openUnauthenticated()) as WebSocket,
      (await openUnauthenticated()) as WebSocket,
    ];
    const ping = (length: number) => JSON.stringify({ type: 'ping', payload: { text: 'x'.repeat(length) } });
    small.send(ping(16_000));
    expect(String((await once(small, 'message'))[0])).toContain('"type":"pong"');
    large.send(ping(17_000));
    expect((await once(large, 'close'))[0]).toBe(1009);
    small.close();
  });

  /** Waits until the platform has this many subscriptions. */
  const following = (count: number) => {
    const { id } = service.platform.principal.platform;
    return expect.poll(() => service.app.tail.bufferOf(id).subscriberCount).toBe(count);
  };

  test('limits the subscriptions of a platform, on sockets and streams together', async () => {
    const [first, other] = [await acknowledged(), await acknowledged()];
    for (const id of ['1', '2', '3', '4']) first.subscribe(id, subscription);
    const stream = new AbortController();
    const opened = await fetch(`${service.url}/graphql?query=${encodeURIComponent(subscription)}`, {
      headers: { Accept: 'text/event-stream', authorization: basic(service.platform.token) },
      signal: stream.signal,
    });
    expect(opened.status).toBe(200);
    other.subscribe('6', subscription);
    await following(6);
    const full = await sendQuery(service, subscription, undefined, { accept: 'text/event-stream' });
    expect(full.status).toBe(429);
    other.subscribe('7', subscription);
    const rejected = await other.until(({ id }) => id === '7');
    expect(JSON.stringify(rejected.payload)).toContain('"code":"SUBSCRIPTIONS_LIMIT_EXCEEDED"');
    expect(JSON.stringify(rejected.payload)).toContain('"limit":6');

    // Every end releases the slot: complete, a closed socket, a closed stream.
    other.send({ type: 'complete', id: '6' });
    first.close();
    stream.abort();
    await following(0);
    const third = await acknowledged();
    for (const nth of [1, 2, 3, 4]) third.subscribe(`t${nth}`, subscription);
    for (const nth of [1, 2]) other.subscribe(`o${nth}`, subscription);
    await following(6);
    other.subscribe('last', subscription);
    expect(JSON.stringify(await other.until(({ id }) => id === 'last'))).toContain('SUBSCRIPTIONS_LIMIT');
    expect([...third.messages, ...other.messages].filter(({ id }) => /^[to]\d/.test(id ?? ''))).toEqual([]);
    other.close();
    third.close();
    await Promise.all([other.closed, third.closed]);
  });

  test('operations over sockets, HTTP and REST share one rate limit, on every process', async () => {
    const { token } = await service.addPlatform();
    const authorization = basic(token);
    const query = '{ viewer { __typename } }';
    const customers = (url: string) => fetch(`${url}/2025-10-13/customers`, { headers: { authorization } });

    const socket = await openSocket(service, { authorization });
    await socket.until(({ type }) => type === 'connection_ack');
    for (let nth = 0; nth < 100; nth += 1) {
      socket.subscribe(String(nth), query);
      await socket.until(({ id, type }) => id === String(nth) && type === 'complete');
    }
    const responses = await Promise.all([
      ...Array.from({ length: 50 }, () =>
        sendQuery({ ...service, url: second.url } as Service, query, undefined, { authorization }),
      ),
      ...Array.from({ length: 50 }, () => customers(service.url)),
    ]);
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));

    const http = await sendQuery(service, query, undefined, { authorization });
    expect([http.status, http.headers.get('retry-after')]).toEqual([429, '1']);
    expect(http.body.errors[0].extensions).toMatchObject({ code: 'RATE_LIMITED', httpStatus: 429 });
    const stream = await sendQuery(service, query, undefined, { authorization, accept: 'text/event-stream' });
    expect([stream.status, stream.headers.get('retry-after')]).toEqual([429, '1']);
    const rest = await customers(second.url);
    expect([rest.status, rest.headers.get('retry-after')]).toEqual([429, '1']);

    socket.subscribe('over', query);
    const over = await socket.until(({ id }) => id === 'over');
    expect(over.type).toBe('error');
    expect(over.payload[0].extensions).toEqual({
      code: 'RATE_LIMITED',
      httpStatus: 429,
      retryAfterSeconds: 1,
    });
    service.clock.advance(1);
    socket.subscribe('later', query);
    expect((await socket.until(({ id }) => id === 'later')).type).toBe('next');
    socket.close();
  });

  test('failed authentications over HTTP, REST and sockets are counted together and rate-limited', async () => {
    const wrong = (nth: number) => basic(`unknown-${nth}:${'0'.repeat(36)}`);
    const failing = async (nth: number): Promise<number> =>
      nth % 2 === 0
        ? (await sendQuery(service, '{ __typename }', undefined, { authorization: wrong(nth) })).status
        : (await fetch(`${second.url}/2025-10-13/customers`, { headers: { authorization: wrong(nth) } }))
            .status;
    const statuses: number[] = [];
    for (let nth = 0; nth < 100; nth += 1) statuses.push(await failing(nth));
    expect(new Set(statuses)).toEqual(new Set([401]));
    for (const authorization of [wrong(100), basic(service.platform.token.replace(/.$/, '!'))]) {
      const rejected = await sendQuery(service, '{ __typename }', undefined, { authorization });
      expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([429, '60']);
    }
    const rest = await fetch(`${second.url}/2025-10-13/customers`, {
      headers: { authorization: wrong(101) },
    });
    expect([rest.status, rest.headers.get('retry-after')]).toEqual([429, '60']);
    const socket = await openSocket(service, { authorization: wrong(102) });
    expect(await socket.closed).toBe(1013);
    service.clock.advance(60);
  });

  test.each<[string, Record<string, string>, boolean]>([
    ['a page of the same host and another port', { Origin: 'http://127.0.0.1:8080' }, false],
    [
      'a same-site page according to the browser',
      { Origin: 'http://app.localhost', 'Sec-Fetch-Site': 'same-site' },
      false,
    ],
    ['no browser', {}, true],
    ['a page of another site', { Origin: 'https://evil.example' }, false],
    ['a page of nowhere', { Origin: 'null' }, false],
    ['the browser says another site', { 'Sec-Fetch-Site': 'cross-site' }, false],
  ])('a socket opened by %s', async (_name, headers, opened) => {
    const socket = new WebSocket(`${service.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
      headers,
    });
    const outcome = await new Promise<unknown>((resolve) => {
      socket.on('open', () => resolve('open'));
      socket.on('unexpected-response', (_request, { statusCode }) => resolve(statusCode));
      socket.on('error', () => undefined);
    });
    socket.terminate();
    expect(outcome).toBe(opened ? 'open' : 403);
  });
});
