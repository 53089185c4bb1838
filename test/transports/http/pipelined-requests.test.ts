/** A client that sends many requests at once is served one request at a time. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createListener } from '../../../src/transports/http/listener.ts';

const served: string[] = [];
let running = 0;
let mostRunning = 0;
let respond: (url: string) => Promise<void>;

const listener = createListener(
  async (req, res) => {
    served.push(String(req.url));
    running += 1;
    mostRunning = Math.max(mostRunning, running);
    await respond(String(req.url));
    running -= 1;
    res.end(`${await text(req)};`);
  },
  (res) => void res.end(),
);

/** The server's side. */
const connections: Socket[] = [];
listener.on('connection', (socket: Socket) => connections.push(socket));

/** As those count them who wait for running requests. */
const open = new Set<object>();
listener.prependListener('request', (_, res) => {
  open.add(res);
  res.once('close', () => open.delete(res));
});

beforeEach(async () => {
  served.length = connections.length = 0;
  mostRunning = running = 0;
  respond = async () => undefined;
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
});
afterEach(async () => {
  listener.closeAllConnections();
  listener.close();
  await once(listener, 'close');
  await expect.poll(() => open.size).toBe(0);
});

const client = (): Socket => connect((listener.address() as AddressInfo).port, '127.0.0.1');
const request = (nth: number, headers = ''): string =>
  `POST /${nth} HTTP/1.1\r\nHost: example.com\r\nContent-Length: 3\r\n${headers}\r\n${String(nth).padStart(3, '0')}`;
const requests = (count: number): string =>
  Array.from({ length: count }, (_, nth) =>
    request(nth, nth === count - 1 ? 'Connection: close\r\n' : ''),
  ).join('');
const bodies = (responses: string): string[] => responses.match(/\d{3}(?=;)/g) ?? [];

test('requests that arrive together are served one after the other, in their order', async () => {
  const socket = client();
  socket.write(requests(50));
  const responses = await text(socket);
  expect(bodies(responses)).toEqual(Array.from({ length: 50 }, (_, nth) => String(nth).padStart(3, '0')));
  expect(mostRunning).toBe(1);
});

test('a request of another client is served between them', async () => {
  const socket = client();
  let other: Promise<string> | undefined;
  respond = async (url) => {
    if (url === '/0') {
      const another = client();
      another.write(request(999, 'Connection: close\r\n'));
      other = text(another);
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  };
  socket.write(requests(50));
  await text(socket);
  expect(bodies((await other) ?? '')).toEqual(['999']);
  expect(served.indexOf('/999')).toBeLessThan(served.indexOf('/49'));
});

test('what waits when the client disconnects is not served', async () => {
  const socket = client();
  let end = () => {};
  respond = () => new Promise((resolve) => (end = resolve));
  socket.write(requests(10));
  await expect.poll(() => served).toEqual(['/0']);
  const [connection] = connections;
  const closed = once(connection as Socket, 'close');
  socket.destroy();
  await closed;
  end();
  await new Promise((resolve) => setImmediate(resolve));
  expect(served).toEqual(['/0']);
});

test('a client that sends more than 100 requests before it reads a response is disconnected', async () => {
  const socket = client();
  respond = () => new Promise(() => {});
  socket.on('error', () => undefined);
  socket.write(requests(102));
  await once(socket, 'close');
  expect(served).toEqual(['/0']);
});
