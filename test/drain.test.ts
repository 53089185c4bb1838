/** Draining a listener: running requests finish, idle connections close, new connections are rejected. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createConnectionDrain } from '../src/drain.ts';
import { type RunningServer, startServer } from '../src/server.ts';
import { openSocket } from './support/raw-socket.ts';
import { basic, type Service, startService } from './support/service.ts';
import { subscribeOverSse } from './support/transaction-updates.ts';

const longMs = 60_000;

/** A keep-alive connection that sends requests on demand. */
async function connectTo(port: number) {
  const socket: Socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  let text = '';
  socket.on('data', (chunk) => {
    text += String(chunk);
  });
  const ended = once(socket, 'close').then(() => text);
  return {
    ended,
    text: () => text,
    close: () => void socket.destroy(),
    send: (path: string) => socket.write(`GET ${path} HTTP/1.1\r\nHost: here\r\n\r\n`),
  };
}
async function listening() {
  const responses: ServerResponse[] = [];
  const server = createServer((request, response) => {
    responses.push(response);
    if (request.url === '/at-once') response.end('responded');
  });
  const drain = createConnectionDrain(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  return { responses, drain, connection: () => connectTo(port) };
}

const countResponses = (text: string) => text.split('responded').length - 1;
/** Waits until new connections are rejected. */
const rejecting = (connection: () => Promise<{ close(): void }>) =>
  expect
    .poll(() =>
      connection().then(
        (accepted) => accepted.close(),
        (error: NodeJS.ErrnoException) => error.code,
      ),
    )
    .toBe('ECONNREFUSED');
const hasConnectionClose = (text: string) => /\r\nConnection: close\r\n/i.test(text);

describe('a listener that is drained', () => {
  test('finishes a running request with Connection: close', async () => {
    const { responses, drain, connection } = await listening();
    const one = await connection();
    one.send('/slow');
    await expect.poll(() => responses.length).toBe(1);
    const finished = drain.finish(0);
    await new Promise((resolve) => setTimeout(resolve, 50));
    responses[0]?.end('responded');
    await finished;
    expect(countResponses(await one.ended)).toBe(1);
    expect(hasConnectionClose(one.text())).toBe(true);
  });

  test('serves one more request on a keep-alive connection and then closes it', async () => {
    const { drain, connection } = await listening();
    const one = await connection();
    one.send('/at-once');
    await expect.poll(() => countResponses(one.text())).toBe(1);
    expect(hasConnectionClose(one.text())).toBe(false);
    const finished = drain.finish(longMs);
    await rejecting(connection);
    one.send('/at-once');
    await finished;
    expect(countResponses(await one.ended)).toBe(2);
    expect(hasConnectionClose(one.text())).toBe(true);
  });

  test('closes a connection that stays idle', async () => {
    const { drain, connection } = await listening();
    const one = await connection();
    one.send('/at-once');
    await expect.poll(() => countResponses(one.text())).toBe(1);
    await drain.finish(20);
    expect(countResponses(await one.ended)).toBe(1);
  });

  test('serves connections made before, and rejects new ones', async () => {
    const { drain, connection } = await listening();
    const many = await Promise.all(Array.from({ length: 50 }, connection));
    const finished = drain.finish(20);
    for (const one of many) one.send('/at-once');
    expect((await Promise.all(many.map(({ ended }) => ended))).map(countResponses)).toEqual(
      many.map(() => 1),
    );
    await finished;
    await expect(connection()).rejects.toThrow('ECONNREFUSED');
  });
});

describe('a server that stops', () => {
  /** A query that waits for an external adapter, which the test controls. */
  const query = `{ receiverLookup(input: { uma: { receiverUmaAddress: "$slow@uma.example" } }) { __typename } }`;
  const responded = { receiverLookup: { __typename: 'NotFoundError' } };
  const waiting: (() => void)[] = [];
  let service: Service;
  let server: RunningServer;
  beforeAll(async () => {
    const find = () => new Promise<undefined>((resolve) => waiting.push(() => resolve(undefined)));
    service = await startService({ ports: { umaReceivers: { find, providers: async () => [] } } });
    server = await startServer(service.app);
  });
  afterAll(() => service.stop());

  const authorization = () => basic(service.platform.token);
  const send = () =>
    fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: authorization() },
      body: JSON.stringify({ query }),
    });

  test('fails readiness, serves until it closes, and finishes running operations over HTTP and sockets', async () => {
    const { url } = server;
    const socket = await openSocket({ url, platform: service.platform });
    const idle = await openSocket({ url, platform: service.platform });
    const stream = await subscribeOverSse(url, service.platform.token);
    await socket.until(({ type }) => type === 'connection_ack');
    await idle.until(({ type }) => type === 'connection_ack');
    expect((await fetch(`${url}/health/ready`)).status).toBe(200);

    server.failReadiness();
    const ready = await fetch(`${url}/health/ready`);
    expect([ready.status, await ready.json()]).toEqual([503, { status: 'draining' }]);
    const overHttp = send();
    socket.subscribe('one', query);
    await expect.poll(() => waiting.length).toBe(2);
    expect([socket.isOpen, idle.isOpen]).toEqual([true, true]);

    const closed = server.close();
    expect(await idle.closed).toBe(1012);
    expect(await stream.over).toBeUndefined();
    expect(stream.messages).toEqual([]);
    await rejecting(() => connectTo(Number(new URL(url).port)));
    expect(socket.isOpen).toBe(true);

    for (const response of waiting.splice(0)) response();
    const response = await overHttp;
    expect([response.status, response.headers.get('connection')]).toEqual([200, 'close']);
    expect(await response.json()).toMatchObject({ data: responded });
    expect(await socket.closed).toBe(1012);
    expect(socket.messages.slice(1)).toMatchObject([
      { id: 'one', type: 'next', payload: { data: responded } },
      { id: 'one', type: 'complete' },
    ]);
    await closed;
  });
});
