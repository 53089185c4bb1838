/**
 * Pipelined requests: a client sends the next one before it has the response to the one before.
 *
 * Node reads all that arrive together, and emits each at once. Served at once, a thousand of them would hold up every other connection.
 * Each is served when the connection is free for its response, in a turn of the event loop of its own. If the connection closes
 * before, it is not served.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests of one connection. Browsers send none before they have the response; a client that sends more is disconnected. */
const maxWaiting = 100;

const waiting = new WeakMap<Socket, number>();

export function serveInTurn({ socket }: IncomingMessage, res: ServerResponse, serve: () => void): void {
  if (res.socket) {
    serve();
    return;
  }
  const count = (waiting.get(socket) ?? 0) + 1;
  if (count > maxWaiting) {
    socket.destroy();
    return;
  }
  waiting.set(socket, count);
  // Node emits it when the responses to all earlier requests are sent.
  res.once('socket', () => {
    waiting.set(socket, (waiting.get(socket) ?? 1) - 1);
    setImmediate(() => {
      if (!socket.destroyed) serve();
    });
  });
}
