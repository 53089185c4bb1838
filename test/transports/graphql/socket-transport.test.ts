/** The server stops reading from a client that does not read its responses, and resumes when it does. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makeServer } from 'graphql-ws';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createSocketServer, serveSocket } from '../../../src/transports/graphql/socket-transport.ts';

const listener = createServer();
const sockets = createSocketServer();
const defects: unknown[] = [];
beforeAll(async () => {
  const protocol = makeServer<Record<string, never>, Parameters<typeof serveSocket>[1]>({
    connectionInitWaitTimeout: 0,
  });
  listener.on('upgrade', (request, connection, head) =>
    sockets.handleUpgrade(request, connection, head, (socket) => {
      sockets.emit('connection', socket);
      serveSocket(protocol, { socket, request, isAuthenticated: true }, (defect) => defects.push(defect));
    }),
  );
  listener.listen(0);
  await once(listener, 'listening');
});
afterAll(() => {
  for (const socket of sockets.clients) socket.terminate();
  listener.close();
});

/** Both ends of one socket. */
async function connected(): Promise<{ client: WebSocket; server: WebSocket }> {
  const accepted = once(sockets, 'connection');
  const { port } = listener.address() as AddressInfo;
  const client = new WebSocket(`ws://127.0.0.1:${port}`, 'graphql-transport-ws');
  await once(client, 'open');
  const [server] = await accepted;
  return { client, server };
}

const largePing = JSON.stringify({ type: 'ping', payload: { text: 'x'.repeat(200_000) } });

test.each<[string, 'message' | 'pong', number, (client: WebSocket) => void]>([
  ['messages of the protocol', 'message', 200, (client) => client.send(largePing)],
  ['frames of the socket', 'pong', 200_000, (client) => client.ping('x'.repeat(125))],
])('pings that are %s', async (_, response, count, ping) => {
  const { client, server } = await connected();
  let responded = 0;
  client.on(response, () => {
    responded += 1;
  });
  client.pause();
  for (let nth = 0; nth < count; nth += 1) ping(client);
  await expect.poll(() => server.isPaused).toBe(true);
  // The limit, plus the responses to messages that were read in one chunk.
  expect(server.bufferedAmount).toBeLessThan(1_000_000);
  client.resume();
  await expect.poll(() => responded).toBe(count);
  expect([server.isPaused, server.readyState, defects]).toEqual([false, WebSocket.OPEN, []]);
  client.close();
  await once(server, 'close');
});

test('messages that arrive together each have a turn of the event loop', async () => {
  const { client, server } = await connected();
  let turn = 0;
  const nextTurn = () => {
    turn += 1;
    if (server.readyState === WebSocket.OPEN) setImmediate(nextTurn);
  };
  const turns: number[] = [];
  server.on('ping', () => turns.push(turn));
  nextTurn();
  for (let nth = 0; nth < 1_000; nth += 1) client.ping();
  await expect.poll(() => turns.length).toBe(1_000);
  expect(new Set(turns).size).toBe(1_000);
  client.close();
  await once(server, 'close');
});
